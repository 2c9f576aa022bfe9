import { queryPrepared, type Queryable } from '#database/database.ts'

/** Lists the public ids of an account's payable orders, oldest first. */
export async function listOrdersToPay(
  db: Queryable,
  { accountId, isPractice }: Readonly<{ accountId: number; isPractice: boolean }>,
): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, LIST_TO_PAY, [accountId, isPractice])
  return found.map(({ id }) => id)
}

const LIST_TO_PAY = {
  name: 'shop_orders_list_to_pay',
  text: `
    select public_id as id from shop_orders
    where account_id = $1 and is_practice = $2
      and (state = 'to_pay' or quote_purchase_id is not null or reasons @> '{reservation_limit}')
    order by placed_at, id limit 1000`,
}

/**
 * Lists the orders that the timer follows. They are received and not followed yet, have an expired quote, or are
 * waiting for a change without an event of their store.
 */
export async function listOrdersToFollow(
  db: Queryable,
  { staleBefore, limit }: Readonly<{ staleBefore: Date; limit: number }>,
): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, LIST_TO_FOLLOW, [staleBefore, limit])
  return found.map(({ id }) => id)
}

const LIST_TO_FOLLOW = {
  name: 'shop_orders_list_to_follow',
  text: `
    (select public_id as id from shop_orders
      where state = 'received' and coalesce(followed_at, received_at) < $1 order by id limit $2)
    union all
    (select s.public_id from shop_orders s join purchases p on p.id = s.quote_purchase_id
      where s.quote_purchase_id is not null and (p.closed_at is not null or p.paid_at is not null) order by s.id limit $2)
    union all
    (select public_id from shop_orders
      where state = 'blocked' and coalesce(followed_at, received_at) < $1
        and received_at > $1::timestamptz - interval '60 days' order by followed_at nulls first limit $2)
    limit $2`,
}

/** Returns the store's order of a supplier order; undefined for a shopper's. */
export async function findOrderOfSupplierOrder(
  db: Queryable,
  supplierOrderId: string,
): Promise<string | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_OF_SUPPLIER_ORDER, [supplierOrderId])
  return found?.id
}

const FIND_OF_SUPPLIER_ORDER = {
  name: 'shop_orders_find_of_supplier_order',
  text: `
    select p.vendor_order as id from supplier_orders o join purchases p on p.id = o.purchase_id
    where o.public_id = $1 and p.vendor_order is not null`,
}

/** Lists the public ids of a store order's supplier orders on hold. */
export async function listHeldOrders(db: Queryable, id: string): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, LIST_HELD, [id])
  return found.map((order) => order.id)
}

const LIST_HELD = {
  name: 'shop_orders_list_on_hold',
  text: `
    select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
    where p.vendor_order = $1 and o.state = 'paid_hold' order by o.id`,
}

/** Returns whether a supplier order is a practice order of this account. */
export async function isPracticeOrderOf(
  db: Queryable,
  { accountId, id }: Readonly<{ accountId: number; id: string }>,
): Promise<boolean> {
  return (await queryPrepared(db, IS_PRACTICE, [accountId, id])).length > 0
}

const IS_PRACTICE = {
  name: 'shop_orders_is_practice_order',
  text: `
    select 1 from supplier_orders o join purchases p on p.id = o.purchase_id
    where p.account_id = $1 and o.public_id = $2 and p.channel = 'vendor' and p.currency = 'XTS'`,
}

/** Lists the public ids of an account's orders with unbought items; the newest thousand. */
export async function listUnboughtOrders(db: Queryable, accountId: number): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, LIST_UNBOUGHT, [accountId])
  return found.map(({ id }) => id)
}

const LIST_UNBOUGHT = {
  name: 'shop_orders_list_unbought',
  text: `
    select public_id as id from shop_orders where account_id = $1 and state in ('to_pay', 'blocked')
    order by placed_at desc limit 1000`,
}
