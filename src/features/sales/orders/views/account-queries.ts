import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { Purchase } from './purchase-queries.ts'
import { purchases } from '../tables.ts'

/** A reference to an account's order. `accountId` is the internal key. */
export type AccountPurchaseKey = Readonly<{ accountId: number; publicId: string }>

/** A range of an account's orders, newest first. */
export type PurchasePage = Readonly<{ accountId: number; limit: number; offset: number }>

/**
 * SQL of an account's purchases. These are the ones placed while signed in, and the paid ones placed as a guest under
 * the email that the account has verified. The mailbox already knows of the latter; an unpaid one may belong to a
 * stranger who mistyped the address. Purchases for orders of a vendor's store are shown in the vendor's console, not
 * here.
 */
const ACCOUNT_PURCHASES = `
  select id from purchases where account_id = $1 and channel = 'marketplace'
  union
  select g.id from accounts p join purchases g on lower(g.email) = lower(p.email)
  where p.id = $1 and p.email_verified_at is not null and p.closed_at is null
    and g.account_id is null and g.paid_at is not null`

/** Lists a page of an account's purchases, and their total count. */
export async function listAccountPurchases(
  db: Queryable,
  { accountId, limit, offset }: PurchasePage,
): Promise<{ purchases: Purchase[]; total: number }> {
  const [page, countRows] = await Promise.all([
    queryPrepared<Purchase>(db, LIST_ACCOUNT_PURCHASES, [accountId, limit, offset]),
    queryPrepared<{ total: number }>(db, COUNT_ACCOUNT_PURCHASES, [accountId]),
  ])
  return { purchases: page, total: countRows[0]?.total ?? 0 }
}

const PURCHASE = `select ${selectColumns(purchases, 'o')} from purchases o`
const LIST_ACCOUNT_PURCHASES = {
  name: 'orders_list_own',
  text: `${PURCHASE} where o.id in (${ACCOUNT_PURCHASES}) order by o.id desc limit $2 offset $3`,
}
const COUNT_ACCOUNT_PURCHASES = {
  name: 'orders_count_own',
  text: `select count(*) as total from (${ACCOUNT_PURCHASES}) mine`,
}

/** Returns the purchase with this public id, if it is the account's. */
export async function findAccountPurchase(
  db: Queryable,
  { accountId, publicId }: AccountPurchaseKey,
): Promise<Purchase | undefined> {
  const [found] = await queryPrepared<Purchase>(db, FIND_ACCOUNT_PURCHASE, [accountId, publicId])
  return found
}

const FIND_ACCOUNT_PURCHASE = {
  name: 'orders_find_own',
  text: `${PURCHASE} where o.public_id = $2 and o.id in (${ACCOUNT_PURCHASES})`,
}

/** Lists all purchases of an account, oldest first, for its data export. */
export async function listAllAccountPurchases(db: Queryable, accountId: number): Promise<Purchase[]> {
  return queryPrepared<Purchase>(db, LIST_ALL_ACCOUNT_PURCHASES, [accountId])
}

const LIST_ALL_ACCOUNT_PURCHASES = {
  name: 'orders_list_all_own',
  text: `${PURCHASE} where o.id in (${ACCOUNT_PURCHASES}) order by o.id`,
}

/** Returns the email address of a purchase's account; undefined if the account is closed. */
export async function findBuyerEmail(db: Queryable, accountId: number): Promise<string | undefined> {
  const [found] = await queryPrepared<{ email: string }>(db, FIND_BUYER_EMAIL, [accountId])
  return found?.email
}

const FIND_BUYER_EMAIL = {
  name: 'orders_find_buyer_email',
  text: 'select email from accounts where id = $1 and closed_at is null',
}

/** Erases buyers' complaints from orders' timelines. */
export async function redactComplaints(tx: Queryable, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length > 0) await queryPrepared(tx, REDACT_COMPLAINTS, [orderIds])
}

const REDACT_COMPLAINTS = {
  name: 'orders_forget_complaints',
  text: `
    update supplier_order_events set reason = null
    where supplier_order_id = any($1::bigint[]) and event = 'open_case' and reason is not null`,
}

// A purchase belongs to the account that has verified its email address. Vendors buy for their customers, so their
// purchases do not count.
const BOUGHT = `
  from accounts a
  join purchases p on lower(p.email) = lower(a.email) and p.paid_at is not null and p.channel = 'marketplace'
  join supplier_orders o on o.purchase_id = p.id and o.state not in ('awaiting_payment', 'expired', 'cancelled', 'rejected')
  join supplier_order_lines l on l.supplier_order_id = o.id
  where a.email_verified_at is not null and a.closed_at is null`

/** Returns whether an account has paid for an item; both are given by their keys. */
export async function hasBought(
  db: Queryable,
  { accountId, productId }: Readonly<{ accountId: number; productId: number }>,
): Promise<boolean> {
  const rows = await queryPrepared(db, HAS_BOUGHT, [accountId, productId])
  return rows.length > 0
}

const HAS_BOUGHT = {
  name: 'orders_has_bought',
  text: `select 1 ${BOUGHT} and a.id = $1 and l.product_id = $2 limit 1`,
}

/** Lists the last 1,000 items that an account paid for, each once, latest first. */
export async function listBought(
  db: Queryable,
  accountId: number,
): Promise<{ productId: number; boughtAt: Date }[]> {
  return queryPrepared(db, LIST_BOUGHT, [accountId])
}

const LIST_BOUGHT = {
  name: 'orders_list_bought',
  text: `
    select l.product_id as "productId", max(p.paid_at) as "boughtAt" ${BOUGHT} and a.id = $1
    group by l.product_id order by 2 desc, 1 desc limit 1000`,
}

/** Lists which accounts paid for which items since `moment`, by their keys. */
export async function listBoughtSince(
  db: Queryable,
  since: Date,
): Promise<{ accountId: number; productId: number }[]> {
  return queryPrepared(db, LIST_BOUGHT_SINCE, [since])
}

const LIST_BOUGHT_SINCE = {
  name: 'orders_list_bought_since',
  text: `select distinct a.id as "accountId", l.product_id as "productId" ${BOUGHT} and p.paid_at >= $1`,
}
