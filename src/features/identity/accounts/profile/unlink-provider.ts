import { inTransaction, type Database } from '#database/database.ts'
import { addMs } from '#core/time.ts'
import { findAccountById } from '../account-queries.ts'
import type { AccountDeps } from '../port.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { providerUnlinkedEmail } from '../social/emails.ts'
import { deleteIdentity, type IdentityKey } from '../social/queries.ts'

/**
 * Deletes a provider's identity after its user removed the connection there: all sessions end, and the owner is told by
 * mail how to come in from now on. What was connected after `saidAt` stays, so that an old word repeated does nothing; nor does
 * one about somebody unknown.
 */
export async function unlinkProvider(
  db: Database,
  identity: IdentityKey,
  { reportedDeliveredAt, deps, now }: Readonly<{ reportedDeliveredAt: Date; deps: AccountDeps; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Said to the second.
    const accountId = await deleteIdentity(tx, identity, addMs(reportedDeliveredAt, 1000))
    const account = accountId === undefined ? undefined : await findAccountById(tx, accountId)
    if (!account) return
    await endSessions(tx, { accountId: account.id }, now)
    const { provider } = identity
    const content = providerUnlinkedEmail(provider, deps.publicUrl)
    const key = `left:${provider}:${account.publicId}:${now.getTime()}`
    await deps.post(tx, [{ key, to: account.email, message: content, isSecret: false }], now)
  })
}
