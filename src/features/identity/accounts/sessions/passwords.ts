import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '#core/errors.ts'
import { limitConcurrency } from '#platform/concurrency/limit-concurrency.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../rules.ts'

/**
 * How passwords are hashed: Argon2id (the library's own choice), 64 MiB, four passes, one lane; about 100 ms of one core
 * of 2026. More than the least that OWASP's Password Storage Cheat Sheet asks (19 MiB, two passes) and than the memory
 * of the second recommended option of RFC 9106, section 4 (64 MiB). Each hash carries its parameters: raise them here,
 * and everybody's is made anew when they sign in next.
 */
export const PARAMETERS = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1 } as const

/** At most three of libuv's four threads, and at most half of the cores: files, compression and the shop go on meanwhile. */
const AT_ONCE = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)))

/** Who would wait for more than about a second is told to come again instead. */
const limitHashing = limitConcurrency({ atOnce: AT_ONCE, waiting: 10 * AT_ONCE }, () =>
  unavailable('too_busy', 'Many people are signing in just now. Please try again in a moment.'),
)

/** The Argon2id hash of a password in the PHC notation. Throws `too_busy` (503) when too many wait for theirs. */
export async function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(plain(password), PARAMETERS))
}

/**
 * Whether it is the password of this hash. Without one the same work is done for nothing, so that the time tells nobody whether
 * there is such an account. Throws `too_busy` (503).
 */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await limitHashing(() => verify(passwordHash ?? NOBODYS, plain(password)))
  return isRight && passwordHash !== null && passwordHash !== undefined
}

/** Whether a hash was made by other parameters than those of today. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** A hash by today's parameters which no password has: what would be the digest is made up. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$bm9ib2R5J3Mgc2FsdCE$${'A'.repeat(43)}`

/** The same characters may be typed in several ways, by keyboards of several kinds (NIST SP 800-63B, 3.1.1.2). */
function plain(password: string): string {
  return password.normalize('NFKC')
}

/** Why a password is not good enough for this account, in words; undefined when it is. */
export function passwordFault(password: string, email: string): string | undefined {
  const length = Array.from(plain(password)).length
  if (length === 0) return 'Password is required'
  if (length < SHORTEST_PASSWORD) return `Password must be at least ${SHORTEST_PASSWORD} characters`
  if (length > LONGEST_PASSWORD) return `Password must be at most ${LONGEST_PASSWORD} characters`
  const known = plain(password).toLowerCase()
  if (COMMON.has(known)) return 'This password is one of the commonest. Please choose another one.'
  if (known === email || known === email.split('@')[0])
    return 'Your address is no password. Please choose another one.'
  return undefined
}

const COMMON = new Set(
  readFileSync(new URL('../common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^#( |$)/.test(line)),
)
