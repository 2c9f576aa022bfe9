import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/database.ts'
import type { RemoteProduct } from '../port.ts'
import { storeConnections, storeProducts, storeRuns } from '../tables.ts'

/** Inserts the products that a run read, in their order, and updates known ones. */
export async function upsertProducts(
  tx: Transaction,
  { connectionId, runId }: Readonly<{ connectionId: number; runId: number }>,
  found: readonly RemoteProduct[],
): Promise<void> {
  if (found.length === 0) return
  const values = found.map((product) => ({
    ...product,
    connectionId,
    runId,
    pictures: [...product.pictures],
  }))
  await tx
    .insert(storeProducts)
    .values(values)
    .onConflictDoUpdate({
      target: [storeProducts.connectionId, storeProducts.externalId],
      set: {
        runId,
        name: sql`excluded.name`,
        descriptionHtml: sql`excluded.description_html`,
        sku: sql`excluded.sku`,
        priceAmount: sql`excluded.price_amount`,
        quantity: sql`excluded.quantity`,
        pictures: sql`excluded.pictures`,
        kind: sql`excluded.kind`,
        status: sql`excluded.status`,
      },
    })
}

/** Returns how many products of a connection are stored; with `runId`, how many that run read. */
export async function countProducts(db: Queryable, connectionId: number, runId?: number): Promise<number> {
  const connectionCondition = eq(storeProducts.connectionId, connectionId)
  const [counted] = await db
    .select({ n: count() })
    .from(storeProducts)
    .where(
      runId === undefined ? connectionCondition : and(connectionCondition, eq(storeProducts.runId, runId)),
    )
  return counted?.n ?? 0
}

/** Deletes products that this run did not read, because the store no longer has them. */
export async function deleteStaleProducts(
  tx: Transaction,
  { connectionId, runId }: Readonly<{ connectionId: number; runId: number }>,
): Promise<void> {
  await tx
    .delete(storeProducts)
    .where(and(eq(storeProducts.connectionId, connectionId), ne(storeProducts.runId, runId)))
}

const PRODUCT_COLUMNS = {
  externalId: storeProducts.externalId,
  name: storeProducts.name,
  descriptionHtml: storeProducts.descriptionHtml,
  sku: storeProducts.sku,
  priceAmount: storeProducts.priceAmount,
  quantity: storeProducts.quantity,
  pictures: storeProducts.pictures,
  kind: storeProducts.kind,
  status: storeProducts.status,
}

/** Lists some products of a connection, in the order they were first read. */
export async function listProducts(
  db: Queryable,
  connectionId: number,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<RemoteProduct[]> {
  return db
    .select(PRODUCT_COLUMNS)
    .from(storeProducts)
    .where(eq(storeProducts.connectionId, connectionId))
    .orderBy(asc(storeProducts.place))
    .limit(limit)
    .offset(offset)
}

/** Returns these products of an account's connection, with their prices' currency and the time of reading. */
export async function listProductsByExternalId(
  db: Queryable,
  {
    accountId,
    connectionId,
    externalIds,
  }: Readonly<{
    accountId: number
    connectionId: string
    externalIds: readonly string[]
  }>,
): Promise<(RemoteProduct & { currency: string; readAt: Date })[]> {
  return db
    .select({ ...PRODUCT_COLUMNS, currency: storeConnections.currency, readAt: storeRuns.startedAt })
    .from(storeProducts)
    .innerJoin(storeRuns, eq(storeRuns.id, storeProducts.runId))
    .innerJoin(storeConnections, eq(storeConnections.id, storeProducts.connectionId))
    .where(
      and(
        eq(storeConnections.publicId, connectionId),
        eq(storeConnections.accountId, accountId),
        inArray(storeProducts.externalId, [...externalIds]),
      ),
    )
    .orderBy(asc(storeProducts.place))
}
