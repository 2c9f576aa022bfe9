import { inTransaction, type Database } from '#database/database.ts'
import { later } from '#core/time.ts'
import { findPerson } from '../people-queries.ts'
import type { AccountDesk } from '../port.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { providerLeft } from '../social/emails.ts'
import { deleteIdentity, type IdentityKey } from '../social/queries.ts'

/**
 * Forgets that somebody signs in by a provider, who has said there that we should: all sessions end, and the owner is told by
 * mail how to come in from now on. What was connected after `saidAt` stays, so that an old word repeated does nothing; nor does
 * one about somebody unknown.
 */
export async function leaveProvider(
  db: Database,
  identity: IdentityKey,
  { saidAt, desk, now }: Readonly<{ saidAt: Date; desk: AccountDesk; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Said to the second.
    const personId = await deleteIdentity(tx, identity, later(saidAt, 1000))
    const person = personId === undefined ? undefined : await findPerson(tx, personId)
    if (!person) return
    await endSessions(tx, { personId: person.id }, now)
    const { provider } = identity
    const letter = providerLeft(provider, desk.publicUrl)
    const key = `left:${provider}:${person.publicId}:${now.getTime()}`
    await desk.post(tx, [{ key, to: person.email, letter, isSecret: false }], now)
  })
}
