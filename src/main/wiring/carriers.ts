import { EASYPOST_SERVER } from '#connectors/easypost/easypost.ts'
import { easyPostLabels } from '#connectors/easypost/labels.ts'
import { easyPostTrackers } from '#connectors/easypost/trackers.ts'
import { sandboxCarrier } from '#connectors/sandbox-carrier/sandbox-carrier.ts'
import type { Carriers } from '#features/sales/orders/port.ts'
import type { AppSetup } from './setup.ts'

/**
 * Returns the carrier that sells labels and tracks parcels. It is EasyPost if its key is configured, else the sandbox
 * if enabled, else none.
 */
export function createCarriers({ config, send, db, clock }: AppSetup): Carriers | undefined {
  const { easyPost: settings } = config
  if (!settings) return config.sandboxCarrier ? sandboxCarrier({ db, clock }) : undefined
  const server = { ...settings, send, baseUrl: settings.url ?? EASYPOST_SERVER }
  return { ...easyPostLabels(server), ...easyPostTrackers(server) }
}
