import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Queryable, Transaction } from '#database/database.ts'
import { AppError, invalid, refused } from '#core/errors.ts'
import { DAY, later } from '#core/time.ts'
import { countTry, findCode, takeCode, upsertCode, type CodeKey } from './code-queries.ts'
import type { AccountDesk, AccountLetter } from '../port.ts'
import { CODE_MISSES, CODE_MS, CODE_PAUSE_MS, CODE_TRIES } from '../rules.ts'

/** The codes of a person: to verify the address of a sign-up, or a new address. */
export function codeOfPerson(personId: number, purpose: 'verify' | 'new_email'): CodeKey {
  return { subject: `person:${personId}`, purpose }
}

/** The codes to sign in by at an address, whether there is an account or not; the address itself does not stand there. */
export function codeOfAddress(email: string, codeSecret: string): CodeKey {
  const subject = createHmac('sha256', codeSecret).update(`address ${email}`).digest('hex')
  return { subject: `address:${subject}`, purpose: 'sign_in' }
}

/** The code of an address that one device requested: nobody else's wrong tries use it up, and it is good nowhere else. */
export function codeOfRequest(email: string, channel: string, codeSecret: string): CodeKey {
  const requester = createHmac('sha256', codeSecret).update(`requester ${channel}`).digest('hex')
  return { ...codeOfAddress(email, codeSecret), requester }
}

/** A code to be made; `to` is where it is mailed, nowhere for an address that nobody has. */
export type CodeMade = Readonly<{
  key: CodeKey
  to: string | undefined
  newEmail?: string
  letter: (code: string) => AccountLetter
  /** Whether the device that requests it has signed in before: then only its own wrong codes count. */
  isKnownDevice?: boolean
  desk: AccountDesk
  now: Date
}>

/**
 * Makes a code and mails it; the code before it is over. False, and nothing is done, within a minute of that one, or after too many
 * wrong ones in a row.
 */
export async function mailCode(tx: Transaction, made: CodeMade): Promise<boolean> {
  const { key, to, newEmail, letter, isKnownDevice = false, desk, now } = made
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const isKept = await upsertCode(
    tx,
    {
      ...key,
      hash: codeHash(key, code, desk.codeSecret),
      ...(newEmail === undefined ? {} : { newEmail }),
      createdAt: now,
      expiresAt: later(now, CODE_MS),
    },
    {
      pauseBefore: later(now, -CODE_PAUSE_MS),
      misses: CODE_MISSES,
      missesSince: later(now, -DAY),
      isAlone: isKnownDevice,
    },
  )
  if (!isKept || to === undefined) return isKept
  const mail = {
    key: ['code', key.purpose, key.subject, key.requester ?? '', now.getTime()].join(':'),
    to,
    letter: letter(code),
    isSecret: true,
  }
  await desk.post(tx, [mail], now)
  return true
}

/** The same for whoever may know why there is none: throws `too_many_requests` (429) and says how long to wait. */
export async function mailCodeOrSay(tx: Transaction, made: CodeMade): Promise<void> {
  if (await mailCode(tx, made)) return
  const before = await findCode(tx, made.key)
  const waited = made.now.getTime() - (before?.createdAt.getTime() ?? 0)
  const isTried = (before?.misses ?? 0) >= CODE_MISSES
  const retryAfterSeconds = isTried ? DAY / 1000 : Math.max(1, Math.ceil((CODE_PAUSE_MS - waited) / 1000))
  const text = isTried
    ? 'There were too many wrong codes for this account. Please sign up again, or write to us.'
    : `A code was sent a moment ago. Please look into your mail, or ask again in ${retryAfterSeconds} seconds.`
  throw new AppError('refused', 'too_many_requests', text, { details: { retryAfterSeconds } })
}

/** What a typed code comes to: its hash when it is right, else why it is not. */
export type TriedCode = Readonly<{ is: 'right'; hash: Uint8Array }> | Readonly<{ is: 'wrong' | 'over' }>

/** Tries a code. Not within a transaction that may be rolled back: the try would not count. */
export async function tryCode(
  db: Queryable,
  { key, code, codeSecret, now }: Readonly<{ key: CodeKey; code: string; codeSecret: string; now: Date }>,
): Promise<TriedCode> {
  const kept = await countTry(db, key, { now, tries: CODE_TRIES })
  const hash = codeHash(key, code, codeSecret)
  if (!kept) return { is: 'over' }
  return timingSafeEqual(kept, hash) ? { is: 'right', hash } : { is: 'wrong' }
}

/** The hash of a code that is right. Throws `code_wrong` (400) or `code_over` (409). */
export function rightCode(tried: TriedCode): Uint8Array {
  if (tried.is === 'right') return tried.hash
  throw tried.is === 'wrong' ? wrongCode() : codeOver()
}

/** Uses a right code up. Throws `code_over` when somebody else was quicker. */
export async function useCode(
  tx: Transaction,
  key: CodeKey,
  hash: Uint8Array,
): Promise<{ newEmail: string | null }> {
  const taken = await takeCode(tx, key, hash)
  if (!taken) throw codeOver()
  return taken
}

/** The code is not the one that was mailed. */
export function wrongCode(
  text = 'That code is not right. Please look at the latest mail once more.',
): AppError {
  return invalid('code_wrong', text)
}

function codeOver(): AppError {
  return refused('code_over', 'That code is no longer good. Please ask for a new one.')
}

/** Bound to whom and what it is for, so that no code opens another door. */
function codeHash({ subject, purpose }: CodeKey, code: string, codeSecret: string): Uint8Array {
  return createHmac('sha256', codeSecret).update(`code ${purpose} ${subject} ${code}`).digest()
}
