import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { MINUTE } from '#core/time.ts'
import { unavailable } from '#core/errors.ts'
import type { Send } from '#features/identity/accounts/port.ts'

/** The keys in force at `now`, as `jwtVerify` asks for them. */
export type Keys = (now: Date) => JWTVerifyGetKey

type Kept = Readonly<{ find: JWTVerifyGetKey; fetchedAt: number; freshUntil: number }>

/** Keys of an unknown name are asked for, but no more often than this: names are whatever a forger writes. */
const PAUSE_MS = MINUTE

/** How long old keys do while no new ones are to be had: Google announces new keys days before it signs with them. */
const BORNE_MS = 24 * 60 * MINUTE

/** How long keys are fresh when their answer does not say. */
const FRESH_MS = 5 * MINUTE

const TIMEOUT_MS = 5_000

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/**
 * The public keys at `url` (a JSON Web Key Set, RFC 7517), kept for as long as their `Cache-Control: max-age` says. They are
 * asked for anew once when a credential names one that is unknown; while they cannot be had, the old ones go on for a day.
 * Looking a key up throws `provider_unreachable` when there are none at all.
 */
export function remoteKeys(send: Send, url: string): Keys {
  let kept: Kept | undefined
  let coming: Promise<Kept> | undefined

  function fetched(now: Date): Promise<Kept> {
    // Many may ask at the same moment: they share one question.
    coming ??= fetchKeys(send, url, now).finally(() => {
      coming = undefined
    })
    return coming
  }

  async function keysAt(now: Date): Promise<Kept> {
    if (kept && now.getTime() < kept.freshUntil) return kept
    try {
      kept = await fetched(now)
    } catch (error) {
      if (!kept || now.getTime() - kept.fetchedAt > BORNE_MS) throw error
      // Not at every sign-in again: each would wait for an answer that does not come.
      kept = { ...kept, freshUntil: now.getTime() + PAUSE_MS }
    }
    return kept
  }

  return (now) => async (header, token) => {
    const known = await keysAt(now)
    try {
      return await known.find(header, token)
    } catch (error) {
      const { errors } = await import('jose')
      const isTooSoon = now.getTime() - known.fetchedAt < PAUSE_MS
      if (!(error instanceof errors.JWKSNoMatchingKey) || isTooSoon) throw error
      kept = await fetched(now).catch(() => ({ ...known, fetchedAt: now.getTime() }))
      return kept.find(header, token)
    }
  }
}

async function fetchKeys(send: Send, url: string, now: Date): Promise<Kept> {
  try {
    const answer = await send(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The keys' address answered ${answer.status}`)
    const { createLocalJWKSet } = await import('jose')
    const find = createLocalJWKSet(KeySet.parse(await answer.json()))
    const freshMs = maxAgeOf(answer.headers.get('cache-control')) ?? FRESH_MS
    return { find, fetchedAt: now.getTime(), freshUntil: now.getTime() + freshMs }
  } catch (cause) {
    throw unavailable('provider_unreachable', 'Google cannot be reached right now. Please try again.', cause)
  }
}

function maxAgeOf(cacheControl: string | null): number | undefined {
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}
