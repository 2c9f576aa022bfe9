import { inTransaction, withAsyncCommit, type Database, type Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import {
  toAccountCodeKey,
  toRequestCodeKey,
  sendCode,
  checkCode,
  consumeCode,
  wrongCodeError,
} from '../codes/codes.ts'
import type { SecondFactorDueData, UserDataData } from '../contract.ts'
import { verificationCodeEmail } from '../codes/emails.ts'
import { openSession, toUserData, userNotFound, type Device } from './open-session.ts'
import { hashPassword, needsRehash, matchesPassword } from './passwords.ts'
import {
  findAccountByEmail,
  lockAccount,
  type Account,
  replacePasswordHash,
  updateAccount,
} from '../account-queries.ts'
import type { AccountDeps } from '../port.ts'
import type { Requester } from './requester.ts'
import { validateAccountEmail, normalizeEmail } from '../rules.ts'
import { type CountEmail, toFormError, markVerified } from '../profile/sign-up.ts'

/** The input of a sign-in. */
type SignInContext = Readonly<{ device: Device; deps: AccountDeps; now: Date }>

/** The signed-in account, or the challenge of its second factor. */
export type SignInResult =
  | Readonly<{ userData: UserDataData }>
  | Readonly<{ secondFactor: SecondFactorDueData }>

/** The result of a sign-in; or the public id of an account that must verify its address first. */
export type SignInOutcome = SignInResult | Readonly<{ unverifiedId: string }>

/**
 * Signs in by password. For an unknown address and a wrong password the answer and the work are the same: throws
 * `user_not_found` (401). An unverified account gets a new code, unless it got one within a minute or its mailbox has
 * reached its limit.
 */
export async function signInByPassword(
  db: Database,
  {
    email,
    password,
    countMail,
    ...around
  }: SignInContext & { email: string; password: string; countMail: CountEmail },
): Promise<SignInOutcome> {
  const account = await findAccountByEmail(db, normalizeEmail(email))
  const isMatch = await matchesPassword(account?.passwordHash, password)
  if (!account?.passwordHash || !isMatch) throw userNotFound()
  if (!account.emailVerifiedAt) {
    if (await isWithinLimit(countMail(account.email))) await sendVerificationCode(db, account, around)
    return { unverifiedId: account.publicId }
  }
  const stored = { id: account.id, passwordHash: account.passwordHash }
  const passwordHash = await upgradeHash(db, stored, password)
  // Hashing takes time: meanwhile the password may have changed, and all sessions ended. After a power cut the user
  // signs in again, so the commit does not wait for the disk.
  return openUserSession(withAsyncCommit(db), { ...account, passwordHash }, { ...around, passwordHash })
}

async function sendVerificationCode(
  db: Database,
  account: Account,
  { deps, now }: SignInContext,
): Promise<void> {
  const key = toAccountCodeKey(account.id, 'verify')
  await inTransaction(db, (tx) =>
    sendCode(tx, { key, to: account.email, message: verificationCodeEmail, deps, now }),
  )
}

async function isWithinLimit(counted: Promise<void>): Promise<boolean> {
  try {
    await counted
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/** Returns the account's hash with the current parameters. */
async function upgradeHash(
  db: Database,
  { id, passwordHash }: Readonly<{ id: number; passwordHash: string }>,
  password: string,
): Promise<string> {
  if (!needsRehash(passwordHash)) return passwordHash
  const upgraded = await hashPassword(password)
  await replacePasswordHash(db, id, [passwordHash, upgraded])
  return upgraded
}

/**
 * Enqueues the email with a sign-in code. It does the same for every address: a job does the rest. Throws
 * `form_faulty`.
 */
export async function requestLoginCode(
  db: Database,
  { email, requester, deps }: { email: string; requester: Requester; deps: AccountDeps },
): Promise<void> {
  const fieldError = validateAccountEmail(email)
  if (fieldError) throw toFormError(fieldError)
  const { channel, isKnown: isKnownDevice } = requester
  const input = { email: normalizeEmail(email), channel, isKnownDevice }
  await deps.enqueue(db, { job: 'accounts.mail_login_code', input })
}

/**
 * Signs in by an emailed code, on the device that requested it. That proves the address; if it was unverified, the
 * password is removed, because a stranger may have chosen it. Throws `code_wrong` for any error of the code or the
 * address.
 */
export async function signInByCode(
  db: Database,
  {
    email,
    code,
    requester,
    ...around
  }: SignInContext & { email: string; code: string; requester: Requester },
): Promise<SignInResult> {
  const { deps, now } = around
  const address = normalizeEmail(email)
  const key = toRequestCodeKey(address, requester.channel, deps.codeSecret)
  const check = await checkCode(db, { key, code, codeSecret: deps.codeSecret, now })
  if (check.is !== 'right') throw invalidCodeError()
  return inTransaction(db, async (tx) => {
    const match = await findAccountByEmail(tx, address)
    const account = match && (await lockAccount(tx, match.id))
    if (!account || normalizeEmail(account.email) !== address) throw invalidCodeError()
    await consumeCode(tx, key, check.hash)
    if (!account.emailVerifiedAt) await updateAccount(tx, account.id, { passwordHash: null })
    await markVerified(tx, account, { deps, now })
    return openUserSession(tx, account, around)
  })
}

/** Opens a session; returns its account data, or the challenge of its second factor if required. */
export async function openUserSession(
  db: Queryable,
  account: Account,
  { device, now, passwordHash }: Pick<SignInContext, 'device' | 'now'> & { passwordHash?: string },
): Promise<SignInResult> {
  const input = {
    accountId: account.id,
    device,
    now,
    ...(passwordHash === undefined ? {} : { passwordHash }),
  }
  const { isSecondFactorDue, ...tokens } = await openSession(db, input)
  if (isSecondFactorDue) return { secondFactor: { challenge: tokens.accessToken } }
  return { userData: toUserData(account, tokens) }
}

function invalidCodeError(): AppError {
  return wrongCodeError(
    'This code is incorrect or has expired. Check the latest email, or request a new code.',
  )
}
