import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { expirePurchases } from '#features/sales/orders/timers/expire-purchases.ts'
import type { TestShop } from '../../shop/shop.ts'
import type { CreatedOrder } from '../../steps/supplier-orders.ts'
import type { ImportedSupplier } from './imported-store.ts'

/** Returns the supplier order of a purchase with one supplier. */
export async function findFirstSupplierOrder(
  shop: TestShop,
  purchaseId: string,
  { supplier, owner }: Pick<ImportedSupplier, 'supplier' | 'owner'>,
): Promise<CreatedOrder> {
  const [part] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId}`,
  )
  if (!part) throw new Error('no supplier order was made')
  return { shop, purchaseId, id: part.id, supplier, owner, variantIds: [] }
}

/** Releases the expired reservations; returns their number. */
export function expireReservations(shop: TestShop): Promise<number> {
  return expirePurchases(shop.db, shop.now())
}
