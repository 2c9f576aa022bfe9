import { createHmac } from 'node:crypto'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { isEmail, maskEmail } from '#core/emails/email.ts'
import { AppError, refused, unavailable } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { CodeKey } from '../codes/code-queries.ts'
import { sendCode, requireCorrectCode, checkCode, consumeCode } from '../codes/codes.ts'
import type { Device } from '../sessions/open-session.ts'
import {
  findAccountByEmail,
  insertAccount,
  lockAccount,
  type Account,
  updateAccount,
  findAccountById,
} from '../account-queries.ts'
import type { AccountDeps, ProviderAccount, ProviderName } from '../port.ts'
import { normalizeEmail } from '../rules.ts'
import { endSessions } from '../sessions/session-queries.ts'
import { openUserSession, type SignInResult } from '../sessions/sign-in.ts'
import { markVerified } from '../profile/sign-up.ts'
import { PROVIDER_NAMES, providerLinkedEmail, socialCodeEmail, providerUnlinkedEmail } from './emails.ts'
import {
  findIdentity,
  hasOtherIdentity,
  type IdentityKey,
  insertIdentity,
  deleteIdentity,
} from './queries.ts'
import { decideSocialSignIn, type SocialDecision } from './rules.ts'
import { addMs } from '#core/time.ts'

/** A sign-in verified by a provider, with what the user typed. */
export type SocialSignIn = Readonly<{
  provider: ProviderName
  account: ProviderAccount
  /** The typed address, used if the provider knows none; empty if nothing was typed. */
  typedEmail: string
  /** The emailed code; empty if there is none yet. */
  code: string
  device: Device
  deps: AccountDeps
  now: Date
  /** Counts an email, or a try of a code, for an address; throws when it is one too many. */
  /** Counts an email to an address, and a try of a code for a subject. */
  countMail(email: string): Promise<unknown>
  countTry(subject: string): Promise<void>
}>

/** The proof of an address. */
type AddressProof = Readonly<{
  email: string | undefined
  proof: ProviderAccount['emailProof'] | 'code'
  code?: CorrectCode
}>

type CorrectCode = Readonly<{ key: CodeKey; hash: Uint8Array }>

/**
 * Signs in an account that a provider has verified, linking or creating it. The provider's id is checked first (see
 * `decideSocialSignIn`). Throws `email_needed` or `email_unconfirmed` (409) for missing input, `code_wrong`,
 * `code_over`, `account_closed` (403). It calls no other server.
 */
export async function signInBySocial(
  db: Database,
  signIn: SocialSignIn,
): Promise<SignInResult & { isNew: boolean }> {
  const address = resolveAddress(signIn)
  const code = await checkTypedCode(db, signIn, address.email)
  const addressProof: AddressProof = code ? { ...address, proof: 'code', code } : address
  const outcome =
    (await attemptSignIn(db, signIn, addressProof)) ?? (await attemptSignIn(db, signIn, addressProof))
  if (!outcome) throw busyError()
  if (!('unconfirmed' in outcome)) return outcome
  throw await requestCode(db, signIn, outcome.unconfirmed)
}

type AttemptOutcome = (SignInResult & Readonly<{ isNew: boolean }>) | Readonly<{ unconfirmed: string }>

/** Makes one attempt; returns undefined if another request did the same, which the next attempt finds. */
async function attemptSignIn(
  db: Database,
  signIn: SocialSignIn,
  addressProof: AddressProof,
): Promise<AttemptOutcome | undefined> {
  try {
    return await inTransaction(db, async (tx) => {
      const decision = await decideSignIn(tx, signIn, addressProof)
      if (decision.action === 'refuse_closed') throw accountClosedError()
      if (decision.action === 'ask_email') throw emailNeededError(signIn.provider)
      if (decision.action === 'confirm_email') return { unconfirmed: decision.email }
      const { code } = addressProof
      if (code && decision.action !== 'sign_in') await consumeCode(tx, code.key, code.hash)
      const account = await executeDecision(tx, signIn, decision)
      return { ...(await openUserSession(tx, account, signIn)), isNew: decision.action === 'create' }
    })
  } catch (error) {
    if (error === CONCURRENT_SIGN_IN) return undefined
    throw error
  }
}

/** Thrown if a concurrent request has just done the same, which the database detects. */
const CONCURRENT_SIGN_IN = new Error('the same sign-in was quicker elsewhere')

/** Returns the provider's address; the typed one only without it, and then it proves nothing. */
function resolveAddress({ account, typedEmail }: SocialSignIn): AddressProof {
  const providerEmail = account.email ?? ''
  const email = normalizeEmail(providerEmail)
  if (isEmail(email)) {
    // An address with other characters that only becomes equal by `normalizeEmail` belongs to another account.
    const isSame = email === providerEmail.trim().toLowerCase()
    return { email, proof: isSame ? account.emailProof : 'none' }
  }
  const typed = normalizeEmail(typedEmail)
  return { email: isEmail(typed) ? typed : undefined, proof: 'none' }
}

/**
 * Returns the key of a code for this sign-in and this address only. The key is a hash, as addresses are not stored with codes.
 */
function toCodeKey({ provider, account, deps }: SocialSignIn, email: string): CodeKey {
  const source = JSON.stringify(['social', provider, account.subject, email])
  const subject = createHmac('sha256', deps.codeSecret).update(source).digest('hex')
  return { subject: `social:${subject}`, purpose: 'social' }
}

/** Returns the typed code if it is correct; undefined if none is needed. */
async function checkTypedCode(
  db: Database,
  signIn: SocialSignIn,
  email: string | undefined,
): Promise<CorrectCode | undefined> {
  const { code, deps, now } = signIn
  if (code === '' || email === undefined || (await findIdentity(db, toIdentityKey(signIn)))) return undefined
  const key = toCodeKey(signIn, email)
  await signIn.countTry(key.subject)
  return {
    key,
    hash: requireCorrectCode(await checkCode(db, { key, code, codeSecret: deps.codeSecret, now })),
  }
}

async function decideSignIn(
  tx: Transaction,
  signIn: SocialSignIn,
  { email, proof }: AddressProof,
): Promise<SocialDecision> {
  const identity = toIdentityKey(signIn)
  const linked = await findIdentity(tx, identity)
  const match = linked || email === undefined ? undefined : await findAccountByEmail(tx, email)
  const lockedAccount = match && (await lockAccount(tx, match.id))
  // The address may have changed while waiting for the lock.
  const account = lockedAccount && normalizeEmail(lockedAccount.email) === email ? lockedAccount : undefined
  const localAccount = account && {
    accountId: account.id,
    isVerified: account.emailVerifiedAt !== null,
    hasOther: await hasOtherIdentity(tx, account.id, identity),
  }
  return decideSocialSignIn({ known: linked, email, local: localAccount, proof })
}

type ExecutableDecision = Extract<SocialDecision, { action: 'sign_in' | 'link' | 'create' }>

/** Applies the decision; returns the account to open a session for. */
async function executeDecision(
  tx: Transaction,
  signIn: SocialSignIn,
  decision: ExecutableDecision,
): Promise<Account> {
  if (decision.action === 'create') return createVendor(tx, signIn, decision.email)
  const account = await lockAccount(tx, decision.accountId)
  if (!account) throw accountClosedError()
  return decision.action === 'link' ? linkProvider(tx, signIn, { account, claim: decision.claim }) : account
}

async function createVendor(tx: Transaction, signIn: SocialSignIn, email: string): Promise<Account> {
  const { account: claims, now } = signIn
  const id = await insertAccount(tx, {
    publicId: newId('account', now.getTime()),
    email,
    emailVerifiedAt: now,
    type: 'vendor',
    firstName: sanitizeName(claims.firstName) || sanitizeName(email.split('@')[0] ?? ''),
    lastName: sanitizeName(claims.lastName),
    createdAt: now,
  })
  const account = id === undefined ? undefined : await lockAccount(tx, id)
  if (
    !account ||
    !(await insertIdentity(tx, { ...toIdentityKey(signIn), accountId: account.id, createdAt: now }))
  )
    throw CONCURRENT_SIGN_IN
  return account
}

/**
 * Links the provider to an account, and notifies its owner. If the address was not proven before, nothing that a
 * stranger chose survives: the password is removed, sessions end.
 */
async function linkProvider(
  tx: Transaction,
  signIn: SocialSignIn,
  { account, claim }: { account: Account; claim: boolean },
): Promise<Account> {
  const { provider, deps, now } = signIn
  if (!(await insertIdentity(tx, { ...toIdentityKey(signIn), accountId: account.id, createdAt: now })))
    throw CONCURRENT_SIGN_IN
  if (claim) {
    await updateAccount(tx, account.id, { passwordHash: null })
    await endSessions(tx, { accountId: account.id }, now)
    await markVerified(tx, account, { deps, now })
  }
  const content = providerLinkedEmail(provider, {
    supportUrl: `${deps.publicUrl}/contact-us`,
    isClaimed: claim,
  })
  const key = `linked:${provider}:${account.publicId}:${now.getTime()}`
  await deps.post(tx, [{ key, to: account.email, message: content, isSecret: false }], now)
  return account
}

/** Emails a code, at most one a minute, and returns the refusal that requests it. */
async function requestCode(db: Database, signIn: SocialSignIn, email: string): Promise<AppError> {
  const { provider, deps, now } = signIn
  await signIn.countMail(email)
  const key = toCodeKey(signIn, email)
  const content = (code: string) => socialCodeEmail(provider, code)
  const isSent = await inTransaction(db, (tx) =>
    sendCode(tx, { key, to: email, message: content, deps, now }),
  )
  const masked = maskEmail(email)
  const text = isSent
    ? `We emailed a code to ${masked}. Enter it to confirm your address.`
    : `We just emailed a code to ${masked}. Enter it, or request another in a minute.`
  return refused('email_unconfirmed', text, { email: masked })
}

function toIdentityKey({ provider, account }: SocialSignIn): IdentityKey {
  return { provider, subject: account.subject }
}

const MAX_NAME_LENGTH = 100

/** Returns a provider's name, sanitised for storing. */
function sanitizeName(providerEmail: string): string {
  return Array.from(toSingleLine(providerEmail)).slice(0, MAX_NAME_LENGTH).join('').trim()
}

function emailNeededError(provider: ProviderName): AppError {
  const name = PROVIDER_NAMES[provider]
  return refused('email_needed', `${name} did not share your email address. Enter one.`)
}

function accountClosedError(): AppError {
  return new AppError(
    'forbidden',
    'account_closed',
    'This account is closed. Sign up again with your email address and a password.',
  )
}

function busyError(): AppError {
  return unavailable('sign_in_busy', 'Another sign-in is in progress. Try again.')
}

/**
 * Deletes a provider's identity that its user disconnected there, and ends all the account's sessions. An email tells
 * the owner how to sign in from now on. An identity connected after `reportedDeliveredAt` stays, so that a repeated old
 * report does nothing; nor does one about an unknown identity.
 */
export async function unlinkProvider(
  db: Database,
  identity: IdentityKey,
  { reportedDeliveredAt, deps, now }: Readonly<{ reportedDeliveredAt: Date; deps: AccountDeps; now: Date }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Reported to the second.
    const accountId = await deleteIdentity(tx, identity, addMs(reportedDeliveredAt, 1000))
    const account = accountId === undefined ? undefined : await findAccountById(tx, accountId)
    if (!account) return
    await endSessions(tx, { accountId: account.id }, now)
    const { provider } = identity
    const content = providerUnlinkedEmail(provider, deps.publicUrl)
    const key = `left:${provider}:${account.publicId}:${now.getTime()}`
    await deps.post(tx, [{ key, to: account.email, message: content, isSecret: false }], now)
  })
}
