import type { CarrierRate, RateSource, Shipment } from '#features/sales/shipping/port.ts'
import { MINUTE } from '#core/time.ts'

/** How long a carrier's rates are good for the same parcel to the same place, and how many such answers are kept. */
const LIFE_MS = 10 * MINUTE
const MOST = 500

type Kept = Readonly<{ until: number; rates: Promise<readonly CarrierRate[]> }>

/** The rates of `source`, kept for ten minutes; who asks the same at the same moment shares one question. */
export function remembering(source: RateSource, clock: () => Date): RateSource {
  const kept = new Map<string, Kept>()
  return async (shipment) => {
    const key = keyOf(shipment)
    const now = clock().getTime()
    const known = kept.get(key)
    if (known && known.until > now) return known.rates
    const rates = source(shipment)
    kept.delete(key)
    kept.set(key, { until: now + LIFE_MS, rates })
    for (const oldest of kept.keys()) if (kept.size > MOST) kept.delete(oldest)
    // A failure is no answer to be kept.
    rates.catch(() => kept.get(key)?.rates === rates && kept.delete(key))
    return rates
  }
}

function keyOf(shipment: Shipment): string {
  return JSON.stringify(Object.entries(shipment).sort(([a], [b]) => (a < b ? -1 : 1)))
}
