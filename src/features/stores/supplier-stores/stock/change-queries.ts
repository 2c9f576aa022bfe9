import { sql, type SQL } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import { ADJUST_STOCK_EFFECT } from '#features/catalogue/catalog/service.ts'

/** A stock change of a connected store in a list; `subject` is its effect's. */
export type ListedStoreChange = Readonly<{
  subject: string
  store: string
  orderId: string
  number: string
  title: string
  variant: string
  sku: string
  quantity: number
  requestedAt: Date
}>

/** Returns whether an order is one of an account's store. */
export async function isOwnOrder(
  db: Queryable,
  { accountId, orderId }: Readonly<{ accountId: number; orderId: string }>,
): Promise<boolean> {
  const found = await queryRows(
    db,
    sql`select 1 from supplier_orders o join suppliers s on s.id = o.supplier_id
      where o.public_id = ${orderId} and s.owner_id = ${accountId}`,
  )
  return found.length > 0
}

/** Lists an order's changes of its supplier's connected store, oldest first. */
export async function listOrderChanges(
  db: Queryable,
  { accountId, orderId }: Readonly<{ accountId: number; orderId: string }>,
): Promise<ListedStoreChange[]> {
  return selectChanges(db, sql`s.owner_id = ${accountId} and c.order_id = ${orderId} order by c.id limit 200`)
}

/** Lists orders' changes of a connected store, newest first. */
export async function listStoreChanges(
  db: Queryable,
  connectionId: number,
  limit: number,
): Promise<ListedStoreChange[]> {
  return selectChanges(db, sql`c.connection_id = ${connectionId} order by c.id desc limit ${limit}`)
}

async function selectChanges(db: Queryable, which: SQL): Promise<ListedStoreChange[]> {
  return queryRows(
    db,
    sql`
    select c.id::text as subject, coalesce(nullif(n.name, ''), n.address, 'A store that is no longer connected') as store,
      c.order_id as "orderId", coalesce(b.number, c.order_id) as number, coalesce(p.name, c.sku) as title,
      coalesce(v.title, '') as variant, c.sku, c.quantity, c.requested_at as "requestedAt"
    from store_stock_changes c join suppliers s on s.id = c.supplier_id
    left join store_connections n on n.id = c.connection_id
    left join supplier_orders o on o.public_id = c.order_id left join purchases b on b.id = o.purchase_id
    left join product_variants v on v.id = c.variant_id left join products p on p.id = v.product_id
    where ${which}`,
  )
}

/** A stock change of an account's connected store by our reference, and whether a user has to decide about it. */
export type OwnChange = Readonly<{
  subject: string
  supplierId: number
  productId: string | null
  sku: string
  quantity: number
  needsDecision: boolean
}>

/** Returns a change of an account's connected store by the reference of its effect, locked until the transaction ends. */
export async function findOwnChange(
  tx: Queryable,
  { accountId, reference }: Readonly<{ accountId: number; reference: string }>,
): Promise<OwnChange | undefined> {
  const [found] = await queryRows<OwnChange>(
    tx,
    sql`
    select e.subject, c.supplier_id as "supplierId", c.sku, c.quantity,
      (select p.public_id from product_variants v join products p on p.id = v.product_id where v.id = c.variant_id) as "productId",
      e.state in ('refused', 'unknown') and e.next_attempt_at is null as "needsDecision"
    from effects e join store_stock_changes c on c.id::text = e.subject join suppliers s on s.id = c.supplier_id
    where e.public_id = ${reference} and e.kind = ${ADJUST_STOCK_EFFECT} and s.owner_id = ${accountId}
    for update of e`,
  )
  return found
}
