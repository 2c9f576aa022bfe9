import type { RateSource } from '#features/sales/shipping/port.ts'
import type { Log } from '#platform/log.ts'

/** Asks `first`, and `second` in its stead when it cannot tell, so that nobody is kept from buying; the log hears why. */
export function withFallback(first: RateSource, second: RateSource, log: Log): RateSource {
  return async (shipment) => {
    try {
      return await first(shipment)
    } catch (error) {
      const { country } = shipment
      log.warn({ err: error, country }, 'the carriers gave no rates: those of the built-in zones are offered')
      return second(shipment)
    }
  }
}
