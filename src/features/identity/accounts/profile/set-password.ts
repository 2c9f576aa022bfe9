import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { toEmailCodeKey, toAccountCodeKey } from '../codes/codes.ts'
import { deleteCodes, deleteResets, findReset, consumeReset } from '../codes/code-queries.ts'
import { deleteKnownDevices } from '../codes/device-queries.ts'
import { passwordChangedEmail } from '../codes/emails.ts'
import { hashPassword, matchesPassword, explainWeakPassword } from '../sessions/passwords.ts'
import { findAccountById, lockAccount, type Account, updateAccount } from '../account-queries.ts'
import type { AccountDeps } from '../port.ts'
import { validateAccountEmail, normalizeEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { toFormError, markVerified } from './sign-up.ts'
import { hashToken } from '../sessions/tokens.ts'

/**
 * Enqueues the email with a password link. It does the same for every address: a job does the rest. Throws
 * `form_faulty`.
 */
export async function requestResetLink(
  db: Database,
  { email, deps }: { email: string; deps: AccountDeps },
): Promise<void> {
  const fieldError = validateAccountEmail(email)
  if (fieldError) throw toFormError(fieldError)
  await deps.enqueue(db, { job: 'accounts.mail_reset_link', input: { email: normalizeEmail(email) } })
}

/**
 * Sets a new password by the token of a link, which proves the address as well: all sessions end. Throws `link_over`,
 * and `form_faulty` for a weak password, which does not consume the link.
 */
export async function resetPassword(
  db: Database,
  { token, password, deps, now }: { token: string; password: string; deps: AccountDeps; now: Date },
): Promise<void> {
  const hash = hashToken(token)
  const accountId = await findReset(db, hash, now)
  const account = accountId === undefined ? undefined : await findAccountById(db, accountId)
  if (!account) throw expiredLinkError()
  const passwordHash = await hashValidPassword(password, account.email)
  await inTransaction(db, async (tx) => {
    const lockedAccount = await lockAccount(tx, account.id)
    if (!lockedAccount || !(await consumeReset(tx, hash))) throw expiredLinkError()
    await markVerified(tx, lockedAccount, { deps, now })
    await replacePassword(tx, { account: lockedAccount, passwordHash, deps, now })
  })
}

/** The input of a password change. `sessionId` is the session that stays. */
export type PasswordChange = Readonly<{
  accountId: number
  sessionId: number
  password: string
  newPassword: string
  deps: AccountDeps
  now: Date
}>

/**
 * Sets a new password after checking the current one; all other sessions end. Throws `password_wrong`, `no_password`,
 * `form_faulty`.
 */
export async function changePassword(db: Database, change: PasswordChange): Promise<void> {
  const { accountId, sessionId, password, newPassword, deps, now } = change
  const account = await requirePassword(db, accountId, password)
  const passwordHash = await hashValidPassword(newPassword, account.email, 'newPassword')
  await inTransaction(db, async (tx) => {
    const lockedAccount = await lockIfPasswordUnchanged(tx, account)
    await replacePassword(tx, { account: lockedAccount, passwordHash, deps, now, but: sessionId })
  })
}

type PasswordReplacement = Readonly<{
  account: Account
  passwordHash: string
  deps: AccountDeps
  now: Date
  but?: number
}>

/** Sets the hash, ends sessions, invalidates links and codes, and notifies the account. */
async function replacePassword(
  tx: Transaction,
  { account, passwordHash, deps, now, but }: PasswordReplacement,
): Promise<void> {
  const { id: accountId, email } = account
  await updateAccount(tx, accountId, { passwordHash })
  await endSessions(tx, { accountId, ...(but === undefined ? {} : { but }) }, now)
  await deleteResets(tx, accountId)
  await deleteKnownDevices(tx, accountId)
  const codes = [toAccountCodeKey(accountId, 'new_email'), toEmailCodeKey(email, deps.codeSecret)]
  await deleteCodes(
    tx,
    codes.map(({ subject }) => subject),
  )
  const content = passwordChangedEmail(`${deps.publicUrl}/forget-password`)
  const key = `password-changed:${account.publicId}:${now.getTime()}`
  await deps.post(tx, [{ key, to: email, message: content, isSecret: false }], now)
}

async function hashValidPassword(password: string, email: string, field = 'password'): Promise<string> {
  const text = explainWeakPassword(password, email)
  if (text) throw toFormError({ field, text })
  return hashPassword(password)
}

/** Returns the account if the password is correct. Throws `password_wrong`, or `no_password` if it has none. */
export async function requirePassword(db: Database, accountId: number, password: string): Promise<Account> {
  const account = await findAccountById(db, accountId)
  if (!account) throw notFound('user_not_found', 'User not found')
  if (account.passwordHash === null)
    throw refused('no_password', 'Your account has no password yet. Set one with “Forgot password” first.')
  if (!(await matchesPassword(account.passwordHash, password))) throw wrongPasswordError()
  return account
}

/** Locks the same account; throws `password_wrong` when the password was changed since it was proven. */
export async function lockIfPasswordUnchanged(
  tx: Transaction,
  { id, passwordHash }: Account,
): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (account?.passwordHash !== passwordHash) throw wrongPasswordError()
  return account
}

function wrongPasswordError(): AppError {
  return refused('password_wrong', 'Incorrect password. Try again.')
}

function expiredLinkError(): AppError {
  return refused('link_over', 'This link has expired. Request a new one.')
}
