import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import { purchases, supplierOrderLines, supplierOrders } from '../tables.ts'

/** A purchase as stored; amounts in cents. */
export type Purchase = typeof purchases.$inferSelect

/** A supplier order as stored. */
export type SupplierOrder = typeof supplierOrders.$inferSelect

/** One line of a supplier order as stored. */
export type SupplierOrderLine = typeof supplierOrderLines.$inferSelect

/** Returns the purchase with this public id. */
export async function findPurchase(db: Queryable, publicId: string): Promise<Purchase | undefined> {
  const [found] = await queryPrepared<Purchase>(db, FIND_PURCHASE, [publicId])
  return found
}

const PURCHASE = `select ${selectColumns(purchases, 'p')} from purchases p`
const FIND_PURCHASE = { name: 'orders_find_purchase', text: `${PURCHASE} where p.public_id = $1` }

/** Lists the existing purchases with these public ids. */
export async function listPurchases(db: Queryable, publicIds: readonly string[]): Promise<Purchase[]> {
  return queryPrepared<Purchase>(db, LIST_PURCHASES, [publicIds])
}

const LIST_PURCHASES = {
  name: 'orders_list_purchases',
  text: `${PURCHASE} where p.public_id = any($1::text[])`,
}

/** Returns the purchase that was placed with this idempotency key. */
export async function findPurchaseByKey(db: Queryable, key: string): Promise<Purchase | undefined> {
  const [found] = await queryPrepared<Purchase>(db, FIND_PURCHASE_BY_KEY, [key])
  return found
}

const FIND_PURCHASE_BY_KEY = {
  name: 'orders_find_purchase_by_key',
  text: `${PURCHASE} where p.idempotency_key = $1`,
}

/** Returns the purchase with this number, which shoppers see. */
export async function findPurchaseByNumber(db: Queryable, number: string): Promise<Purchase | undefined> {
  const [found] = await db.select().from(purchases).where(eq(purchases.number, number))
  return found
}

/** Returns the purchase with this public id, locked until the transaction ends. */
export async function lockPurchase(tx: Queryable, publicId: string): Promise<Purchase | undefined> {
  const [found] = await queryPrepared<Purchase>(tx, LOCK_PURCHASE, [publicId])
  return found
}

const LOCK_PURCHASE = { name: 'orders_lock_purchase', text: `${FIND_PURCHASE.text} for update` }

/** Locks unpaid purchases whose reservation has ended, and skips those locked elsewhere. */
export async function lockOverduePurchases(tx: Queryable, now: Date, limit: number): Promise<number[]> {
  const overdue = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(isNull(purchases.paidAt), isNull(purchases.closedAt), lte(purchases.expiresAt, now)))
    .orderBy(asc(purchases.expiresAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return overdue.map((purchase) => purchase.id)
}

/** Records when purchases were closed unpaid, and deletes the addresses they were placed from. */
export async function closePurchases(tx: Queryable, ids: readonly number[], closedAt: Date): Promise<void> {
  await tx
    .update(purchases)
    .set({ closedAt, client: null })
    .where(inArray(purchases.id, [...ids]))
}

/** Lists purchases' supplier orders, in order of creation. */
export async function listSupplierOrders(
  db: Queryable,
  purchaseIds: readonly number[],
): Promise<SupplierOrder[]> {
  return queryPrepared<SupplierOrder>(db, LIST_SUPPLIER_ORDERS, [purchaseIds])
}

const LIST_SUPPLIER_ORDERS = {
  name: 'orders_list_supplier_orders',
  text: `
    select ${selectColumns(supplierOrders, 'o')} from supplier_orders o
    where o.purchase_id = any($1::bigint[]) order by o.id`,
}

/**
 * SQL for the key of the picture of a line `l`. It is the picture at purchase, whatever the item shows today. A line
 * bought before there was any has the current first picture of its variant or item, because a feed's pictures are
 * fetched hours after its items go on sale.
 */
export const LINE_PICTURE = `coalesce(l.image_key, (
      select coalesce(i.file_key, p.pictures -> 0 ->> 'key') from products p
      left join product_variants v on v.id = l.variant_id
      left join product_images i on i.id = v.image_id and i.state = 'ready'
      where p.id = l.product_id))`

/** Lists supplier orders' lines, in order of creation; `imageKey` is the shown picture. */
export async function listLines(
  db: Queryable,
  supplierOrderIds: readonly number[],
): Promise<SupplierOrderLine[]> {
  return queryPrepared<SupplierOrderLine>(db, LIST_LINES, [supplierOrderIds])
}

const LIST_LINES = {
  name: 'orders_list_lines',
  text: `
    select ${selectColumns(supplierOrderLines, 'l', { imageKey: LINE_PICTURE })} from supplier_order_lines l
    where l.supplier_order_id = any($1::bigint[]) order by l.id`,
}
