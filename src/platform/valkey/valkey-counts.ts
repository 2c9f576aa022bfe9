import type { CallGroup, CountGroups } from '../http/limits/limits.ts'
import type { ValkeySettings } from '../config/process-settings.ts'
import type { ValkeyClient } from './open-valkey.ts'

/** The time limit of a response, and how long calls are counted elsewhere after it was exceeded. */
const TIMEOUT_MS = 300
const PAUSE_MS = 5_000

/**
 * Returns a counter of calls in Valkey: a number per caller and window, which expires with the window. While Valkey
 * is unavailable or slow, `fallback` counts, so that limits always apply.
 */
export function countInValkey(
  client: Pick<ValkeyClient, 'multi'>,
  { prefix, fallback }: Pick<ValkeySettings, 'prefix'> & Readonly<{ fallback: CountGroups }>,
): CountGroups {
  let pausedUntil = 0
  return async (groups) => {
    if (performance.now() < pausedUntil) return fallback(groups)
    try {
      return await withTimeout(countGroups(client, { prefix, groups }))
    } catch {
      pausedUntil = performance.now() + PAUSE_MS
      return fallback(groups)
    }
  }
}

async function countGroups(
  client: Pick<ValkeyClient, 'multi'>,
  { prefix, groups }: Readonly<{ prefix: string; groups: readonly CallGroup[] }>,
): Promise<number[]> {
  const commands = client.multi()
  for (const { name, client: caller, windowStart, windowMs, calls } of groups) {
    const key = `${prefix}:calls:${name} ${caller} ${windowStart}`
    commands.incrBy(key, calls).pExpireAt(key, windowStart + windowMs)
  }
  const answers = await commands.execAsPipeline()
  return groups.map((_, index) => {
    const total = Number(answers[index * 2])
    if (!Number.isInteger(total)) throw new Error('Valkey did not count')
    return total
  })
}

async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('Valkey did not answer in time')), TIMEOUT_MS)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
