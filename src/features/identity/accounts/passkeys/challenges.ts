import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { addMs, MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { consumeChallenge, insertChallenge } from './passkey-queries.ts'

const CHALLENGE_MS = 5 * MINUTE

/** Returns the module that checks passkeys; it is loaded with the first one. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}

/** The owner of a challenge: an account that adds a passkey; null for a sign-in. */
type ChallengeOwner = Readonly<{ accountId: number | null; now: Date }>

/** Returns a new challenge, which one passkey may answer within five minutes. */
export async function createChallenge(
  db: Database,
  { accountId, now }: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32))
  await insertChallenge(db, {
    hash: hash(Buffer.from(challenge).toString('base64url')),
    accountId,
    expiresAt: addMs(now, CHALLENGE_MS),
    now,
  })
  return challenge
}

const ClientData = z.object({ challenge: z.string().max(200) })

/**
 * Consumes and returns the challenge that a passkey answers. Throws `passkey_refused` if it isn't one of this owner.
 */
export async function readChallenge(
  db: Database,
  { response }: Readonly<{ response: Readonly<{ clientDataJSON: string }> }>,
  owner: ChallengeOwner,
): Promise<string> {
  const challenge = parseChallenge(response.clientDataJSON)
  const isOwn = challenge !== undefined && (await consumeChallenge(db, { ...owner, hash: hash(challenge) }))
  if (!isOwn) throw refusedPasskeyError()
  return challenge
}

/** Returns the error for any invalid passkey, which never tells why. */
export function refusedPasskeyError(): AppError {
  return new AppError(
    'unauthenticated',
    'passkey_refused',
    'This passkey was not accepted. Please try again.',
  )
}

function parseChallenge(clientDataJSON: string): string | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return ClientData.safeParse(json).data?.challenge
  } catch {
    return undefined
  }
}

function hash(challenge: string): Uint8Array {
  return createHash('sha256').update(challenge).digest()
}
