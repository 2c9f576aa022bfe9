import type { Database } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import type { ConnectionData } from '#features/stores/connections/contract.ts'
import {
  connectKnownStore,
  findConnectionByPublicId,
  listConnectionViews,
} from '#features/stores/connections/service.ts'
import { type ShopOrderDeps, startOrderFeed } from '#features/stores/shop-orders/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { PracticeShopData } from './contract.ts'
import type { PracticePlatform, PracticeShopLinks, PracticeShops } from './port.ts'

/** The dependencies of this feature: the practice shops, and how stores' orders are received. */
export type PracticeDeps = Readonly<{ shops: PracticeShops; orders: ShopOrderDeps }>

/**
 * Creates the practice shop of a vendor or supplier and connects it like any other store. A vendor's orders are
 * received at once. Its orders are not real, unless `isPractice` is false: the demo simulates a real store by one.
 * Refuses with `too_many_stores`.
 */
export async function connectPracticeShop(
  db: Database,
  deps: PracticeDeps,
  {
    actor,
    source,
    platform = 'woocommerce',
    isPractice = true,
  }: Readonly<{
    actor: Pick<Actor, 'id' | 'type'>
    source: AuditSource
    platform?: PracticePlatform
    isPractice?: boolean
  }>,
): Promise<{ connection: ConnectionData; shop: PracticeShopData }> {
  const { shops, orders } = deps
  const isSupplier = actor.type === 'manufacturer'
  const { keys, address, ...links } = await shops.open(db, {
    accountId: actor.id,
    platform,
    name: platform === 'shopify' ? 'Practice shop (Shopify)' : 'Practice shop',
    hasProducts: isSupplier,
    now: source.now,
  })
  const connection = await connectKnownStore(db, orders.stores, {
    actor,
    source,
    platform,
    address,
    keys,
    isPractice,
  })
  if (!isSupplier) {
    const stored = await findConnectionByPublicId(db, connection.id)
    if (stored) await startOrderFeed(db, orders, stored.id)
  }
  return { connection, shop: present(platform, { address, ...links }, [connection]) }
}

function present(
  platform: PracticePlatform,
  { address, storefrontUrl, adminUrl }: PracticeShopLinks,
  connections: readonly ConnectionData[],
): PracticeShopData {
  const connection = connections.find((one) => one.platform === platform && one.address === address)
  return {
    platform,
    address: storefrontUrl,
    adminUrl,
    isConnected: connection !== undefined,
    connectionId: connection?.id ?? null,
  }
}

/** Returns the practice shops of an account, WooCommerce's first. */
export async function listPracticeShops(
  db: Database,
  { shops }: Pick<PracticeDeps, 'shops'>,
  accountId: number,
): Promise<PracticeShopData[]> {
  const connections = await listConnectionViews(db, accountId)
  const found: PracticeShopData[] = []
  for (const platform of ['woocommerce', 'shopify'] as const) {
    const links = await shops.find(db, { accountId, platform })
    if (links) found.push(present(platform, links, connections))
  }
  return found
}
