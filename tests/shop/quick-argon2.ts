import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

// The unit tests compare hundreds of passwords, a tenth of a second of a core each. Here the library works with the least memory and
// one pass, whatever is requested. `passwords.replaced.test.ts` tests the real cost.
const real: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/** The hashes made here; those of other processes are real. */
const quickHashes = new Set<string>()

/** An invented digest, which no password has. */
const NO_DIGEST = 'A'.repeat(43)

/** Hashes a password cheaply; the hash states the options' parameters. */
export async function hash(
  password: string,
  options: Required<Pick<Argon2.Options, 'memoryCost' | 'timeCost' | 'parallelism'>>,
): Promise<string> {
  const quickHash = withParameters(await real.hash(password, QUICK), options)
  quickHashes.add(quickHash)
  return quickHash
}

/** Returns whether a password matches a hash, made here or elsewhere. */
export function verify(hashed: string, password: string): Promise<boolean> {
  const isQuick = quickHashes.has(hashed) || hashed.endsWith(NO_DIGEST)
  return real.verify(isQuick ? withParameters(hashed, QUICK) : hashed, password)
}

function withParameters(
  hashed: string,
  { memoryCost, timeCost, parallelism }: { memoryCost: number; timeCost: number; parallelism: number },
): string {
  return hashed.replace(/m=\d+,t=\d+,p=\d+/, `m=${memoryCost},t=${timeCost},p=${parallelism}`)
}
