import { type Database, inTransaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { LegalName } from '#features/identity/legal/contract.ts'
import type { LegalSource, LegalTexts } from '#features/identity/legal/service.ts'

/** A new text; `from` is the version that it replaces. */
type Change = Readonly<{ texts: LegalTexts; name: LegalName; title: string; body: string; from: string }>

/** Saves a new version of a legal text and records it; returns the version. Throws the errors of `LegalTexts.save`. */
export async function saveLegalText(
  db: Database,
  source: AuditSource,
  { texts, name, title, body, from }: Change,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const change = { name, title, body, from, accountId: source.memberId, now: source.now }
    const { before, version } = await texts.save(tx, change)
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'settings',
      action: 'Changed a legal text',
      entity: `settings:${name}`,
      before: summarise(before),
      after: { ...summarise({ version, title, body }), text: name },
    })
    return version
  })
}

/** Returns the values for the log: the version and its length, because the texts themselves are stored by version. */
function summarise({ version, title, body }: LegalSource) {
  return { version, title, characters: body.length }
}
