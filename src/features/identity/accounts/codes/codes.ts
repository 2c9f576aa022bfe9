import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Queryable, Transaction } from '#database/database.ts'
import { AppError, invalid, refused } from '#core/errors.ts'
import { DAY, addMs } from '#core/time.ts'
import { countAttempt, findCode, deleteCode, upsertCode, type CodeKey } from './code-queries.ts'
import type { AccountDeps, AccountEmailContent } from '../port.ts'
import { CODE_MISSES, CODE_MS, CODE_PAUSE_MS, CODE_TRIES } from '../rules.ts'

/** Returns the key of an account's codes: to verify a sign-up's address, or a new address. */
export function toAccountCodeKey(accountId: number, purpose: 'verify' | 'new_email'): CodeKey {
  return { subject: `person:${accountId}`, purpose }
}

/** Returns the key of an address's sign-in codes, with or without an account. It does not contain the address. */
export function toEmailCodeKey(email: string, codeSecret: string): CodeKey {
  const subject = createHmac('sha256', codeSecret).update(`address ${email}`).digest('hex')
  return { subject: `address:${subject}`, purpose: 'sign_in' }
}

/**
 * Returns the key of a code that one device requested for an address. Only that device can use it, or use up its
 * attempts.
 */
export function toRequestCodeKey(email: string, channel: string, codeSecret: string): CodeKey {
  const requester = createHmac('sha256', codeSecret).update(`requester ${channel}`).digest('hex')
  return { ...toEmailCodeKey(email, codeSecret), requester }
}

/** The input of a new code; `to` is its recipient, undefined for an address without an account. */
export type SendCodeOptions = Readonly<{
  key: CodeKey
  to: string | undefined
  newEmail?: string
  message: (code: string) => AccountEmailContent
  /** Whether the requesting device has signed in before; then only its own wrong codes count. */
  isKnownDevice?: boolean
  deps: AccountDeps
  now: Date
}>

/**
 * Creates a code and emails it; the former code becomes invalid. Returns false, and does nothing, within a minute of
 * that one, or after too many wrong ones in a row.
 */
export async function sendCode(tx: Transaction, options: SendCodeOptions): Promise<boolean> {
  const { key, to, newEmail, message, isKnownDevice = false, deps, now } = options
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const isStored = await upsertCode(
    tx,
    {
      ...key,
      hash: hashCode(key, code, deps.codeSecret),
      ...(newEmail === undefined ? {} : { newEmail }),
      createdAt: now,
      expiresAt: addMs(now, CODE_MS),
    },
    {
      pauseBefore: addMs(now, -CODE_PAUSE_MS),
      misses: CODE_MISSES,
      missesSince: addMs(now, -DAY),
      isAlone: isKnownDevice,
    },
  )
  if (!isStored || to === undefined) return isStored
  const accountEmail = {
    key: ['code', key.purpose, key.subject, key.requester ?? '', now.getTime()].join(':'),
    to,
    message: message(code),
    isSecret: true,
  }
  await deps.post(tx, [accountEmail], now)
  return true
}

/** Sends a code like `sendCode`, or throws `too_many_requests` (429) with the wait. */
export async function sendCodeOrThrow(tx: Transaction, options: SendCodeOptions): Promise<void> {
  if (await sendCode(tx, options)) return
  const previous = await findCode(tx, options.key)
  const elapsedMs = options.now.getTime() - (previous?.createdAt.getTime() ?? 0)
  const isExhausted = (previous?.misses ?? 0) >= CODE_MISSES
  const retryAfterSeconds = isExhausted
    ? DAY / 1000
    : Math.max(1, Math.ceil((CODE_PAUSE_MS - elapsedMs) / 1000))
  const text = isExhausted
    ? 'Too many wrong codes for this account. Sign up again, or contact us.'
    : `We just sent a code. Check your email, or request another in ${retryAfterSeconds} seconds.`
  throw new AppError('refused', 'too_many_requests', text, { details: { retryAfterSeconds } })
}

/** The result of a code check: the hash of a correct code, else why it is wrong. */
export type CodeCheck = Readonly<{ is: 'right'; hash: Uint8Array }> | Readonly<{ is: 'wrong' | 'over' }>

/** Checks a code. Do not call it within a transaction that may be rolled back: the attempt would not be counted. */
export async function checkCode(
  db: Queryable,
  { key, code, codeSecret, now }: Readonly<{ key: CodeKey; code: string; codeSecret: string; now: Date }>,
): Promise<CodeCheck> {
  const storedHash = await countAttempt(db, key, { now, tries: CODE_TRIES })
  const hash = hashCode(key, code, codeSecret)
  if (!storedHash) return { is: 'over' }
  return timingSafeEqual(storedHash, hash) ? { is: 'right', hash } : { is: 'wrong' }
}

/** Returns the hash of a correct code. Throws `code_wrong` (400) or `code_over` (409). */
export function requireCorrectCode(check: CodeCheck): Uint8Array {
  if (check.is === 'right') return check.hash
  throw check.is === 'wrong' ? wrongCodeError() : expiredCodeError()
}

/** Consumes a correct code. Throws `code_over` if another request consumed it first. */
export async function consumeCode(
  tx: Transaction,
  key: CodeKey,
  hash: Uint8Array,
): Promise<{ newEmail: string | null }> {
  const consumed = await deleteCode(tx, key, hash)
  if (!consumed) throw expiredCodeError()
  return consumed
}

/** Returns the error for a code that differs from the emailed one. */
export function wrongCodeError(text = 'Incorrect code. Check the latest email and try again.'): AppError {
  return invalid('code_wrong', text)
}

function expiredCodeError(): AppError {
  return refused('code_over', 'This code has expired. Request a new one.')
}

/** Hashes a code with its subject and purpose, so that it is valid for nothing else. */
function hashCode({ subject, purpose }: CodeKey, code: string, codeSecret: string): Uint8Array {
  return createHmac('sha256', codeSecret).update(`code ${purpose} ${subject} ${code}`).digest()
}
