import { setTimeout as delay } from 'node:timers/promises'
import { shopify } from '#connectors/shopify/shopify.ts'
import { wooCommerce } from '#connectors/woocommerce/woocommerce.ts'
import type { StoreDesk } from '#features/stores/connections/service.ts'
import { publicAsk } from '#platform/security/safe-fetch.ts'
import { createSealer } from '#platform/security/sealing.ts'
import { playedStores } from './fake-stores.ts'
import type { AppSetup } from './setup.ts'

/** How connected shops are spoken to, and what keeps their keys shut: the same for requests and jobs. */
export function storeMachinery({ config, send, clock }: AppSetup): Omit<StoreDesk, 'enqueue'> {
  const ask = config.storesPlayedAt
    ? playedStores(config.storesPlayedAt, send)
    : publicAsk({ hosts: config.storeHosts })
  const sealer = createSealer(config)
  const connectors = {
    shopify: shopify({ ask, wait: (ms) => delay(ms) }),
    woocommerce: wooCommerce(ask, config.storeHosts),
  }
  return { connectorFor: (platform) => connectors[platform], sealer, publicUrl: config.publicUrl, clock }
}
