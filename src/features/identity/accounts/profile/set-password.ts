import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { codeOfAddress, codeOfPerson } from '../codes/codes.ts'
import { deleteCodes, deleteResets, findReset, takeReset } from '../codes/code-queries.ts'
import { deleteKnownDevices } from '../codes/device-queries.ts'
import { passwordChanged } from '../codes/emails.ts'
import { hashPassword, isPassword, passwordFault } from '../sessions/passwords.ts'
import { findPerson, lockPerson, type Person, updatePerson } from '../people-queries.ts'
import type { AccountDesk } from '../port.ts'
import { emailFault, plainEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { faulty, makeVerified } from './sign-up.ts'
import { tokenHash } from '../sessions/tokens.ts'

/** Orders a link to set a new password. What is done here is the same for every address: a job does the rest. Throws `form_faulty`. */
export async function askResetLink(
  db: Database,
  { email, desk }: { email: string; desk: AccountDesk },
): Promise<void> {
  const fault = emailFault(email)
  if (fault) throw faulty(fault)
  await desk.enqueue(db, { job: 'accounts.mail_reset_link', input: { email: plainEmail(email) } })
}

/**
 * Sets a new password by the token of a link, which proves the address as well: all sessions end. Throws `link_over`, and
 * `form_faulty` for a password that is not good enough, which leaves the link as it is.
 */
export async function resetPassword(
  db: Database,
  { token, password, desk, now }: { token: string; password: string; desk: AccountDesk; now: Date },
): Promise<void> {
  const hash = tokenHash(token)
  const personId = await findReset(db, hash, now)
  const person = personId === undefined ? undefined : await findPerson(db, personId)
  if (!person) throw linkOver()
  const passwordHash = await goodHash(password, person.email)
  await inTransaction(db, async (tx) => {
    const locked = await lockPerson(tx, person.id)
    if (!locked || !(await takeReset(tx, hash))) throw linkOver()
    await makeVerified(tx, locked, { desk, now })
    await changeTo(tx, { person: locked, passwordHash, desk, now })
  })
}

/** What a person changes their password with. `sessionId` is the session that stays. */
export type PasswordChange = Readonly<{
  personId: number
  sessionId: number
  password: string
  newPassword: string
  desk: AccountDesk
  now: Date
}>

/** Sets a new password by the one before; all other sessions end. Throws `password_wrong`, `no_password`, `form_faulty`. */
export async function changePassword(db: Database, change: PasswordChange): Promise<void> {
  const { personId, sessionId, password, newPassword, desk, now } = change
  const person = await provenPerson(db, personId, password)
  const passwordHash = await goodHash(newPassword, person.email, 'newPassword')
  await inTransaction(db, async (tx) => {
    const locked = await unchanged(tx, person)
    await changeTo(tx, { person: locked, passwordHash, desk, now, but: sessionId })
  })
}

type NewPassword = Readonly<{
  person: Person
  passwordHash: string
  desk: AccountDesk
  now: Date
  but?: number
}>

/** Sets the hash, ends sessions, takes every other way in away that was open, and tells the person. */
async function changeTo(
  tx: Transaction,
  { person, passwordHash, desk, now, but }: NewPassword,
): Promise<void> {
  const { id: personId, email } = person
  await updatePerson(tx, personId, { passwordHash })
  await endSessions(tx, { personId, ...(but === undefined ? {} : { but }) }, now)
  await deleteResets(tx, personId)
  await deleteKnownDevices(tx, personId)
  const codes = [codeOfPerson(personId, 'new_email'), codeOfAddress(email, desk.codeSecret)]
  await deleteCodes(
    tx,
    codes.map(({ subject }) => subject),
  )
  const letter = passwordChanged(`${desk.publicUrl}/forget-password`)
  const key = `password-changed:${person.publicId}:${now.getTime()}`
  await desk.post(tx, [{ key, to: email, letter, isSecret: false }], now)
}

async function goodHash(password: string, email: string, field = 'password'): Promise<string> {
  const text = passwordFault(password, email)
  if (text) throw faulty({ field, text })
  return hashPassword(password)
}

/** The person, who has just typed the right password. Throws `password_wrong`, or `no_password` where there is none. */
export async function provenPerson(db: Database, personId: number, password: string): Promise<Person> {
  const person = await findPerson(db, personId)
  if (!person) throw notFound('user_not_found', 'User not found')
  if (person.passwordHash === null)
    throw refused('no_password', 'Your account has no password yet. Set one first, by "Forgot password".')
  if (!(await isPassword(person.passwordHash, password))) throw passwordWrong()
  return person
}

/** The same person, locked: throws `password_wrong` when the password was changed since it was proven. */
export async function unchanged(tx: Transaction, { id, passwordHash }: Person): Promise<Person> {
  const person = await lockPerson(tx, id)
  if (person?.passwordHash !== passwordHash) throw passwordWrong()
  return person
}

function passwordWrong(): AppError {
  return refused('password_wrong', 'That is not your password.')
}

function linkOver(): AppError {
  return refused('link_over', 'This link is no longer good. Please ask for a new one.')
}
