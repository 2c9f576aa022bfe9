import { createHash } from 'node:crypto'
import { isEmail } from '#core/emails/email.ts'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import type { ProfileFieldsData } from './contract.ts'

/** How long an access token is valid. Sessions can be ended at any moment, so it need not be shorter. */
export const ACCESS_MS = HOUR

/** How long a refresh token is valid; each use returns a new one. */
export const REFRESH_MS = 7 * DAY

/** How long after its first use an old refresh token still gets a new one. */
export const GRACE_MS = MINUTE

/** The lifetime of an emailed code, its most attempts, and the pause before another one. */
export const CODE_MS = 10 * MINUTE
export const CODE_TRIES = 5
export const CODE_PAUSE_MS = MINUTE

/**
 * The most wrong codes in a day before no more are emailed. NIST SP 800-63B, 3.2.2, allows at most 100. Those of
 * unknown devices count together, those of a known device alone.
 */
export const CODE_MISSES = 50

/** How long the link to set a new password is valid. */
export const RESET_MS = 60 * MINUTE

/** How long ended sessions, expired codes and unverified sign-ups are stored. */
export const RETENTION_MS = 30 * DAY

/**
 * The longest time between the start of a call and its last write. Rows written for an account closed meanwhile are
 * found by then.
 */
export const LATE_WRITES_MS = 3 * HOUR

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

/**
 * The absolute lifetime of a session, however often it is refreshed. OWASP requires one, and a shorter one for more
 * privileges.
 */
export const SESSION_MS = 90 * DAY
export const OPERATOR_SESSION_MS = 12 * HOUR

/** How long a confirmed password lets a session make calls that move money. */
export const CONFIRMATION_MS = 10 * MINUTE

/** The limits of requests by one device or network address about one account: see `countRequest`. */
export const ACCOUNT_LIMITS = {
  signIn: { calls: 10, windowMs: 15 * MINUTE },
  code: { calls: 20, windowMs: HOUR },
  /** Codes of an authenticator app, and recovery codes. */
  secondFactor: { calls: 10, windowMs: 15 * MINUTE },
  codeMail: { calls: 4, windowMs: HOUR },
  linkMail: { calls: 4, windowMs: HOUR },
  /** Codes for a sign-up, including requests for further ones. */
  signUpMail: { calls: 6, windowMs: HOUR },
  /** Further codes for a sign-up, by its id. */
  resendMail: { calls: 6, windowMs: HOUR },
  refresh: { calls: 120, windowMs: HOUR },
} as const

/**
 * The limits of requests about an account by all devices together that have never signed in to it. Guesses of codes are
 * limited by the emails: without an emailed code there is nothing to guess. Links stay valid as long as their window,
 * so a user who cannot request another one has a valid one in the mailbox.
 */
export const UNKNOWN_DEVICE_LIMITS = {
  signIn: { calls: 100, windowMs: HOUR },
  code: undefined,
  /** A guess is right three times in a million, because three codes are valid at a time. */
  secondFactor: { calls: 50, windowMs: DAY },
  codeMail: { calls: 8, windowMs: HOUR },
  linkMail: { calls: 8, windowMs: HOUR },
  signUpMail: { calls: 8, windowMs: HOUR },
} as const

/** How long a device without a sign-in is stored. */
export const DEVICE_MS = 400 * DAY

/** Returns an address as it is stored and compared: Unicode-normalised and in lower case. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase()
}

/**
 * Returns the name by which calls about an address or account are counted, because limits store no addresses. All
 * spellings of one mailbox count together, as an attacker would use them all.
 */
export function toLimitSubject(subject: string): string {
  return createHash('sha256').update(toMailbox(subject)).digest('hex').slice(0, 32)
}

/**
 * Returns the mailbox of an address (as `normalizeEmail` returns it), without the part after a +, and without dots at
 * Gmail. The same as `f_mailbox`.
 */
function toMailbox(subject: string): string {
  const at = subject.lastIndexOf('@')
  if (at < 0) return subject
  const [domain, name] = [subject.slice(at + 1), subject.slice(0, at).replace(/(?<=.)\+.*$/s, '')]
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** The two domains of Gmail. */
const GMAIL = ['gmail.com', 'googlemail.com']

/** An error of a form field. */
export type FieldError = Readonly<{ field: string; text: string }>

/** Returns the problem of an address, if any. */
export function validateAccountEmail(email: string): FieldError | undefined {
  if (email === '') return { field: 'email', text: 'Email is required' }
  return isEmail(normalizeEmail(email)) ? undefined : { field: 'email', text: 'Invalid email format' }
}

/** Returns the problem of an account's names, if any. */
export function validateNames({
  firstName,
  lastName,
}: Pick<ProfileFieldsData, 'firstName' | 'lastName'>): FieldError | undefined {
  return validateName('firstName', 'First name', firstName) ?? validateName('lastName', 'Last name', lastName)
}

function validateName(field: string, label: string, name: string): FieldError | undefined {
  if (name === '') return { field, text: `${label} is required` }
  return Array.from(name).length < 2 ? { field, text: `${label} must be at least 2 characters` } : undefined
}

/** The outcome of a refresh token: rotated, within the grace period, or a reuse that ends the session. */
export type RefreshOutcome = 'rotates' | 'within_grace' | 'reuse_detected'

/**
 * Returns the outcome of a refresh token of a generation in a session whose current generation is `present` since
 * `rotatedAt`.
 */
export function decideRefresh(
  generation: number,
  session: Readonly<{ generation: number; rotatedAt: Date | null }>,
  now: Date,
): RefreshOutcome {
  if (generation === session.generation) return 'rotates'
  const isFresh = session.rotatedAt !== null && now.getTime() - session.rotatedAt.getTime() <= GRACE_MS
  return generation === session.generation - 1 && isFresh ? 'within_grace' : 'reuse_detected'
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the name of a device by its user agent: 'Firefox on Linux', or 'Unknown device'. */
export function deviceName(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].map(
    (patterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  return names.filter(Boolean).join(' on ') || 'Unknown device'
}
