import { createHmac } from 'node:crypto'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { isEmail, maskedEmail } from '#core/email.ts'
import { AppError, refused, unavailable } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { asOneLine } from '#core/typed-text.ts'
import type { CodeKey } from '../codes/code-queries.ts'
import { mailCode, rightCode, tryCode, useCode } from '../codes/codes.ts'
import type { UserDataData } from '../contract.ts'
import type { Device } from '../sessions/open-session.ts'
import { findPersonByEmail, insertPerson, lockPerson, type Person, updatePerson } from '../people-queries.ts'
import type { AccountDesk, ProviderAccount, ProviderName } from '../port.ts'
import { plainEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { signedIn } from '../sessions/sign-in.ts'
import { makeVerified } from '../profile/sign-up.ts'
import { PROVIDER_NAMES, providerLinked, socialCode } from './emails.ts'
import { findIdentity, hasOtherIdentity, type IdentityKey, insertIdentity } from './queries.ts'
import { decideSocialSignIn, type SocialDecision } from './rules.ts'

/** Somebody whom a provider has vouched for, and what they typed besides. */
export type SocialSignIn = Readonly<{
  provider: ProviderName
  account: ProviderAccount
  /** Where the provider knows no address; empty if nothing was typed. */
  typedEmail: string
  /** The mailed code; empty if there is none yet. */
  code: string
  device: Device
  desk: AccountDesk
  now: Date
  /** Counts a mail, or a try of a code, for an address; throws when it is one too many. */
  /** Counts a mail to an address, and a try of a code for a subject. */
  countMail(email: string): Promise<unknown>
  countTry(subject: string): Promise<void>
}>

/** What is known of the address. */
type Proven = Readonly<{
  email: string | undefined
  proof: ProviderAccount['emailProof'] | 'code'
  code?: RightCode
}>

type RightCode = Readonly<{ key: CodeKey; hash: Uint8Array }>

/**
 * Signs in whom a provider has vouched for: by the provider's id, else by an account that is linked or made (see
 * `decideSocialSignIn`). Throws `email_needed` or `email_unconfirmed` (409) for what has to be typed first, `code_wrong`,
 * `code_over`, `account_closed` (403). Nothing here asks another server.
 */
export async function signInBySocial(
  db: Database,
  sign: SocialSignIn,
): Promise<{ userData: UserDataData; isNew: boolean }> {
  const address = addressOf(sign)
  const code = await triedCode(db, sign, address.email)
  const proven: Proven = code ? { ...address, proof: 'code', code } : address
  const done = (await attempt(db, sign, proven)) ?? (await attempt(db, sign, proven))
  if (!done) throw busy()
  if ('userData' in done) return done
  throw await askForCode(db, sign, done.unconfirmed)
}

type Done = Readonly<{ userData: UserDataData; isNew: boolean }> | Readonly<{ unconfirmed: string }>

/** One attempt; undefined when somebody else did the same meanwhile, which the next attempt then finds done. */
async function attempt(db: Database, sign: SocialSignIn, proven: Proven): Promise<Done | undefined> {
  try {
    return await inTransaction(db, async (tx) => {
      const decision = await decide(tx, sign, proven)
      if (decision.action === 'refuse_closed') throw closed()
      if (decision.action === 'ask_email') throw emailNeeded(sign.provider)
      if (decision.action === 'confirm_email') return { unconfirmed: decision.email }
      const { code } = proven
      if (code && decision.action !== 'sign_in') await useCode(tx, code.key, code.hash)
      const person = await carryOut(tx, sign, decision)
      return { userData: await signedIn(tx, person, sign), isNew: decision.action === 'create' }
    })
  } catch (error) {
    if (error === OUTRUN) return undefined
    throw error
  }
}

/** Thrown where another request has just done the same: the database tells them apart. */
const OUTRUN = new Error('the same sign-in was quicker elsewhere')

/** The provider's address; what was typed only where there is none, and then it proves nothing. */
function addressOf({ account, typedEmail }: SocialSignIn): Proven {
  const told = account.email ?? ''
  const email = plainEmail(told)
  if (isEmail(email)) {
    // An address of other signs that only look the same after `plainEmail` is somebody else's.
    const isSame = email === told.trim().toLowerCase()
    return { email, proof: isSame ? account.emailProof : 'none' }
  }
  const typed = plainEmail(typedEmail)
  return { email: isEmail(typed) ? typed : undefined, proof: 'none' }
}

/** A code is for this sign-in and this address only. The key is a hash, as addresses do not stand among the codes. */
function codeKey({ provider, account, desk }: SocialSignIn, email: string): CodeKey {
  const about = JSON.stringify(['social', provider, account.subject, email])
  const subject = createHmac('sha256', desk.codeSecret).update(about).digest('hex')
  return { subject: `social:${subject}`, purpose: 'social' }
}

/** The code that was typed, when it is right; undefined for who needs none. */
async function triedCode(
  db: Database,
  sign: SocialSignIn,
  email: string | undefined,
): Promise<RightCode | undefined> {
  const { code, desk, now } = sign
  if (code === '' || email === undefined || (await findIdentity(db, identityOf(sign)))) return undefined
  const key = codeKey(sign, email)
  await sign.countTry(key.subject)
  return { key, hash: rightCode(await tryCode(db, { key, code, codeSecret: desk.codeSecret, now })) }
}

async function decide(
  tx: Transaction,
  sign: SocialSignIn,
  { email, proof }: Proven,
): Promise<SocialDecision> {
  const identity = identityOf(sign)
  const known = await findIdentity(tx, identity)
  const found = known || email === undefined ? undefined : await findPersonByEmail(tx, email)
  const locked = found && (await lockPerson(tx, found.id))
  // The address may have moved while the lock was waited for.
  const person = locked && plainEmail(locked.email) === email ? locked : undefined
  const local = person && {
    personId: person.id,
    isVerified: person.emailVerifiedAt !== null,
    hasOther: await hasOtherIdentity(tx, person.id, identity),
  }
  return decideSocialSignIn({ known, email, local, proof })
}

type Doable = Extract<SocialDecision, { action: 'sign_in' | 'link' | 'create' }>

/** Does what was decided; gives whose session is to be opened. */
async function carryOut(tx: Transaction, sign: SocialSignIn, decision: Doable): Promise<Person> {
  if (decision.action === 'create') return createVendor(tx, sign, decision.email)
  const person = await lockPerson(tx, decision.personId)
  if (!person) throw closed()
  return decision.action === 'link' ? link(tx, sign, { person, claim: decision.claim }) : person
}

async function createVendor(tx: Transaction, sign: SocialSignIn, email: string): Promise<Person> {
  const { account, now } = sign
  const id = await insertPerson(tx, {
    publicId: newId('person', now.getTime()),
    email,
    emailVerifiedAt: now,
    type: 'vendor',
    firstName: nameOf(account.firstName) || nameOf(email.split('@')[0] ?? ''),
    lastName: nameOf(account.lastName),
    createdAt: now,
  })
  const person = id === undefined ? undefined : await lockPerson(tx, id)
  if (!person || !(await insertIdentity(tx, { ...identityOf(sign), personId: person.id, createdAt: now })))
    throw OUTRUN
  return person
}

/**
 * Connects an account with the provider, and tells its owner. Of an account whose address nobody had proven, whoever proves it
 * takes over nothing that a stranger chose: the password goes, sessions end.
 */
async function link(
  tx: Transaction,
  sign: SocialSignIn,
  { person, claim }: { person: Person; claim: boolean },
): Promise<Person> {
  const { provider, desk, now } = sign
  if (!(await insertIdentity(tx, { ...identityOf(sign), personId: person.id, createdAt: now }))) throw OUTRUN
  if (claim) {
    await updatePerson(tx, person.id, { passwordHash: null })
    await endSessions(tx, { personId: person.id }, now)
    await makeVerified(tx, person, { desk, now })
  }
  const letter = providerLinked(provider, { supportUrl: `${desk.publicUrl}/contact-us`, isClaimed: claim })
  const key = `linked:${provider}:${person.publicId}:${now.getTime()}`
  await desk.post(tx, [{ key, to: person.email, letter, isSecret: false }], now)
  return person
}

/** Mails a code, at most one a minute, and gives the refusal that asks for it. */
async function askForCode(db: Database, sign: SocialSignIn, email: string): Promise<AppError> {
  const { provider, desk, now } = sign
  await sign.countMail(email)
  const key = codeKey(sign, email)
  const letter = (code: string) => socialCode(provider, code)
  const isMailed = await inTransaction(db, (tx) => mailCode(tx, { key, to: email, letter, desk, now }))
  const masked = maskedEmail(email)
  const text = isMailed
    ? `We have mailed a code to ${masked}: enter it here to show that the address is yours.`
    : `A code was mailed to ${masked} a moment ago: enter it here. You can ask for another one in a minute.`
  return refused('email_unconfirmed', text, { email: masked })
}

function identityOf({ provider, account }: SocialSignIn): IdentityKey {
  return { provider, subject: account.subject }
}

const LONGEST_NAME = 100

/** A name as a provider gives it, made fit to be kept. */
function nameOf(told: string): string {
  return Array.from(asOneLine(told)).slice(0, LONGEST_NAME).join('').trim()
}

function emailNeeded(provider: ProviderName): AppError {
  const name = PROVIDER_NAMES[provider]
  return refused('email_needed', `${name} does not tell us an e-mail address of yours. Please enter one.`)
}

function closed(): AppError {
  return new AppError(
    'forbidden',
    'account_closed',
    'The account of this sign-in is closed. You can sign up anew with your e-mail address and a password.',
  )
}

function busy(): AppError {
  return unavailable('sign_in_busy', 'You are being signed in elsewhere just now. Please try again.')
}
