import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#core/errors.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../rules.ts'

/**
 * The parameters of password hashes: Argon2id (the library's default), 64 MiB, four passes, one lane. A hash takes
 * about 100 ms of one core of 2026. It exceeds the minimum of OWASP's Password Storage Cheat Sheet (19 MiB, two passes)
 * and matches the memory of the second recommended option of RFC 9106, section 4 (64 MiB). Each hash contains its
 * parameters: raise them here, and each account's hash is renewed at its next sign-in.
 */
export const PARAMETERS = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1 } as const

/** At most three of libuv's four threads, and at most half of the cores: files, compression and requests keep running. */
const MAX_CONCURRENT_HASHES = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)))

/** Rejects callers that would wait for more than about a second. */
const limitHashing = limitConcurrency(
  { atOnce: MAX_CONCURRENT_HASHES, waiting: 10 * MAX_CONCURRENT_HASHES },
  () => unavailable('too_busy', 'Sign-in is busy. Try again in a moment.'),
)

/** Returns a password's Argon2id hash in PHC format. Throws `too_busy` (503) when too many callers wait. */
export async function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(normalizePassword(password), PARAMETERS))
}

/**
 * Returns whether a password matches this hash. Without a hash it does the same work, so that the time does not reveal
 * whether the account exists. Throws `too_busy` (503).
 */
export async function matchesPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isMatch = await limitHashing(() => verify(passwordHash ?? DUMMY_HASH, normalizePassword(password)))
  return isMatch && passwordHash !== null && passwordHash !== undefined
}

/** Returns whether a hash was made with outdated parameters. */
export function needsRehash(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** A hash with the current parameters that no password matches, because its digest is made up. */
const DUMMY_HASH = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$bm9ib2R5J3Mgc2FsdCE$${'A'.repeat(43)}`

/** Normalizes a password, because keyboards encode the same characters in several ways (NIST SP 800-63B, 3.1.1.2). */
function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

/** Returns why a password is too weak for this account, as a message; undefined if it is accepted. */
export function explainWeakPassword(password: string, email: string): string | undefined {
  const length = Array.from(normalizePassword(password)).length
  if (length === 0) return 'Password is required'
  if (length < MIN_PASSWORD_LENGTH) return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`
  if (length > MAX_PASSWORD_LENGTH) return `Password must be at most ${MAX_PASSWORD_LENGTH} characters`
  const normalized = normalizePassword(password).toLowerCase()
  if (COMMON_PASSWORDS.has(normalized)) return 'This password is too common. Choose another one.'
  if (normalized === email || normalized === email.split('@')[0])
    return 'Your password can\u2019t be your email address. Choose another one.'
  return undefined
}

const COMMON_PASSWORDS = new Set(
  readFileSync(new URL('../common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^#( |$)/.test(line)),
)
