import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { AppError, refused } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import { type Actor, requireConfirmed } from '#platform/http/calls/actor.ts'
import { type Account, findAccountByEmail, lockAccount } from '../account-queries.ts'
import type { AccountDataSource, AccountDeps, AccountEmailContent } from '../port.ts'
import { CONFIRMATION_MS, normalizeEmail } from '../rules.ts'
import { getAccount } from '../profile/manage-account.ts'
import { endSessions, findSessionStart, updateSession } from '../sessions/session-queries.ts'
import { createKey, createRecoveryCodes, toKeyUri } from './authenticator-codes.ts'
import { consumeFactorCode, hashRecoveryCode, toSealContext } from './check-code.ts'
import type { SecondFactorStateData } from './contract.ts'
import { secondFactorOffEmail, secondFactorOnEmail } from './emails.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findKey,
  replaceRecoveryCodes,
  storeKey,
} from './second-factor-queries.ts'

/** The account that changes its second factor, and its session. */
export type FactorOwner = Readonly<{
  actor: Pick<Actor, 'memberId' | 'sessionId' | 'confirmedUntil' | 'type' | 'apiKey'>
  deps: AccountDeps
  now: Date
}>

/** Returns the state of an account's two-factor sign-in. */
export async function readSecondFactor(
  db: Database,
  { actor, deps }: Pick<FactorOwner, 'actor' | 'deps'>,
): Promise<SecondFactorStateData> {
  const account = await getAccount(db, actor.memberId)
  const [key, recoveryCodesLeft] = await Promise.all([
    findKey(db, account.id),
    countRecoveryCodes(db, account.id),
  ])
  const enabledAt = key?.confirmedAt ?? null
  return {
    isEnabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft,
    isRequired: isRequired(account, deps),
    hasPassword: account.passwordHash !== null,
  }
}

/**
 * Creates a key for an authenticator app; returns it with its URI for a QR code. Throws `already_on` and the errors of
 * `requireRecentProof`.
 */
export async function startSecondFactor(
  db: Database,
  { actor, deps, now }: FactorOwner,
): Promise<{ key: string; uri: string }> {
  const account = await getAccount(db, actor.memberId)
  await requireRecentProof(db, { actor, account, now })
  const key = createKey()
  const sealed = await deps.sealer.seal(key, toSealContext(account.id))
  if (!(await storeKey(db, { accountId: account.id, sealed, now }))) throw alreadyOnError()
  return { key, uri: toKeyUri(key, { issuer: await deps.readShopName(db), account: account.email }) }
}

/**
 * Enables two-factor sign-in by a first code; returns the recovery codes. All other sessions end, and the owner gets an email.
 * Throws `setup_not_started`, `already_on` and `code_wrong`.
 */
export async function enableSecondFactor(
  db: Database,
  { actor, deps, now, code }: FactorOwner & Readonly<{ code: string }>,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.memberId)
    const key = await findKey(tx, account.id)
    if (!key) throw refused('setup_not_started', 'Start the setup again, then enter a code.')
    if (key.confirmedAt) throw alreadyOnError()
    await consumeFactorCode(tx, { accountId: account.id, code, key, deps, now })
    await updateSession(tx, actor.sessionId, { secondFactorAt: now })
    await endSessions(tx, { accountId: account.id, but: actor.sessionId }, now)
    await notify(tx, { account, state: 'on', message: secondFactorOnEmail(deps.publicUrl), deps, now })
    return storeNewRecoveryCodes(tx, account.id, now)
  })
}

/** Replaces the recovery codes, given a code; returns the new ones. Throws `not_on`, `code_wrong`, `code_used`. */
export async function renewRecoveryCodes(
  db: Database,
  { actor, deps, now, code }: FactorOwner & Readonly<{ code: string }>,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const account = await proveByCode(tx, { actor, deps, now, code })
    return storeNewRecoveryCodes(tx, account.id, now)
  })
}

/** Disables two-factor sign-in, given a code. Throws `second_factor_required`, `not_on`, `code_wrong`, `code_used`. */
export async function disableSecondFactor(
  db: Database,
  { actor, deps, now, code }: FactorOwner & Readonly<{ code: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await proveByCode(tx, { actor, deps, now, code })
    if (isRequired(account, deps))
      throw refused('second_factor_required', 'Operators need two-factor sign-in. You can’t turn it off.')
    await removeSecondFactor(tx, { account, deps, now, byOperator: false })
  })
}

/** Deletes an account's second factor and emails its owner; returns false if it had none. */
export async function removeSecondFactor(
  tx: Transaction,
  {
    account,
    deps,
    now,
    byOperator,
  }: Readonly<{ account: Account; deps: AccountDeps; now: Date; byOperator: boolean }>,
): Promise<boolean> {
  if (!(await deleteSecondFactor(tx, account.id))) return false
  await notify(tx, {
    account,
    state: 'off',
    message: secondFactorOffEmail(deps.publicUrl, { byOperator }),
    deps,
    now,
  })
  return true
}

/**
 * Deletes an operator's second factor and ends all sessions; returns false if there was none. The command line calls
 * it.
 */
export async function resetOperatorSecondFactor(
  db: Database,
  { email, now }: Readonly<{ email: string; now: Date }>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await findAccountByEmail(tx, normalizeEmail(email))
    if (account?.type !== 'operator') return false
    await endSessions(tx, { accountId: account.id }, now)
    return deleteSecondFactor(tx, account.id)
  })
}

/** The exported data of an account's second factor: only that there is one. The key itself leaves the server only once. */
export const secondFactorData: AccountDataSource = {
  name: 'secondFactor',
  collect: async (db, accountId) => {
    const key = await findKey(db, accountId)
    return key?.confirmedAt
      ? { since: key.confirmedAt.toISOString(), recoveryCodesLeft: await countRecoveryCodes(db, accountId) }
      : null
  },
  forget: async (tx, accountId) => void (await deleteSecondFactor(tx, accountId)),
}

async function proveByCode(
  tx: Transaction,
  { actor, deps, now, code }: FactorOwner & Readonly<{ code: string }>,
): Promise<Account> {
  const account = await lockOwnAccount(tx, actor.memberId)
  await requireRecentProof(tx, { actor, account, now })
  const key = await findKey(tx, account.id)
  if (!key?.confirmedAt) throw refused('not_on', 'Two-factor sign-in is off.')
  await consumeFactorCode(tx, { accountId: account.id, code, key, deps, now })
  return account
}

/**
 * Requires the password typed in this session within ten minutes. An account without one needs a sign-in within ten minutes. A copied
 * session must not lock the owner out. Throws `password_needed` and `sign_in_again` (403).
 */
export async function requireRecentProof(
  db: Database | Transaction,
  { actor, account, now }: Pick<FactorOwner, 'actor' | 'now'> & Readonly<{ account: Account }>,
): Promise<void> {
  if (account.passwordHash !== null) return requireConfirmed(actor, now)
  const startedAt = await findSessionStart(db, actor.sessionId)
  if (startedAt && startedAt >= addMs(now, -CONFIRMATION_MS)) return
  throw new AppError('forbidden', 'sign_in_again', 'Sign out and sign in again, then try within ten minutes.')
}

async function storeNewRecoveryCodes(tx: Transaction, accountId: number, now: Date): Promise<string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(accountId, code))
  await replaceRecoveryCodes(tx, { accountId, hashes, now })
  return codes
}

async function lockOwnAccount(tx: Transaction, id: number): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account) throw new AppError('unauthenticated', 'bad_token', 'Sign in again.')
  return account
}

type FactorNotice = Readonly<{
  account: Account
  state: 'on' | 'off'
  message: AccountEmailContent
  deps: AccountDeps
  now: Date
}>

async function notify(tx: Transaction, { account, state, message, deps, now }: FactorNotice): Promise<void> {
  const key = `second-factor-${state}:${account.publicId}:${now.getTime()}`
  await deps.post(tx, [{ key, to: account.email, message, isSecret: false }], now)
}

function isRequired({ type }: Pick<Account, 'type'>, { operatorsNeedSecondFactor }: AccountDeps): boolean {
  return type === 'operator' && operatorsNeedSecondFactor
}

function alreadyOnError(): AppError {
  return refused('already_on', 'Two-factor sign-in is already on.')
}
