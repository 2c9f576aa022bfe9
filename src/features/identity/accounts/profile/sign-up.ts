import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AppError, invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import {
  toAccountCodeKey,
  sendCodeOrThrow,
  requireCorrectCode,
  checkCode,
  consumeCode,
} from '../codes/codes.ts'
import type { SignUpData } from '../contract.ts'
import { verificationCodeEmail } from '../codes/emails.ts'
import { hashPassword, explainWeakPassword } from '../sessions/passwords.ts'
import {
  findAccountByEmail,
  findAccountByPublicId,
  insertAccount,
  lockAccount,
  type Account,
  replaceUnverifiedAccount,
  updateAccount,
} from '../account-queries.ts'
import type { AccountDeps } from '../port.ts'
import { insertAcceptance } from '../terms/queries.ts'
import { validateAccountEmail, type FieldError, validateNames, normalizeEmail } from '../rules.ts'

/** A sign-up; `hash` replaces the hashing of the password for accounts that share a public one. */
type SignUpRequest = Readonly<{
  form: SignUpData
  deps: AccountDeps
  now: Date
  hash?: (password: string) => Promise<string>
}>

/**
 * Creates an unverified account, and emails a code to its address. It replaces an earlier unverified one completely,
 * including its public id: otherwise a stranger could choose the password of an account that the owner of the address
 * verifies later. Throws `form_faulty`, `email_taken`, `too_many_requests` within a minute of another sign-up.
 */
export async function signUp(
  db: Database,
  { form, deps, now, hash = hashPassword }: SignUpRequest,
): Promise<{ id: string }> {
  const email = normalizeEmail(form.email)
  const fieldError = validateSignUp(form, email)
  if (fieldError) throw toFormError(fieldError)
  // Checked before hashing, which costs a hundred times more.
  if ((await findAccountByEmail(db, email))?.emailVerifiedAt) throw emailTakenError()
  const passwordHash = await hash(form.password)
  return inTransaction(db, async (tx) => {
    const account = {
      publicId: newId('account', now.getTime()),
      email,
      passwordHash,
      type: form.role || ('vendor' as const),
      firstName: form.firstName,
      lastName: form.lastName,
      companyName: form.companyName || null,
      companyRegisterNumber: form.companyRegisterNumber || null,
      createdAt: now,
    }
    const id = (await insertAccount(tx, account)) ?? (await replaceUnverifiedAccount(tx, account))
    if (id === undefined) throw emailTakenError()
    const version = await deps.readTermsVersion(tx)
    await insertAcceptance(tx, { accountId: id, version, acceptedAt: now })
    await sendCodeOrThrow(tx, {
      key: toAccountCodeKey(id, 'verify'),
      to: email,
      message: verificationCodeEmail,
      deps,
      now,
    })
    return { id: account.publicId }
  })
}

function validateSignUp(form: SignUpData, email: string): FieldError | undefined {
  const password = explainWeakPassword(form.password, email)
  return (
    validateNames(form) ??
    validateAccountEmail(form.email) ??
    (password ? { field: 'password', text: password } : undefined)
  )
}

/** Returns the refusal of a form, with the field. */
export function toFormError({ field, text }: FieldError): AppError {
  return invalid('form_faulty', text, { field })
}

function emailTakenError(): AppError {
  return refused('email_taken', 'This email is already registered. Sign in, or set a new password.')
}

/** Counts an email to an address, of any account. Throws `too_many_requests` beyond its mailbox's limit. */
export type CountEmail = (email: string) => Promise<void>

/** Emails a fresh code to an account that is not verified. Throws `user_not_found`, `already_verified`, `too_many_requests`. */
export async function resendCode(
  db: Database,
  { id, countMail, deps, now }: { id: string; countMail: CountEmail; deps: AccountDeps; now: Date },
): Promise<void> {
  await countMail((await getUnverifiedAccount(db, id)).email)
  await inTransaction(db, async (tx) => {
    const account = await getUnverifiedAccount(tx, id)
    const key = toAccountCodeKey(account.id, 'verify')
    await sendCodeOrThrow(tx, { key, to: account.email, message: verificationCodeEmail, deps, now })
  })
}

/** Verifies an address by the emailed code. Throws `user_not_found`, `already_verified`, `code_wrong`, `code_over`. */
export async function verifyByCode(
  db: Database,
  { id, code, deps, now }: { id: string; code: string; deps: AccountDeps; now: Date },
): Promise<void> {
  const account = await getUnverifiedAccount(db, id)
  const key = toAccountCodeKey(account.id, 'verify')
  const hash = requireCorrectCode(await checkCode(db, { key, code, codeSecret: deps.codeSecret, now }))
  await inTransaction(db, async (tx) => {
    const lockedAccount = await lockAccount(tx, account.id)
    // The address was signed up again meanwhile: the code was not for that sign-up.
    if (lockedAccount?.publicId !== id) throw notFound('user_not_found', 'User not found')
    await consumeCode(tx, key, hash)
    await markVerified(tx, lockedAccount, { deps, now })
  })
}

async function getUnverifiedAccount(db: Database | Transaction, publicId: string): Promise<Account> {
  const account = await findAccountByPublicId(db, publicId)
  if (!account) throw notFound('user_not_found', 'User not found')
  if (account.emailVerifiedAt) throw refused('already_verified', 'Your email is already verified. Sign in.')
  return account
}

/** Marks the address as verified; a supplier gets a store. Verified accounts are unchanged. */
export async function markVerified(
  tx: Transaction,
  account: Account,
  { deps, now }: { deps: AccountDeps; now: Date },
): Promise<void> {
  if (account.emailVerifiedAt) return
  await updateAccount(tx, account.id, { emailVerifiedAt: now })
  if (account.type !== 'manufacturer') return
  await deps.createStore(tx, { ownerId: account.id, name: account.companyName, contactEmail: account.email })
}
