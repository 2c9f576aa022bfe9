import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Id } from '#core/ids.ts'

/** A movement in a wallet, in minor units; `id` is its position in the ledger. */
export type WalletMovement = Readonly<{
  id: number
  key: string
  kind: string
  /** The kind of the posting that it reverses. */
  reversedKind: string | null
  memo: string
  at: Date
  amount: number
  /** The wallet's balance after it. */
  balance: number
  orders: readonly Readonly<{ id: string; number: string }>[] | null
}>

/** A filter of a wallet's movements: before a position, and within a period if given. */
export type MovementFilter = Readonly<{
  vendor: Id<'account'>
  currency: string
  before?: number | undefined
  from?: Date
  to?: Date
  limit: number
}>

/** Lists a wallet's movements, newest first. */
export async function listMovements(db: Queryable, filter: MovementFilter): Promise<WalletMovement[]> {
  const { vendor, currency, before, from, to, limit } = filter
  if (from === undefined && to === undefined)
    return queryPrepared<WalletMovement>(db, LIST_NEWEST, [vendor, currency, before ?? null, limit])
  return queryPrepared<WalletMovement>(db, LIST_OF_PERIOD, [
    vendor,
    currency,
    from ?? null,
    to ?? null,
    limit,
  ])
}

/** Returns SQL of the displayed fields of the movements `m`, with their orders. */
const selectVisible = (condition: string) => `
    select m.id, p.key, p.kind, r.kind as "reversedKind", p.memo, p.posted_at as at, m.amount, m.balance, o.orders
    from movements m
    join ledger_postings p on p.id = m.id
    left join ledger_postings r on r.id = p.reverses_id
    left join lateral (
      select json_agg(json_build_object('id', x.vendor_order, 'number', x.vendor_reference) order by x.id) as orders
      from (
        select distinct u.id, u.vendor_order, u.vendor_reference
        from purchases u join supplier_orders s on s.purchase_id = u.id
        where u.vendor_order is not null and s.id in (
          select a.supplier_order_id from allocations a
          where p.kind = 'paid_by_wallet' and a.receipt_id = split_part(p.key, ':', 2)::bigint
          union
          select q.supplier_order_id from refund_requests q
          where p.key like 'refunded:%' and q.public_id = split_part(p.key, ':', 2))) x) o on true
    where ${condition}
    order by m.id desc`

// The balance after a movement is the current one without later movements, so that a page does not read the whole
// history.
const LIST_NEWEST = {
  name: 'wallets_list_newest_movements',
  text: `
    with page as materialized (
      select e.posting_id as id, e.line, -e.amount as amount
      from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where e.account = 2000 and e.subledger = $1 and p.currency = $2 and ($3::bigint is null or e.posting_id < $3)
      order by e.posting_id desc, e.line desc limit $4),
    present as (
      select coalesce(-sum(balance), 0) - case when $3::bigint is null then 0 else (
          select coalesce(-sum(e.amount), 0) from ledger_entries e join ledger_postings p on p.id = e.posting_id
          where e.account = 2000 and e.subledger = $1 and p.currency = $2 and e.posting_id >= $3) end as balance
      from ledger_balances where account = 2000 and subledger = $1 and currency = $2),
    movements as (
      select id, amount, (present.balance + amount - sum(amount) over (order by id desc, line desc))::bigint as balance
      from page cross join present)
    ${selectVisible('true')}`,
}

// The balance after a movement is the sum of all up to it, which an index has in order.
const LIST_OF_PERIOD = {
  name: 'wallets_list_movements',
  text: `
    with movements as (
      select e.posting_id as id, -e.amount as amount,
        (sum(-e.amount) over (order by e.posting_id, e.line))::bigint as balance
      from ledger_entries e join ledger_postings p on p.id = e.posting_id
      where e.account = 2000 and e.subledger = $1 and p.currency = $2)
    ${selectVisible('($3::timestamptz is null or p.posted_at >= $3) and ($4::timestamptz is null or p.posted_at < $4)')} limit $5`,
}

/** Returns a wallet's balance before a moment, in minor units. */
export async function readBalanceBefore(
  db: Queryable,
  { vendor, currency, from }: Readonly<{ vendor: Id<'account'>; currency: string; from: Date }>,
): Promise<number> {
  const [found] = await queryPrepared<{ balance: number }>(db, READ_BALANCE_BEFORE, [vendor, currency, from])
  return found?.balance ?? 0
}

const READ_BALANCE_BEFORE = {
  name: 'wallets_read_balance_before',
  text: `
    select coalesce(sum(-e.amount), 0)::bigint as balance
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.account = 2000 and e.subledger = $1 and p.currency = $2 and p.posted_at < $3`,
}
