import { wooCommerce } from '#connectors/woocommerce/woocommerce.ts'
import type { StoreAccess, StoreConnector } from '#features/stores/connections/port.ts'
import { playedStores } from '#main/wiring/store-deps.ts'
import type { FakeWoo, WooGiven } from './fake-woo.ts'
import type { FakeStores } from './server.ts'

/** A played site, and what opens it to a connector. */
type ConnectedWoo = Readonly<{ connector: StoreConnector; shop: FakeWoo; access: StoreAccess }>

/** The connector for played WooCommerce sites, and what makes a new site that it opens. */
export function connectedWoo(fake: FakeStores) {
  const connector = wooCommerce(playedStores(fake.url, fetch))
  let shops = 0
  function connect(given: WooGiven = {}): ConnectedWoo {
    shops += 1
    const shop = fake.woo(`site-${shops}.example`, given)
    const { shop: typed = '', key = '', secret = '' } = shop.typed
    return { connector, shop, access: { address: connector.addressOf(typed), keys: { key, secret } } }
  }
  return { connector, connect }
}
