import type { Queryable } from '#database/database.ts'
import { newId } from '#ground/ids.ts'
import { later } from '#ground/time.ts'
import type { Actor } from '#platform/http/actor.ts'
import { ACCESS_MS, REFRESH_MS } from './rules.ts'
import { findActor, insertSession } from './session-queries.ts'
import { newToken, tokenHash } from './tokens.ts'
import { asOneLine } from '#ground/typed-text.ts'

/** The two tokens of a session; they are told once and kept nowhere on the server. */
export type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

/** What is known of the device of a sign-in: as its browser names itself, and its address as limits count it. */
export type Device = Readonly<{ userAgent: string; address: string }>

/** Signs a person in on a device; gives the tokens. */
export async function openSession(
  db: Queryable,
  { personId, device, now }: Readonly<{ personId: number; device: Device; now: Date }>,
): Promise<Tokens> {
  const tokens = { accessToken: newToken(), refreshToken: newToken() }
  await insertSession(db, {
    publicId: newId('session', now.getTime()),
    personId,
    accessHash: tokenHash(tokens.accessToken),
    accessExpiresAt: later(now, ACCESS_MS),
    refreshHash: tokenHash(tokens.refreshToken),
    refreshExpiresAt: later(now, REFRESH_MS),
    userAgent: asOneLine(device.userAgent).slice(0, 300),
    address: device.address,
    now,
  })
  return tokens
}

/** The person whose access token this is; undefined when it is none, is over, or was taken back. */
export async function readActor(db: Queryable, token: string, now: Date): Promise<Actor | undefined> {
  return findActor(db, tokenHash(token), now)
}
