import { easyPost, EASYPOST_SERVER } from '#connectors/easypost/easypost.ts'
import { fallingBack } from '#connectors/easypost/falling-back.ts'
import { remembering } from '#connectors/easypost/remembering.ts'
import { zoneRates } from '#connectors/zone-rates/zone-rates.ts'
import type { RateSource } from '#features/sales/shipping/port.ts'
import type { AppSetup } from './setup.ts'

/** Who says what sending costs: EasyPost where the operator has a key, with the built-in zones behind it; else those alone. */
export function rateSource({ config: { easyPost: settings }, send, log, clock }: AppSetup): RateSource {
  if (!settings) return zoneRates
  const carriers = easyPost({ ...settings, send, baseUrl: settings.url ?? EASYPOST_SERVER })
  return fallingBack(remembering(carriers, clock), zoneRates, log)
}
