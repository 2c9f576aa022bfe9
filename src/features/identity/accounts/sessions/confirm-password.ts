import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { RequestContext } from '#platform/http/calls/route.ts'
import { ACCOUNT_LIMITS, CONFIRMATION_MS } from '../rules.ts'
import { updateSession } from './session-queries.ts'
import { requirePassword, lockIfPasswordUnchanged } from '../profile/set-password.ts'

/** A signed-in account and the password it has typed again. `count` is the call's. */
export type Reauthentication = Readonly<{
  actor: Actor
  password: string
  count: RequestContext['count']
}>

/**
 * Requires the password of a signed-in user, because a session may be stolen. Call the returned function in the
 * transaction of the protected action: it throws if the password was changed meanwhile. Throws `password_needed`,
 * `password_wrong`, `no_password`, and `too_many_requests` beyond the limits of the route or of this check.
 */
export async function reauthenticate(
  db: Database,
  { actor, password, count }: Reauthentication,
): Promise<(tx: Transaction) => Promise<void>> {
  if (password === '') throw refused('password_needed', 'Enter your password to change where money is sent.')
  await countPasswordAttempt({ count, actor })
  const account = await requirePassword(db, actor.memberId, password)
  return async (tx) => void (await lockIfPasswordUnchanged(tx, account))
}

/**
 * Confirms a session's password, which allows money-moving calls for ten minutes; returns until when. Throws
 * `password_wrong` and `no_password`.
 */
export async function confirmPassword(
  db: Database,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  { password, now }: Readonly<{ password: string; now: Date }>,
): Promise<Date> {
  const account = await requirePassword(db, id, password)
  const confirmedUntil = addMs(now, CONFIRMATION_MS)
  await inTransaction(db, async (tx) => {
    await lockIfPasswordUnchanged(tx, account)
    await updateSession(tx, sessionId, { confirmedUntil })
  })
  return confirmedUntil
}

/**
 * Counts a password typed in a signed-in session: a stolen session must not guess it. It has a limit of its own, which can't be
 * used up without a session of the account.
 */
export async function countPasswordAttempt({
  count,
  actor,
}: Pick<Reauthentication, 'count' | 'actor'>): Promise<void> {
  await count('accounts own password', ACCOUNT_LIMITS.signIn, `account ${actor.memberId}`)
}
