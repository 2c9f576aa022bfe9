import type { Database } from '#database/database.ts'
import { auditLedger } from '#features/money/ledger/service.ts'
import { LEDGER_CHECKS } from '#main/wiring/ledger-checks.ts'

/** Returns the messages of `npm run audit`, at most five of each check. */
export async function listAuditMessages(db: Database): Promise<string[]> {
  const { audited } = await auditLedger(db, { further: LEDGER_CHECKS, most: 5 })
  return audited.flatMap(({ name, messages }) => messages.map((words) => `${name}: ${words}`))
}
