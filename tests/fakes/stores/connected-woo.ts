import { wooCommerce } from '#connectors/woocommerce/woocommerce.ts'
import type { StoreAccess, StoreConnector } from '#features/stores/connections/port.ts'
import { createFakeStoreFetch } from '#main/wiring/store-deps.ts'
import type { FakeWoo, FakeWooOptions } from './fake-woo.ts'
import type { FakeStores } from './server.ts'

/** A fake site, and the access of a connector to it. */
type WooConnection = Readonly<{ connector: StoreConnector; shop: FakeWoo; access: StoreAccess }>

/** Returns the connector for fake WooCommerce sites, and a function that creates a connected one. */
export function createWooConnections(fake: FakeStores) {
  const connector = wooCommerce(createFakeStoreFetch(fake.url, fetch))
  let shops = 0
  function connect(options: FakeWooOptions = {}): WooConnection {
    shops += 1
    const store = fake.woo(`site-${shops}.example`, options)
    const { shop: typed = '', key = '', secret = '' } = store.typed
    return { connector, shop: store, access: { address: connector.addressOf(typed), keys: { key, secret } } }
  }
  return { connector, connect }
}
