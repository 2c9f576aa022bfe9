import { selectColumns, queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { purchases } from '../tables.ts'
import type { Purchase } from './purchase-queries.ts'

/** Returns the purchases with an email address that belong to no open account, newest first, up to a limit. */
export async function listGuestPurchases(
  db: Queryable,
  { email, limit }: Readonly<{ email: string; limit: number }>,
): Promise<Purchase[]> {
  return queryPrepared<Purchase>(db, LIST_GUEST_PURCHASES, [email, limit])
}

/** Returns all of them, locked until the transaction ends. */
export async function lockGuestPurchases(tx: Transaction, email: string): Promise<Purchase[]> {
  return queryPrepared<Purchase>(tx, LOCK_GUEST_PURCHASES, [email])
}

// The address stays in the orders of a closed account. Vendors' purchases are not the guest's.
const GUEST_PURCHASES = `
  select ${selectColumns(purchases, 'p')} from purchases p
  where lower(p.email) = lower($1) and p.channel = 'marketplace'
    and not exists (select from accounts a where a.id = p.account_id and a.closed_at is null)
  order by p.id desc`

const LIST_GUEST_PURCHASES = { name: 'orders_list_of_guest', text: `${GUEST_PURCHASES} limit $2` }

const LOCK_GUEST_PURCHASES = { name: 'orders_lock_of_guest', text: `${GUEST_PURCHASES} for update of p` }
