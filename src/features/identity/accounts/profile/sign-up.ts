import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { type AppError, invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { codeOfPerson, mailCodeOrSay, rightCode, tryCode, useCode } from '../codes/codes.ts'
import type { SignUpData } from '../contract.ts'
import { verifyAddress } from '../codes/emails.ts'
import { hashPassword, passwordFault } from '../sessions/passwords.ts'
import {
  findPersonByEmail,
  findPersonByPublicId,
  insertPerson,
  lockPerson,
  type Person,
  replaceUnverified,
  updatePerson,
} from '../people-queries.ts'
import type { AccountDesk } from '../port.ts'
import { insertAcceptance } from '../terms/queries.ts'
import { emailFault, type Fault, nameFault, plainEmail } from '../rules.ts'

/** A sign-up; `hash` makes the stored hash of the password, where accounts share one that everybody knows. */
type SignUp = Readonly<{
  form: SignUpData
  desk: AccountDesk
  now: Date
  hash?: (password: string) => Promise<string>
}>

/**
 * Opens an account that is not verified yet, and mails a code to its address. Of an earlier one that was never verified nothing
 * stays, not even its public id: who signed up for a stranger's address cannot have that stranger verify a password that is
 * not theirs. Throws `form_faulty`, `email_taken`, `too_many_requests` within a minute of another sign-up.
 */
export async function signUp(
  db: Database,
  { form, desk, now, hash = hashPassword }: SignUp,
): Promise<{ id: string }> {
  const email = plainEmail(form.email)
  const fault = signUpFault(form, email)
  if (fault) throw faulty(fault)
  // Before the hash is made, which costs a hundred times more.
  if ((await findPersonByEmail(db, email))?.emailVerifiedAt) throw taken()
  const passwordHash = await hash(form.password)
  return inTransaction(db, async (tx) => {
    const person = {
      publicId: newId('person', now.getTime()),
      email,
      passwordHash,
      type: form.role || ('vendor' as const),
      firstName: form.firstName,
      lastName: form.lastName,
      companyName: form.companyName || null,
      companyRegisterNumber: form.companyRegisterNumber || null,
      createdAt: now,
    }
    const id = (await insertPerson(tx, person)) ?? (await replaceUnverified(tx, person))
    if (id === undefined) throw taken()
    await insertAcceptance(tx, { personId: id, version: desk.termsVersion, acceptedAt: now })
    await mailCodeOrSay(tx, { key: codeOfPerson(id, 'verify'), to: email, letter: verifyAddress, desk, now })
    return { id: person.publicId }
  })
}

function signUpFault(form: SignUpData, email: string): Fault | undefined {
  const password = passwordFault(form.password, email)
  return (
    nameFault(form) ??
    emailFault(form.email) ??
    (password ? { field: 'password', text: password } : undefined)
  )
}

/** What is wrong with a form, said at its field. */
export function faulty({ field, text }: Fault): AppError {
  return invalid('form_faulty', text, { field })
}

function taken(): AppError {
  return refused('email_taken', 'This email is already registered. Please sign in, or set a new password.')
}

/** Counts a mail to an address, of whichever account. Throws `too_many_requests` when its mailbox has had enough. */
export type CountMail = (email: string) => Promise<void>

/** Mails a fresh code to an account that is not verified. Throws `user_not_found`, `already_verified`, `too_many_requests`. */
export async function resendCode(
  db: Database,
  { id, countMail, desk, now }: { id: string; countMail: CountMail; desk: AccountDesk; now: Date },
): Promise<void> {
  await countMail((await unverified(db, id)).email)
  await inTransaction(db, async (tx) => {
    const person = await unverified(tx, id)
    const key = codeOfPerson(person.id, 'verify')
    await mailCodeOrSay(tx, { key, to: person.email, letter: verifyAddress, desk, now })
  })
}

/** Verifies an address by the mailed code. Throws `user_not_found`, `already_verified`, `code_wrong`, `code_over`. */
export async function verifyByCode(
  db: Database,
  { id, code, desk, now }: { id: string; code: string; desk: AccountDesk; now: Date },
): Promise<void> {
  const person = await unverified(db, id)
  const key = codeOfPerson(person.id, 'verify')
  const hash = rightCode(await tryCode(db, { key, code, codeSecret: desk.codeSecret, now }))
  await inTransaction(db, async (tx) => {
    const now_ = await lockPerson(tx, person.id)
    // Somebody signed up anew for the address meanwhile: the code was not for that.
    if (now_?.publicId !== id) throw notFound('user_not_found', 'User not found')
    await useCode(tx, key, hash)
    await makeVerified(tx, now_, { desk, now })
  })
}

async function unverified(db: Database | Transaction, publicId: string): Promise<Person> {
  const person = await findPersonByPublicId(db, publicId)
  if (!person) throw notFound('user_not_found', 'User not found')
  if (person.emailVerifiedAt)
    throw refused('already_verified', 'Your email is verified already. Please sign in.')
  return person
}

/** Notes that the address is the person's own; a manufacturer gets a store. Those whose address was verified stay as they are. */
export async function makeVerified(
  tx: Transaction,
  person: Person,
  { desk, now }: { desk: AccountDesk; now: Date },
): Promise<void> {
  if (person.emailVerifiedAt) return
  await updatePerson(tx, person.id, { emailVerifiedAt: now })
  if (person.type !== 'manufacturer') return
  await desk.foundStore(tx, { ownerId: person.id, name: person.companyName, contactEmail: person.email })
}
