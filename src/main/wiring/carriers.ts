import { EASYPOST_SERVER } from '#connectors/easypost/easypost.ts'
import { easyPostLabels } from '#connectors/easypost/labels.ts'
import { easyPostTrackers } from '#connectors/easypost/trackers.ts'
import type { Carriers } from '#features/sales/orders/port.ts'
import type { AppSetup } from './setup.ts'

/** Who sells labels and follows parcels: EasyPost where the operator has a key, else nobody. */
export function createCarriers({ config: { easyPost: settings }, send }: AppSetup): Carriers | undefined {
  if (!settings) return undefined
  const server = { ...settings, send, baseUrl: settings.url ?? EASYPOST_SERVER }
  return { ...easyPostLabels(server), ...easyPostTrackers(server) }
}
