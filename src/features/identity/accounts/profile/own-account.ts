import { inTransaction, violatedConstraint, type Database, type Transaction } from '#database/database.ts'
import { maskedEmail } from '#core/email.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { deleteCodes, deleteResets } from '../codes/code-queries.ts'
import { codeOfAddress, codeOfPerson, mailCodeOrSay, rightCode, tryCode, useCode } from '../codes/codes.ts'
import type { ProfileFormData } from '../contract.ts'
import { deleteKnownDevices } from '../codes/device-queries.ts'
import { accountClosed, addressChanged, addressHasAccount, newAddressCode } from '../codes/emails.ts'
import {
  deleteUnverifiedOf,
  findPerson,
  findPersonByEmail,
  listClosedSince,
  lockPerson,
  type Person,
  updatePerson,
} from '../people-queries.ts'
import type { AccountDesk } from '../port.ts'
import { emailFault, nameFault, plainEmail } from '../rules.ts'
import { deleteSessions } from '../sessions/session-queries.ts'
import { provenPerson, unchanged } from './set-password.ts'
import { faulty } from './sign-up.ts'

/** The person as kept now. Throws `user_not_found`. */
export async function getPerson(db: Database, personId: number): Promise<Person> {
  const person = await findPerson(db, personId)
  if (!person) throw gone()
  return person
}

/** Changes names and, where it is sent, company data; gives the person as kept then. Throws `form_faulty`. */
export async function updateProfile(db: Database, personId: number, form: ProfileFormData): Promise<Person> {
  const fault = nameFault(form)
  if (fault) throw faulty(fault)
  await updatePerson(db, personId, {
    firstName: form.firstName,
    lastName: form.lastName,
    ...(form.companyName === undefined ? {} : { companyName: form.companyName || null }),
    ...(form.companyRegisterNumber === undefined
      ? {}
      : { companyRegisterNumber: form.companyRegisterNumber || null }),
  })
  return getPerson(db, personId)
}

/** What somebody does to their account with their password. */
type Proven = Readonly<{ personId: number; password: string; desk: AccountDesk; now: Date }>

/**
 * Mails a code to a new address, or a letter of the same work that says why there is none: nobody is told who has an account.
 * Throws `form_faulty`, `password_wrong`, `no_password`, `same_email`, `too_many_requests`.
 */
export async function changeEmail(
  db: Database,
  { email, ...proven }: Proven & { email: string },
): Promise<void> {
  const { personId, password, desk, now } = proven
  const fault = emailFault(email)
  if (fault) throw faulty(fault)
  const newEmail = plainEmail(email)
  const person = await provenPerson(db, personId, password)
  if (person.email.toLowerCase() === newEmail) throw refused('same_email', 'That is your address already.')
  await inTransaction(db, async (tx) => {
    await unchanged(tx, person)
    const other = await findPersonByEmail(tx, newEmail)
    const letter = other?.emailVerifiedAt ? addressHasAccount : newAddressCode
    await mailCodeOrSay(tx, {
      key: codeOfPerson(personId, 'new_email'),
      to: newEmail,
      newEmail,
      letter,
      desk,
      now,
    })
  })
}

/**
 * Moves the account to the address that the code was mailed to, and tells the old one. Links and codes that went to the old
 * address are over. Throws `code_wrong`, `code_over`, `email_taken`.
 */
export async function confirmEmail(
  db: Database,
  { personId, code, desk, now }: { personId: number; code: string; desk: AccountDesk; now: Date },
): Promise<Person> {
  const key = codeOfPerson(personId, 'new_email')
  const hash = rightCode(await tryCode(db, { key, code, codeSecret: desk.codeSecret, now }))
  await inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, personId)
    const { newEmail } = await useCode(tx, key, hash)
    if (!person || newEmail === null) throw gone()
    await moveTo(tx, person, newEmail)
    await deleteResets(tx, personId)
    await deleteCodes(tx, [codeOfAddress(person.email, desk.codeSecret).subject])
    const letter = addressChanged(maskedEmail(newEmail), `${desk.publicUrl}/contact-us`)
    const mailKey = `address-changed:${person.publicId}:${now.getTime()}`
    await desk.post(tx, [{ key: mailKey, to: person.email, letter, isSecret: false }], now)
  })
  return getPerson(db, personId)
}

async function moveTo(tx: Transaction, person: Person, email: string): Promise<void> {
  // A sign-up that nobody has verified does not keep the owner of the address from it.
  await deleteUnverifiedOf(tx, email)
  await updatePerson(tx, person.id, { email }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'people_email' ? taken() : error
  })
}

function taken(): AppError {
  return refused('email_taken', 'This address has an account of its own meanwhile.')
}

/**
 * Closes an account: what says who the person was is overwritten, here and wherever else the shop keeps something about them;
 * the address is free, all sessions end. Orders stay, with what they need. Throws `password_wrong`, `no_password`.
 */
export async function closeAccount(db: Database, { personId, password, desk, now }: Proven): Promise<void> {
  const person = await provenPerson(db, personId, password)
  const { publicId, email } = person
  await inTransaction(db, async (tx) => {
    await unchanged(tx, person)
    for (const { forget } of desk.holders) await forget(tx, personId)
    await updatePerson(tx, personId, {
      email: `${publicId}@closed.invalid`,
      passwordHash: null,
      firstName: '',
      lastName: '',
      companyName: null,
      companyRegisterNumber: null,
      closedAt: now,
    })
    await deleteSessions(tx, personId)
    await deleteResets(tx, personId)
    await deleteKnownDevices(tx, personId)
    const subjects = [codeOfPerson(personId, 'verify'), codeOfAddress(email, desk.codeSecret)]
    await deleteCodes(
      tx,
      subjects.map(({ subject }) => subject),
    )
    await desk.post(
      tx,
      [{ key: `closed:${publicId}`, to: email, letter: accountClosed(), isSecret: false }],
      now,
    )
  })
}

/** Forgets once more what the other parts of the shop keep about those who have closed their accounts since then. */
export async function forgetAgain(db: Database, desk: AccountDesk, closedSince: Date): Promise<void> {
  for (const personId of await listClosedSince(db, closedSince))
    await inTransaction(db, async (tx) => {
      for (const { forget } of desk.holders) await forget(tx, personId)
    })
}

/** What the other parts of the shop keep about a person, by their names. */
export async function collectOwnData(
  db: Database,
  personId: number,
  desk: AccountDesk,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name, collect } of desk.holders) found[name] = await collect(db, personId)
  return found
}

function gone(): AppError {
  return notFound('user_not_found', 'User not found')
}
