import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { MINUTE } from '#core/time.ts'
import { unavailable } from '#core/errors.ts'
import type { Send } from '#features/identity/accounts/port.ts'

/** Returns the keys that are valid at `now`, for `jwtVerify`. */
export type GetKeys = (now: Date) => JWTVerifyGetKey

type CachedKeys = Readonly<{ find: JWTVerifyGetKey; fetchedAt: number; freshUntil: number }>

/** The minimum interval of fetching unknown keys, because forgers can name any key. */
const MIN_REFETCH_MS = MINUTE

/**
 * The lifetime of old keys while new ones cannot be fetched. Google announces new keys days before it signs with
 * them.
 */
const STALE_TTL_MS = 24 * 60 * MINUTE

/** How long keys are fresh if the response does not say. */
const DEFAULT_TTL_MS = 5 * MINUTE

const TIMEOUT_MS = 5_000

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/**
 * Returns the public keys at `url` (RFC 7517), cached for the `max-age` of their `Cache-Control`. They are fetched
 * again once when a credential names an unknown key; while they cannot be fetched, the old ones stay valid for a day.
 * Looking a key up throws `provider_unreachable` when there are none.
 */
export function createRemoteKeys(send: Send, url: string): GetKeys {
  let cached: CachedKeys | undefined
  let pendingFetch: Promise<CachedKeys> | undefined

  function fetchShared(now: Date): Promise<CachedKeys> {
    // Concurrent callers share one request.
    pendingFetch ??= fetchKeys(send, url, now).finally(() => {
      pendingFetch = undefined
    })
    return pendingFetch
  }

  async function getKeys(now: Date): Promise<CachedKeys> {
    if (cached && now.getTime() < cached.freshUntil) return cached
    try {
      cached = await fetchShared(now)
    } catch (error) {
      if (!cached || now.getTime() - cached.fetchedAt > STALE_TTL_MS) throw error
      // Not retried at every sign-in, each of which would wait for a failing request.
      cached = { ...cached, freshUntil: now.getTime() + MIN_REFETCH_MS }
    }
    return cached
  }

  return (now) => async (header, token) => {
    const current = await getKeys(now)
    try {
      return await current.find(header, token)
    } catch (error) {
      const { errors } = await import('jose')
      const isThrottled = now.getTime() - current.fetchedAt < MIN_REFETCH_MS
      if (!(error instanceof errors.JWKSNoMatchingKey) || isThrottled) throw error
      cached = await fetchShared(now).catch(() => ({ ...current, fetchedAt: now.getTime() }))
      return cached.find(header, token)
    }
  }
}

async function fetchKeys(send: Send, url: string, now: Date): Promise<CachedKeys> {
  try {
    const response = await send(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The keys' address answered ${response.status}`)
    const { createLocalJWKSet } = await import('jose')
    const resolveKey = createLocalJWKSet(KeySet.parse(await response.json()))
    const ttlMs = parseMaxAge(response.headers.get('cache-control')) ?? DEFAULT_TTL_MS
    return { find: resolveKey, fetchedAt: now.getTime(), freshUntil: now.getTime() + ttlMs }
  } catch (cause) {
    throw unavailable('provider_unreachable', 'Google can’t be reached right now. Please try again.', cause)
  }
}

function parseMaxAge(cacheControl: string | null): number | undefined {
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}
