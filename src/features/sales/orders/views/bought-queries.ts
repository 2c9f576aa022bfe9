import { queryPrepared, type Queryable } from '#database/database.ts'

// A purchase belongs to the account that has verified its email address.
const BOUGHT = `
  from accounts a
  join purchases p on lower(p.email) = lower(a.email) and p.paid_at is not null
  join supplier_orders o on o.purchase_id = p.id and o.state not in ('awaiting_payment', 'expired', 'cancelled', 'rejected')
  join supplier_order_lines l on l.supplier_order_id = o.id
  where a.email_verified_at is not null and a.closed_at is null`

/** Whether a person has paid for an item; by their keys. */
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

/** The items a person has paid for, each once, bought last first; the last 1,000. */
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

/** Who has paid for what since `moment`, as far as they have an account; by their keys. */
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
