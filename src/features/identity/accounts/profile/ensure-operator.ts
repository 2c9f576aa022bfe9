import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { invalid, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { hashPassword, explainWeakPassword } from '../sessions/passwords.ts'
import {
  findAccountByEmail,
  insertAccount,
  lockAccount,
  type Account,
  replaceUnverifiedAccount,
  updateAccount,
} from '../account-queries.ts'
import { validateAccountEmail, normalizeEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { createToken } from '../sessions/tokens.ts'

/**
 * The input of an operator; without a password an existing account keeps its own, and a new one gets a generated one.
 */
export type OperatorInput = Readonly<{ email: string; password: string | undefined; now: Date }>

/** The result; `password` is a generated one, shown once. */
export type OperatorResult = Readonly<{ isNew: boolean; password: string | undefined }>

/**
 * Creates an operator, or makes an existing account one; the address counts as verified. A sign-up that was never verified is
 * deleted, as a stranger may have chosen its password. Throws `form_faulty`.
 */
export async function ensureOperator(
  db: Database,
  { email, password, now }: OperatorInput,
): Promise<OperatorResult> {
  const problem =
    validateAccountEmail(email)?.text ??
    (password === undefined ? undefined : explainWeakPassword(password, normalizeEmail(email)))
  if (problem) throw invalid('form_faulty', problem)
  const address = normalizeEmail(email)
  const existing = await findAccountByEmail(db, address)
  const isNew = !existing?.emailVerifiedAt
  const generatedPassword =
    password === undefined && (isNew || existing.passwordHash === null) ? createToken() : undefined
  const newPassword = password ?? generatedPassword
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)
  await inTransaction(db, async (tx) => {
    if (isNew) await insertOperator(tx, { address, passwordHash, now })
    else await promoteAccount(tx, existing, { passwordHash, now })
  })
  return { isNew, password: generatedPassword }
}

/**
 * Creates the account of an operator, who may have no password yet. Throws `form_faulty`, and `email_taken` if the
 * address has an account: an invitation does not turn a vendor's or supplier's account into an operator's.
 */
export async function createOperatorAccount(
  tx: Transaction,
  {
    email,
    firstName,
    lastName,
    passwordHash,
    now,
  }: Readonly<{ email: string; firstName: string; lastName: string; passwordHash?: string; now: Date }>,
): Promise<Account> {
  const problem = validateAccountEmail(email)
  if (problem) throw invalid('form_faulty', problem.text, { field: 'email' })
  const address = normalizeEmail(email)
  const operator = { ...toOperator({ address, passwordHash, now }), firstName, lastName }
  const id = (await insertAccount(tx, operator)) ?? (await replaceUnverifiedAccount(tx, operator))
  const account = id === undefined ? undefined : await lockAccount(tx, id)
  if (!account)
    throw refused('email_taken', 'This address has an account already. Use another address for the operator.')
  return account
}

/** Returns the hash of a new password. Throws `form_faulty` where it is too weak. */
export async function hashNewPassword(email: string, password: string): Promise<string> {
  const problem = explainWeakPassword(password, normalizeEmail(email))
  if (problem) throw invalid('form_faulty', problem, { field: 'password' })
  return hashPassword(password)
}

type OperatorCredentials = Readonly<{ passwordHash: string | undefined; now: Date }>

async function insertOperator(
  tx: Transaction,
  credentials: OperatorCredentials & { address: string },
): Promise<void> {
  const operator = toOperator(credentials)
  const id = (await insertAccount(tx, operator)) ?? (await replaceUnverifiedAccount(tx, operator))
  if (id === undefined) throw new Error('somebody else took this address just now: please try again')
}

function toOperator({ address, passwordHash, now }: OperatorCredentials & { address: string }) {
  return {
    publicId: newId('account', now.getTime()),
    email: address,
    emailVerifiedAt: now,
    passwordHash: passwordHash ?? null,
    type: 'operator' as const,
    firstName: 'Operator',
    lastName: '',
    companyName: null,
    companyRegisterNumber: null,
    createdAt: now,
  }
}

async function promoteAccount(
  tx: Transaction,
  { id }: Account,
  { passwordHash, now }: OperatorCredentials,
): Promise<void> {
  await lockAccount(tx, id)
  await updateAccount(tx, id, { type: 'operator', ...(passwordHash === undefined ? {} : { passwordHash }) })
  // Earlier sessions would keep the longer lifetime of other accounts.
  await endSessions(tx, { accountId: id }, now)
}
