import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import type { SupplierOrderState } from './rules.ts'
import { allocations, purchases, supplierOrderEvents, supplierOrderLines, supplierOrders } from './tables.ts'

/** A purchase as kept; amounts in cents. */
export type Purchase = typeof purchases.$inferSelect

/** One supplier's part of a purchase as kept. */
export type SupplierOrder = typeof supplierOrders.$inferSelect

/** One line of a supplier order as kept. */
export type SupplierOrderLine = typeof supplierOrderLines.$inferSelect

/** Keeps a new purchase; gives its key. Violates `purchases_idempotency_key_key` when the key was used. */
export async function insertPurchase(
  tx: Queryable,
  purchase: typeof purchases.$inferInsert,
): Promise<number> {
  const [inserted] = await tx.insert(purchases).values(purchase).returning({ id: purchases.id })
  if (!inserted) throw new Error('the purchase was not inserted')
  return inserted.id
}

/** Keeps new supplier orders; gives their keys by supplier. */
export async function insertSupplierOrders(
  tx: Queryable,
  orders: readonly (typeof supplierOrders.$inferInsert)[],
): Promise<Map<number, number>> {
  const inserted = await tx
    .insert(supplierOrders)
    .values([...orders])
    .returning({ id: supplierOrders.id, supplierId: supplierOrders.supplierId })
  return new Map(inserted.map((order) => [order.supplierId, order.id]))
}

/** Keeps the lines of new supplier orders. */
export async function insertLines(
  tx: Queryable,
  lines: readonly (typeof supplierOrderLines.$inferInsert)[],
): Promise<void> {
  await tx.insert(supplierOrderLines).values([...lines])
}

/** Adds to the story of supplier orders. */
export async function insertEvents(
  tx: Queryable,
  events: readonly (typeof supplierOrderEvents.$inferInsert)[],
): Promise<void> {
  await tx.insert(supplierOrderEvents).values([...events])
}

/** Keeps which part of a receipt pays which supplier order. */
export async function insertAllocations(
  tx: Queryable,
  parts: readonly (typeof allocations.$inferInsert)[],
): Promise<void> {
  await tx.insert(allocations).values([...parts])
}

/** The purchase with this public id. */
export async function findPurchase(db: Queryable, publicId: string): Promise<Purchase | undefined> {
  const [found] = await db.select().from(purchases).where(eq(purchases.publicId, publicId))
  return found
}

/** The purchase that was placed with this idempotency key. */
export async function findPurchaseByKey(db: Queryable, key: string): Promise<Purchase | undefined> {
  const [found] = await db.select().from(purchases).where(eq(purchases.idempotencyKey, key))
  return found
}

/** The purchase with this public id, locked until the transaction ends. */
export async function lockPurchase(tx: Queryable, publicId: string): Promise<Purchase | undefined> {
  const [found] = await tx.select().from(purchases).where(eq(purchases.publicId, publicId)).for('update')
  return found
}

/** Unpaid purchases whose reservation has ended, locked; those that somebody else works on are passed over. */
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

/** Notes when a purchase was paid or closed. */
export async function stampPurchases(
  tx: Queryable,
  ids: readonly number[],
  stamp: { paidAt: Date } | { closedAt: Date },
): Promise<void> {
  await tx
    .update(purchases)
    .set(stamp)
    .where(inArray(purchases.id, [...ids]))
}

/** The supplier orders of purchases, in the order they were made. */
export async function listSupplierOrders(
  db: Queryable,
  purchaseIds: readonly number[],
): Promise<SupplierOrder[]> {
  return db
    .select()
    .from(supplierOrders)
    .where(inArray(supplierOrders.purchaseId, [...purchaseIds]))
    .orderBy(asc(supplierOrders.id))
}

/** The lines of supplier orders, in the order they were made. */
export async function listLines(
  db: Queryable,
  supplierOrderIds: readonly number[],
): Promise<SupplierOrderLine[]> {
  return db
    .select()
    .from(supplierOrderLines)
    .where(inArray(supplierOrderLines.supplierOrderId, [...supplierOrderIds]))
    .orderBy(asc(supplierOrderLines.id))
}

/** Sets the state of supplier orders that all still are in `from`; gives how many really were. */
export async function updateStates(
  tx: Queryable,
  ids: readonly number[],
  {
    from,
    to,
    version,
    now,
  }: { from: SupplierOrderState; to: SupplierOrderState; version: number; now: Date },
): Promise<number> {
  const result = await tx
    .update(supplierOrders)
    .set({ state: to, version: version + 1, updatedAt: now })
    .where(
      and(
        inArray(supplierOrders.id, [...ids]),
        eq(supplierOrders.state, from),
        eq(supplierOrders.version, version),
      ),
    )
  return result.rowCount ?? 0
}
