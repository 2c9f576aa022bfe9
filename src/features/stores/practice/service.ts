import type { Database } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { ConnectionData } from '#features/stores/connections/contract.ts'
import {
  connectKnownStore,
  findConnectionByPublicId,
  listConnectionViews,
} from '#features/stores/connections/service.ts'
import { type ShopOrderDeps, startHearing } from '#features/stores/shop-orders/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { PracticeShopLinks, PracticeShops } from './port.ts'

/** What this feature is handed: the practice shops, and how orders of shops are heard. */
export type PracticeDeps = Readonly<{ shops: PracticeShops; orders: ShopOrderDeps }>

/**
 * Opens the practice shop of a vendor or supplier and connects it as any other shop is; a vendor's orders are heard at once. Throws
 * `other_store_connected` where another WooCommerce store is connected.
 */
export async function connectPracticeShop(
  db: Database,
  deps: PracticeDeps,
  { actor, now }: Readonly<{ actor: Pick<Actor, 'id' | 'type'>; now: Date }>,
): Promise<{ connection: ConnectionData; shop: PracticeShopLinks }> {
  const { shops, orders } = deps
  const existing = await shops.find(db, actor.id)
  const connections = await listConnectionViews(db, actor.id)
  const other = connections.find(({ platform }) => platform === 'woocommerce')
  if (other && other.address !== existing?.address)
    throw refused(
      'other_store_connected',
      `${other.name} is connected. Disconnect it first to use a practice shop in its place.`,
    )
  const isSupplier = actor.type === 'manufacturer'
  const { keys, address, adminUrl } = await shops.open(db, {
    accountId: actor.id,
    name: 'Practice shop',
    hasProducts: isSupplier,
    now,
  })
  const connection = await connectKnownStore(db, orders.stores, {
    actor,
    platform: 'woocommerce',
    address,
    keys,
    now,
  })
  if (!isSupplier) {
    const stored = await findConnectionByPublicId(db, connection.id)
    if (stored) await startHearing(db, orders, stored.id)
  }
  return { connection, shop: { address, adminUrl } }
}
