import { named, type Queryable } from '#database/database.ts'
import type { Payout } from './payout-queries.ts'

/** A posting that a payout is made of, with the order it is about and what was earned by it. Amounts in minor units. */
export type ItemRow = Readonly<{
  posting: string
  kind: string
  memo: string
  postedAt: Date
  orderId: string | null
  orderNumber: string | null
  gross: number | null
  commission: number | null
  tax: number | null
  amount: number
}>

/** What a payout is made of, oldest first; what a failed one was made of too. */
export async function listItems(
  db: Queryable,
  { id, supplierPublicId }: Pick<Payout, 'id' | 'supplierPublicId'>,
): Promise<ItemRow[]> {
  return named(db, LIST_ITEMS, [id, supplierPublicId])
}

// A posting names its order in a sub-ledger `supplier/order`; a release is of the earning of one parcel, which its key names, as
// the key of a label's cost names its label.
const LIST_ITEMS = {
  name: 'payouts_list_items',
  text: `
    select g.key as posting, g.kind, g.memo, g.posted_at as "postedAt", o.public_id as "orderId",
      u.number as "orderNumber", x.gross_amount as gross, x.commission_amount as commission, x.tax_amount as tax, i.amount
    from payout_items i
    join ledger_postings g on g.id = i.posting_id
    left join lateral (
      select split_part(e.subledger, '/', 2) as public_id
      from ledger_entries e join ledger_accounts a on a.number = e.account
      where e.posting_id = g.id and a.name in ('supplier_pending', 'commission') and e.subledger like $2 || '/%'
      limit 1) part on true
    left join parcel_labels l on g.key in ('label_charged:' || l.public_id, 'reversed:label_charged:' || l.public_id)
    left join supplier_orders o on o.public_id = part.public_id or o.id = l.supplier_order_id
    left join purchases u on u.id = o.purchase_id
    left join parcels c
      on c.supplier_order_id = o.id and g.key = 'released:' || o.public_id || ':' || c.public_id
    left join earnings x on x.parcel_id = c.id
    where i.payout_id = $1
    order by g.id`,
}

/** Something that happened to a payout. */
export type EventRow = Readonly<{
  event: string
  from: string | null
  to: string
  actor: string
  reason: string | null
  at: Date
}>

/** What happened to a payout, oldest first. */
export async function listEvents(db: Queryable, payoutId: number): Promise<EventRow[]> {
  return named(db, LIST_EVENTS, [payoutId])
}

const LIST_EVENTS = {
  name: 'payouts_list_events',
  text: `
    select event, from_state as "from", to_state as "to", actor, reason, at from payout_events
    where payout_id = $1 order by id`,
}

/** What a supplier has in a currency, in minor units; `owed` is what it owes. */
export type Standing = Readonly<{
  currency: string
  pending: number
  held: number
  available: number
  inTransit: number
  owed: number
}>

/** What a supplier has, by currency. */
export async function listStandings(db: Queryable, supplierPublicId: string): Promise<Standing[]> {
  return named(db, LIST_STANDINGS, [supplierPublicId])
}

const LIST_STANDINGS = {
  name: 'payouts_list_standings',
  text: `
    select b.currency,
      coalesce(-sum(b.balance) filter (where a.name = 'supplier_pending'), 0)::bigint as pending,
      coalesce(-sum(b.balance) filter (where a.name = 'case_hold'), 0)::bigint as held,
      coalesce(-sum(b.balance) filter (where a.name = 'supplier_available'), 0)::bigint as available,
      coalesce(-sum(b.balance) filter (where a.name = 'payout_in_transit'), 0)::bigint as "inTransit",
      coalesce(sum(b.balance) filter (where a.name = 'supplier_receivable'), 0)::bigint as owed
    from ledger_balances b join ledger_accounts a on a.number = b.account
    where a.name in ('supplier_pending', 'case_hold', 'supplier_available', 'payout_in_transit', 'supplier_receivable')
      and (b.subledger = $1 or (b.subledger >= $1 || '/' and b.subledger < $1 || '0'))
    group by b.currency order by b.currency`,
}
