import { easyPost, EASYPOST_SERVER } from '#connectors/easypost/easypost.ts'
import { withFallback, withRateCache } from '#connectors/easypost/rate-sources.ts'
import { zoneRates } from '#connectors/zone-rates/zone-rates.ts'
import type { RateSource } from '#features/sales/shipping/port.ts'
import type { AppSetup } from './setup.ts'

/** Who says what sending costs: EasyPost where the operator has a key, with the built-in zones behind it; else those alone. */
export function createRateSource({ config: { easyPost: settings }, send, log, clock }: AppSetup): RateSource {
  if (!settings) return zoneRates
  const carriers = easyPost({ ...settings, send, baseUrl: settings.url ?? EASYPOST_SERVER })
  return withFallback(withRateCache(carriers, clock), zoneRates, log)
}
