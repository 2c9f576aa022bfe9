import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Payout } from '../sending/payout-queries.ts'

/**
 * A posting of a statement, and its changes of its supplier's money, in minor units: pending or frozen (`waiting`),
 * available for payout (`available`), and debt (`owed`); also of the commission and the tax on it.
 */
export type StatementPosting = Readonly<{
  id: number
  posting: string
  kind: string
  /** The kind of the posting that this one reverses. */
  reversedKind: string | null
  memo: string
  postedAt: Date
  /** The public id of its order in the ledger. */
  orderId: string | null
  orderNumber: string | null
  /** Whether payouts consist of such postings: it changes the available balance. */
  isItem: boolean
  /** Whether it is an item of this payout. */
  isOwn: boolean
  /** For a debt only: the first item of this payout after it. */
  itemAfter: number | null
  waiting: number
  available: number
  owed: number
  commission: number
  tax: number
}>

/**
 * Lists the postings of a payout's statement, oldest first. They are its items (also of a failed one), all postings
 * about the orders of these, and debts since the item before that did not come from available money.
 */
export async function listStatementPostings(
  db: Queryable,
  { id, supplierPublicId, currency }: Pick<Payout, 'id' | 'supplierPublicId' | 'currency'>,
): Promise<StatementPosting[]> {
  return queryPrepared(db, LIST_POSTINGS, [id, supplierPublicId, currency])
}

// Accounts: 1100 receivable, 2200 pending, 2210 available, 2300 held by cases, 2400 tax, 4000 commission. `b` is the
// posting that `g` reverses, or itself. A posting's key has its order, or the refund or label of one.
const ORDER_ID_IN_KEY = `
  case when b.kind in ('earned', 'released') then split_part(b.key, ':', 2) when b.kind = 'charged_back' then split_part(b.key, ':', -1) end`
const ORDER_JOIN = `
    left join refund_requests f on b.key like 'refunded:%' and f.public_id = substr(b.key, length('refunded:') + 1)
    left join parcel_labels l on b.kind = 'label_charged' and l.public_id = split_part(b.key, ':', 2)
    left join supplier_orders o on o.public_id = ${ORDER_ID_IN_KEY} or o.id = f.supplier_order_id or o.id = l.supplier_order_id`
const ORDER_PUBLIC_ID = `coalesce(o.public_id, ${ORDER_ID_IN_KEY})`

const LIST_POSTINGS = {
  name: 'payouts_list_moves',
  text: `
    with own as (select posting_id as id from payout_items where payout_id = $1),
    concerned as (
      select distinct o.id, ${ORDER_PUBLIC_ID} as public_id
      from own join ledger_postings g on g.id = own.id
      join ledger_postings b on b.id = coalesce(g.reverses_id, g.id) ${ORDER_JOIN}
      where ${ORDER_PUBLIC_ID} is not null),
    -- Without a commission a refund has moved neither of the two sub-ledgers that are named for an order.
    about as (
      select e.posting_id as id
      from concerned c join ledger_entries e on e.account in (2200, 4000) and e.subledger = $2 || '/' || c.public_id
      union
      select g.id from concerned c join refund_requests f on f.supplier_order_id = c.id
      join ledger_postings g on g.key = 'refunded:' || f.public_id
      union
      select g.id from concerned c join chargeback_shares t on t.supplier_order_id = c.id
      join chargebacks k on k.id = t.chargeback_id
      join ledger_postings g on g.key = 'charged_back:' || k.provider || ':' || k.dispute_id || ':' || c.public_id),
    -- A repaid debt that is reversed now was restored by a posting of its own, just before.
    debts as (
      select e.posting_id as id, coalesce(
        (select x.id from ledger_postings x where x.key = 'receivable_restored:' || b.key and g.reverses_id is not null),
        (select n.posting_id from ledger_entries n
         join ledger_postings m on m.id = n.posting_id left join ledger_postings r on r.id = m.reverses_id
         where n.account = 2210 and n.subledger = $2 and n.posting_id > e.posting_id and m.currency = $3
           and coalesce(r.kind, m.kind) not in ('payout_sent', 'payout_failed')
         order by n.posting_id limit 1)) as "itemAfter"
      from ledger_entries e
      join ledger_postings g on g.id = e.posting_id
      join ledger_postings b on b.id = coalesce(g.reverses_id, g.id)
      where e.account = 1100 and e.subledger = $2 and g.currency = $3),
    reckoned as (
      select id from own union select id from about
      union select r.id from about join ledger_postings r on r.reverses_id = about.id
      union select id from debts where "itemAfter" in (select id from own)),
    moved as (
      select e.posting_id as id,
        coalesce(sum(-e.amount) filter (where e.account in (2200, 2300) and e.subledger like $2 || '/%'), 0)::bigint as waiting,
        coalesce(sum(-e.amount) filter (where e.account = 2210 and e.subledger = $2), 0)::bigint as available,
        coalesce(sum(e.amount) filter (where e.account = 1100 and e.subledger = $2), 0)::bigint as owed,
        coalesce(sum(-e.amount) filter (where e.account = 4000), 0)::bigint as commission,
        coalesce(sum(-e.amount) filter (where e.account = 2400), 0)::bigint as tax
      from reckoned join ledger_entries e on e.posting_id = reckoned.id group by 1)
    select g.id, g.key as posting, g.kind, case when g.reverses_id is not null then b.kind end as "reversedKind", g.memo,
      g.posted_at as "postedAt", ${ORDER_PUBLIC_ID} as "orderId", u.number as "orderNumber", moved.available <> 0 as "isItem",
      exists (select from own where own.id = g.id) as "isOwn", debts."itemAfter", moved.waiting, moved.available, moved.owed,
      moved.commission, moved.tax
    from moved
    join ledger_postings g on g.id = moved.id and g.currency = $3
    join ledger_postings b on b.id = coalesce(g.reverses_id, g.id) ${ORDER_JOIN}
    left join purchases u on u.id = o.purchase_id
    left join debts on debts.id = g.id and debts."itemAfter" in (select id from own)
    where b.kind not in ('payout_sent', 'payout_failed')
    order by g.id`,
}

/** An event of a payout. */
export type PayoutEventRow = Readonly<{
  event: string
  from: string | null
  to: string
  actor: string
  reason: string | null
  at: Date
}>

/** Lists a payout's events, oldest first. */
export async function listPayoutEvents(db: Queryable, payoutId: number): Promise<PayoutEventRow[]> {
  return queryPrepared(db, LIST_EVENTS, [payoutId])
}

const LIST_EVENTS = {
  name: 'payouts_list_events',
  text: `
    select event, from_state as "from", to_state as "to", actor, reason, at from payout_events
    where payout_id = $1 order by id`,
}

/** A supplier's balances in a currency, in minor units. `owed` is its debt. */
export type SupplierBalances = Readonly<{
  currency: string
  pending: number
  held: number
  available: number
  inTransit: number
  owed: number
}>

/** Lists a supplier's balances by currency. */
export async function listSupplierBalances(
  db: Queryable,
  supplierPublicId: string,
): Promise<SupplierBalances[]> {
  return queryPrepared(db, LIST_BALANCES, [supplierPublicId])
}

const LIST_BALANCES = {
  name: 'payouts_list_balances',
  text: `
    select b.currency,
      coalesce(-sum(b.balance) filter (where a.name = 'supplier_pending'), 0)::bigint as pending,
      coalesce(-sum(b.balance) filter (where a.name = 'case_hold'), 0)::bigint as held,
      coalesce(-sum(b.balance) filter (where a.name = 'supplier_available'), 0)::bigint as available,
      coalesce(-sum(b.balance) filter (where a.name = 'payout_in_transit'), 0)::bigint as "inTransit",
      coalesce(sum(b.balance) filter (where a.name = 'supplier_receivable'), 0)::bigint as owed
    from ledger_accounts a cross join lateral (
      select currency, balance from ledger_balances where account = a.number and subledger = $1
      union all
      select currency, balance from ledger_balances
      where account = a.number and subledger >= $1 || '/' and subledger < $1 || '0' and balance <> 0) b
    where a.name in ('supplier_pending', 'case_hold', 'supplier_available', 'payout_in_transit', 'supplier_receivable')
    group by b.currency order by b.currency`,
}
