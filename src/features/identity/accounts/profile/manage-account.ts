import { inTransaction, violatedConstraint, type Database, type Transaction } from '#database/database.ts'
import { maskEmail } from '#core/emails/email.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { deleteCodes, deleteResets } from '../codes/code-queries.ts'
import {
  toEmailCodeKey,
  toAccountCodeKey,
  sendCodeOrThrow,
  requireCorrectCode,
  checkCode,
  consumeCode,
} from '../codes/codes.ts'
import type { ProfileFormData } from '../contract.ts'
import { deleteKnownDevices } from '../codes/device-queries.ts'
import {
  accountClosedEmail,
  addressChangedEmail,
  addressTakenEmail,
  newAddressCodeEmail,
} from '../codes/emails.ts'
import {
  deleteUnverifiedByEmail,
  findAccountById,
  findAccountByEmail,
  listAccountsClosedSince,
  lockAccount,
  type Account,
  updateAccount,
} from '../account-queries.ts'
import type { AccountDeps, AccountDataSource } from '../port.ts'
import { validateAccountEmail, validateNames, normalizeEmail } from '../rules.ts'
import { deleteSessions } from '../sessions/session-queries.ts'
import { requirePassword, lockIfPasswordUnchanged } from './set-password.ts'
import { toFormError } from './sign-up.ts'
import { deleteIdentities, listIdentities } from '../social/queries.ts'
import { listAcceptances } from '../terms/queries.ts'

/** Returns the stored account. Throws `user_not_found`. */
export async function getAccount(db: Database, accountId: number): Promise<Account> {
  const account = await findAccountById(db, accountId)
  if (!account) throw accountNotFoundError()
  return account
}

/** Changes names and, if given, company data; returns the stored account. Throws `form_faulty`. */
export async function updateProfile(
  db: Database,
  accountId: number,
  form: ProfileFormData,
): Promise<Account> {
  const fieldError = validateNames(form)
  if (fieldError) throw toFormError(fieldError)
  await updateAccount(db, accountId, {
    firstName: form.firstName,
    lastName: form.lastName,
    ...(form.companyName === undefined ? {} : { companyName: form.companyName || null }),
    ...(form.companyRegisterNumber === undefined
      ? {}
      : { companyRegisterNumber: form.companyRegisterNumber || null }),
  })
  return getAccount(db, accountId)
}

/** Earlier sessions would have the longer lifetime of other accounts. */
type AuthenticatedInput = Readonly<{ accountId: number; password: string; deps: AccountDeps; now: Date }>

/**
 * Emails a code to a new address, or an email that explains why there is none. The answer does not reveal whether the
 * address has an account. Throws `form_faulty`, `password_wrong`, `no_password`, `same_email`, `too_many_requests`.
 */
export async function changeEmail(
  db: Database,
  { email, ...proven }: AuthenticatedInput & { email: string },
): Promise<void> {
  const { accountId, password, deps, now } = proven
  const fieldError = validateAccountEmail(email)
  if (fieldError) throw toFormError(fieldError)
  const newEmail = normalizeEmail(email)
  const account = await requirePassword(db, accountId, password)
  if (account.email.toLowerCase() === newEmail)
    throw refused('same_email', 'This is already your email address. Enter a new one.')
  await inTransaction(db, async (tx) => {
    await lockIfPasswordUnchanged(tx, account)
    const existing = await findAccountByEmail(tx, newEmail)
    const message = existing?.emailVerifiedAt ? addressTakenEmail : newAddressCodeEmail
    await sendCodeOrThrow(tx, {
      key: toAccountCodeKey(accountId, 'new_email'),
      to: newEmail,
      newEmail,
      message,
      deps,
      now,
    })
  })
}

/**
 * Moves the account to the address that the code was emailed to, and notifies the old one. Links and codes sent to the
 * old address become invalid. Throws `code_wrong`, `code_over`, `email_taken`.
 */
export async function confirmEmail(
  db: Database,
  { accountId, code, deps, now }: { accountId: number; code: string; deps: AccountDeps; now: Date },
): Promise<Account> {
  const key = toAccountCodeKey(accountId, 'new_email')
  const hash = requireCorrectCode(await checkCode(db, { key, code, codeSecret: deps.codeSecret, now }))
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId)
    const { newEmail } = await consumeCode(tx, key, hash)
    if (!account || newEmail === null) throw accountNotFoundError()
    await setAccountEmail(tx, account, newEmail)
    await deleteResets(tx, accountId)
    await deleteCodes(tx, [toEmailCodeKey(account.email, deps.codeSecret).subject])
    const message = addressChangedEmail(maskEmail(newEmail), `${deps.publicUrl}/contact-us`)
    const emailKey = `address-changed:${account.publicId}:${now.getTime()}`
    await deps.post(tx, [{ key: emailKey, to: account.email, message, isSecret: false }], now)
  })
  return getAccount(db, accountId)
}

async function setAccountEmail(tx: Transaction, account: Account, email: string): Promise<void> {
  // An unverified sign-up does not block the owner of the address.
  await deleteUnverifiedByEmail(tx, email)
  await updateAccount(tx, account.id, { email }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'accounts_email' ? emailTakenError() : error
  })
}

function emailTakenError(): AppError {
  return refused('email_taken', 'Another account now uses this address. Choose a different one.')
}

/**
 * Closes an account and erases its personal data here and in every feature that stores some. The address becomes free,
 * all sessions end. Orders stay, with the data they need. Throws `password_wrong`, `no_password`.
 */
export async function closeAccount(
  db: Database,
  { accountId, password, deps, now }: AuthenticatedInput,
): Promise<void> {
  const account = await requirePassword(db, accountId, password)
  await inTransaction(db, async (tx) => {
    await lockIfPasswordUnchanged(tx, account)
    await eraseAccount(tx, { account, deps, now })
  })
}

/**
 * Closes a locked account, overwrites its personal data and emails its address. Throws the errors of features that hold
 * data.
 */
export async function eraseAccount(
  tx: Transaction,
  {
    account,
    deps,
    now,
    byOperator = false,
  }: Readonly<{ account: Account; deps: AccountDeps; now: Date; byOperator?: boolean }>,
): Promise<void> {
  const { id: accountId, publicId, email } = account
  // A business with another owner keeps its name.
  const isHandedOver = await deps.hasHandedOver(tx, accountId)
  for (const { forget } of deps.holders) await forget(tx, accountId)
  await updateAccount(tx, accountId, {
    email: `${publicId}@closed.invalid`,
    passwordHash: null,
    firstName: '',
    lastName: '',
    ...(isHandedOver ? {} : { companyName: null, companyRegisterNumber: null }),
    closedAt: now,
  })
  await deleteSessions(tx, accountId)
  await deleteResets(tx, accountId)
  await deleteKnownDevices(tx, accountId)
  const subjects = [toAccountCodeKey(accountId, 'verify'), toEmailCodeKey(email, deps.codeSecret)]
  await deleteCodes(
    tx,
    subjects.map(({ subject }) => subject),
  )
  await deps.post(
    tx,
    [{ key: `closed:${publicId}`, to: email, message: accountClosedEmail(byOperator), isSecret: false }],
    now,
  )
}

/** Deletes again what other features store about accounts that were closed since then. */
export async function repeatErasure(db: Database, deps: AccountDeps, closedSince: Date): Promise<void> {
  for (const accountId of await listAccountsClosedSince(db, closedSince))
    await inTransaction(db, async (tx) => {
      for (const { forget } of deps.holders) await forget(tx, accountId)
    })
}

/** Returns other features' data of an account, by feature. */
export async function collectAccountData(
  db: Database,
  accountId: number,
  deps: AccountDeps,
): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const { name, collect } of deps.holders) data[name] = await collect(db, accountId)
  return data
}

function accountNotFoundError(): AppError {
  return notFound('user_not_found', 'User not found')
}

/** The sign-in providers of an account: exported for its owner, deleted with the account. */
export const socialData: AccountDataSource = {
  name: 'signInProviders',
  collect: async (db, accountId) =>
    (await listIdentities(db, accountId)).map(({ provider, subject, createdAt }) => ({
      provider,
      subject,
      since: createdAt.toISOString(),
    })),
  forget: deleteIdentities,
}

/** The terms an account has accepted: exported for its owner, and stored as evidence after closing. */
export const termsData: AccountDataSource = {
  name: 'acceptedTerms',
  collect: async (db, accountId) =>
    (await listAcceptances(db, accountId)).map(({ version, acceptedAt }) => ({
      version,
      acceptedAt: acceptedAt.toISOString(),
    })),
  forget: () => Promise.resolve(),
}
