import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** Money whose shares are not what came, in cents; `count` is how many of these there are in all. */
export type MisallocatedReceipt = {
  provider: string
  externalId: string
  currency: string
  amount: number
  shared: number
  count: number
}

/** The receipts whose shares differ from them in sum or currency: all of it where they pay purchases or
 * went into a wallet, nothing where they do not. */
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

/** A label whose cost is not what is booked of it, in minor units; `count` is how many of these there are in all. */
export type MispostedLabel = { label: string; currency: string; cost: number; booked: number; count: number }

/**
 * The labels of which another sum, another currency or another supplier is booked than they cost, all postings of one together;
 * what is given back costs nothing, unless its carrier keeps the money.
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
