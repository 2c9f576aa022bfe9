import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { expirePurchases } from '#features/sales/orders/timers/expire-purchases.ts'
import type { TestShop } from '../../shop/shop.ts'
import type { MadeOrder } from '../../steps/supplier-orders.ts'
import type { ImportedStore } from './imported-store.ts'

/** The supplier order of a purchase of one supplier. */
export async function firstPart(
  shop: TestShop,
  purchaseId: string,
  { supplier, owner }: Pick<ImportedStore, 'supplier' | 'owner'>,
): Promise<MadeOrder> {
  const [part] = await rows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId}`,
  )
  if (!part) throw new Error('no supplier order was made')
  return { shop, purchaseId, id: part.id, supplier, owner, variantIds: [] }
}

/** Ends the reservations whose time is over; gives how many. */
export function endReservations(shop: TestShop): Promise<number> {
  return expirePurchases(shop.db, shop.now())
}
