import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import { findAccountById } from '../account-queries.ts'
import type { UserDataData } from '../contract.ts'
import type { AccountDeps } from '../port.ts'
import { ACCESS_MS, CODE_MS, REFRESH_MS } from '../rules.ts'
import { type Device, type Tokens, toUserData } from '../sessions/open-session.ts'
import { createToken, hashToken } from '../sessions/tokens.ts'
import { consumeFactorCode } from './check-code.ts'
import { recoveryCodeUsedEmail } from './emails.ts'
import {
  completeSession,
  countRecoveryCodes,
  type DueSession,
  findDueSession,
  findKey,
} from './second-factor-queries.ts'

/** Returns the sign-in of a challenge. Throws `challenge_over` (401) if it is unknown, finished or expired. */
export async function getDueSession(db: Queryable, challenge: string, now: Date): Promise<DueSession> {
  const found = await findDueSession(db, { hash: hashToken(challenge), since: addMs(now, -CODE_MS) })
  if (!found) throw challengeOverError()
  return found
}

/** A sign-in that waits for its second factor, and the typed code. */
export type SecondFactorInput = Readonly<{
  due: DueSession
  code: string
  device: Device
  deps: AccountDeps
  now: Date
}>

/**
 * Completes a sign-in by its second factor and opens its session. A used recovery code is reported to the owner by
 * email. Throws `code_wrong`, `code_used` and `challenge_over`.
 */
export async function completeSignIn(
  db: Database,
  { due, code, device, deps, now }: SecondFactorInput,
): Promise<UserDataData> {
  const { accountId } = due
  return inTransaction(db, async (tx) => {
    const [account, key] = [await findAccountById(tx, accountId), await findKey(tx, accountId)]
    if (!account || !key?.confirmedAt) throw challengeOverError()
    const used = await consumeFactorCode(tx, { accountId, code, key, deps, now })
    const tokens = await completeDueSession(tx, { due, device, now })
    if (used === 'recovery_code') {
      const message = recoveryCodeUsedEmail(await countRecoveryCodes(tx, accountId), deps.publicUrl)
      const mailKey = `recovery-code:${account.publicId}:${now.getTime()}`
      await deps.post(tx, [{ key: mailKey, to: account.email, message, isSecret: false }], now)
    }
    return toUserData(account, tokens)
  })
}

/**
 * Opens a session after its second factor; returns its tokens. Throws `challenge_over` if it was opened or ended
 * meanwhile.
 */
export async function completeDueSession(
  tx: Transaction,
  { due, device, now }: Pick<SecondFactorInput, 'due' | 'device' | 'now'>,
): Promise<Tokens> {
  const tokens = { accessToken: createToken(), refreshToken: createToken() }
  const isOpen = await completeSession(tx, {
    sessionId: due.sessionId,
    accessHash: hashToken(tokens.accessToken),
    accessExpiresAt: addMs(now, ACCESS_MS),
    refreshHash: hashToken(tokens.refreshToken),
    refreshExpiresAt: addMs(now, REFRESH_MS),
    deviceHash: device.keyHash,
    now,
  })
  if (!isOpen) throw challengeOverError()
  return tokens
}

function challengeOverError(): AppError {
  return new AppError('unauthenticated', 'challenge_over', 'This sign-in took too long. Sign in again.')
}
