import { inTransaction, relaxed, type Database, type Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { codeOfPerson, codeOfRequest, mailCode, tryCode, useCode, wrongCode } from '../codes/codes.ts'
import type { UserDataData } from '../contract.ts'
import { verifyAddress } from '../codes/emails.ts'
import { openSession, userNotFound, type Device } from './open-session.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { findPersonByEmail, lockPerson, type Person, replaceHash, updatePerson } from '../people-queries.ts'
import type { AccountDesk } from '../port.ts'
import type { Requester } from './requester.ts'
import { emailFault, plainEmail } from '../rules.ts'
import { type CountMail, faulty, makeVerified } from '../profile/sign-up.ts'

/** What a sign-in is done with. */
type Around = Readonly<{ device: Device; desk: AccountDesk; now: Date }>

/** Who is signed in now; or the public id of somebody whose address must be verified first. */
export type SignInOutcome = Readonly<{ userData: UserDataData }> | Readonly<{ unverifiedId: string }>

/**
 * Signs in by password. Whether the address is unknown or the password wrong, the answer and the work are the same: throws
 * `user_not_found` (401). An account that is not verified gets a fresh code, unless it had one a minute ago or its mailbox has
 * had enough of them.
 */
export async function signInByPassword(
  db: Database,
  {
    email,
    password,
    countMail,
    ...around
  }: Around & { email: string; password: string; countMail: CountMail },
): Promise<SignInOutcome> {
  const person = await findPersonByEmail(db, plainEmail(email))
  const isRight = await isPassword(person?.passwordHash, password)
  if (!person?.passwordHash || !isRight) throw userNotFound()
  if (!person.emailVerifiedAt) {
    if (await isWithinLimit(countMail(person.email))) await mailVerifyCode(db, person, around)
    return { unverifiedId: person.publicId }
  }
  const passwordHash = await freshHash(db, { id: person.id, passwordHash: person.passwordHash }, password)
  // The hash took its time: meanwhile the password may have been changed, and all sessions ended. A sign-in that a power cut
  // takes is done again: its commit does not wait for the disk.
  return { userData: await signedIn(relaxed(db), { ...person, passwordHash }, { ...around, passwordHash }) }
}

async function mailVerifyCode(db: Database, person: Person, { desk, now }: Around): Promise<void> {
  const key = codeOfPerson(person.id, 'verify')
  await inTransaction(db, (tx) => mailCode(tx, { key, to: person.email, letter: verifyAddress, desk, now }))
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

/** The person's hash by today's parameters. */
async function freshHash(
  db: Database,
  { id, passwordHash }: Readonly<{ id: number; passwordHash: string }>,
  password: string,
): Promise<string> {
  if (!isOutdated(passwordHash)) return passwordHash
  const better = await hashPassword(password)
  await replaceHash(db, id, [passwordHash, better])
  return better
}

/** Orders a code to sign in by. What is done here is the same for every address, known or not: a job does the rest. Throws `form_faulty`. */
export async function askLoginCode(
  db: Database,
  { email, requester, desk }: { email: string; requester: Requester; desk: AccountDesk },
): Promise<void> {
  const fault = emailFault(email)
  if (fault) throw faulty(fault)
  const { channel, isKnown: isKnownDevice } = requester
  const input = { email: plainEmail(email), channel, isKnownDevice }
  await desk.enqueue(db, { job: 'accounts.mail_login_code', input })
}

/**
 * Signs in by a mailed code, on the device that requested it. That proves the address; where it was not verified, the password is taken away with it, as nobody
 * knows who chose it. Throws `code_wrong` whatever is wrong with the code, or the address.
 */
export async function signInByCode(
  db: Database,
  { email, code, requester, ...around }: Around & { email: string; code: string; requester: Requester },
): Promise<{ userData: UserDataData }> {
  const { desk, now } = around
  const address = plainEmail(email)
  const key = codeOfRequest(address, requester.channel, desk.codeSecret)
  const tried = await tryCode(db, { key, code, codeSecret: desk.codeSecret, now })
  if (tried.is !== 'right') throw notGood()
  return inTransaction(db, async (tx) => {
    const found = await findPersonByEmail(tx, address)
    const person = found && (await lockPerson(tx, found.id))
    if (!person || plainEmail(person.email) !== address) throw notGood()
    await useCode(tx, key, tried.hash)
    if (!person.emailVerifiedAt) await updatePerson(tx, person.id, { passwordHash: null })
    await makeVerified(tx, person, { desk, now })
    return { userData: await signedIn(tx, person, around) }
  })
}

/** Opens a session and says who it is whose it is (ENT-01 to ENT-03). */
export async function signedIn(
  db: Queryable,
  person: Person,
  { device, now, passwordHash }: Pick<Around, 'device' | 'now'> & { passwordHash?: string },
): Promise<UserDataData> {
  const opening = {
    personId: person.id,
    device,
    now,
    ...(passwordHash === undefined ? {} : { passwordHash }),
  }
  const { accessToken, refreshToken } = await openSession(db, opening)
  const { publicId: id, email, firstName, lastName, type, companyName, companyRegisterNumber } = person
  return {
    accessToken,
    refreshToken,
    email,
    firstName,
    lastName,
    type,
    id,
    isActive: true,
    ...(type === 'vendor' && companyName !== null ? { companyName } : {}),
    ...(type === 'vendor' && companyRegisterNumber !== null ? { companyRegisterNumber } : {}),
  }
}

function notGood(): AppError {
  return wrongCode(
    'That code is not right, or no longer good. Please look at the latest mail, or ask for a new code.',
  )
}
