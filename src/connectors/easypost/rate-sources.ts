import type { CarrierRate, RateSource, Shipment } from '#features/sales/shipping/port.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'

/** How long the rates of equal requests are cached, and the most cached entries. */
const CACHE_TTL_MS = 10 * MINUTE
const MAX_ENTRIES = 500

type CachedRates = Readonly<{ until: number; rates: Promise<readonly CarrierRate[]> }>

/** Returns the rates of `source`, cached for ten minutes. Equal requests at the same time share one call. */
export function withRateCache(source: RateSource, clock: () => Date): RateSource {
  const cache = new Map<string, CachedRates>()
  return async (shipment) => {
    const key = toCacheKey(shipment)
    const now = clock().getTime()
    const cached = cache.get(key)
    if (cached && cached.until > now) return cached.rates
    const rates = source(shipment)
    cache.delete(key)
    cache.set(key, { until: now + CACHE_TTL_MS, rates })
    for (const oldest of cache.keys()) if (cache.size > MAX_ENTRIES) cache.delete(oldest)
    // A failure is not cached.
    rates.catch(() => cache.get(key)?.rates === rates && cache.delete(key))
    return rates
  }
}

function toCacheKey(shipment: Shipment): string {
  return JSON.stringify(Object.entries(shipment).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Returns rates from `first`, or from `second` when `first` fails, so that checkout works anyway. The failure is
 * logged.
 */
export function withFallback(first: RateSource, second: RateSource, log: Log): RateSource {
  return async (shipment) => {
    try {
      return await first(shipment)
    } catch (error) {
      const { country } = shipment
      log.warn(
        { err: error, country },
        'got no rates from the carriers; offering those of the built-in zones',
      )
      return second(shipment)
    }
  }
}
