import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** A receipt with shares that do not add up to it, in cents; `count` is the number of all such receipts. */
export type MisallocatedReceipt = {
  provider: string
  externalId: string
  currency: string
  amount: number
  shared: number
  count: number
}

/**
 * Lists receipts whose shares differ from them in sum or currency. The shares of a receipt that pays purchases or a
 * wallet must equal it; others must have none.
 */
export async function listMisallocatedReceipts(db: Queryable, limit: number): Promise<MisallocatedReceipt[]> {
  return queryRows<MisallocatedReceipt>(
    db,
    sql`
      select r.provider, r.external_id as "externalId", r.currency, r.amount,
        (coalesce(a.amount, 0) + coalesce(t.amount, 0))::bigint as shared,
        count(*) over () as count
      from receipts r
      left join (select receipt_id, currency, sum(amount) as amount from allocations group by 1, 2) a
        on a.receipt_id = r.id
      left join wallet_top_ups t on t.receipt_id = r.id
      where coalesce(a.amount, 0) + coalesce(t.amount, 0) <> case r.state when 'applied' then r.amount else 0 end
        or a.currency <> r.currency or t.currency <> r.currency
      order by r.id limit ${limit}`,
  )
}

/** A label whose cost differs from its postings, in minor units. `count` is the number of all such labels. */
export type MispostedLabel = { label: string; currency: string; cost: number; booked: number; count: number }

/**
 * Lists labels whose postings differ from their cost in sum, currency or supplier. All postings of a label count
 * together; a refunded one costs nothing, unless its carrier keeps the money.
 */
export async function listMispostedLabels(db: Queryable, limit: number): Promise<MispostedLabel[]> {
  return queryRows<MispostedLabel>(
    db,
    sql`
      with booked as (
        select split_part(coalesce(o.key, p.key), ':', 2) as label, p.currency, sum(-e.amount) filter (where e.account = 2500) as amount,
          max(e.subledger) filter (where e.account in (1100, 2210)) as supplier,
          count(distinct e.subledger) filter (where e.account in (1100, 2210)) as bearers
        from ledger_postings p
        left join ledger_postings o on o.id = p.reverses_id
        join ledger_entries e on e.posting_id = p.id
        where coalesce(o.kind, p.kind) = 'label_charged' group by 1, 2),
      labels as (
        select l.public_id as label, l.currency, s.public_id as supplier,
          case when l.state in ('bought', 'used', 'unused', 'lost') then l.amount else 0 end as cost
        from parcel_labels l
        join supplier_orders o on o.id = l.supplier_order_id join suppliers s on s.id = o.supplier_id)
      select coalesce(l.label, b.label) as label, coalesce(l.currency, b.currency) as currency,
        coalesce(l.cost, 0)::bigint as cost, coalesce(b.amount, 0)::bigint as booked, count(*) over () as count
      from labels l full join booked b on b.label = l.label
      where coalesce(l.cost, 0) <> coalesce(b.amount, 0)
        or (b.label is not null and (b.currency <> l.currency or b.supplier <> l.supplier or b.bearers <> 1))
      order by 1 limit ${limit}`,
  )
}
