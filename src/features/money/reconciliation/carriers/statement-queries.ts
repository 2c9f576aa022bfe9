import { queryPrepared, type Queryable } from '#database/database.ts'

/** The balance of a carrier's labels and its changes, in minor units as a debt of ours. */
export type CarrierAccountRow = Readonly<{
  provider: string
  carrier: string
  currency: string
  before: number
  labels: number
  givenBack: number
  paid: number
  open: number
  awaited: Readonly<{ labels: number; amount: number }>
  unanswered: Readonly<{ labels: number; amount: number }>
}>

/** The scope of a statement: a provider or all, from the beginning or a moment, until now or a moment. */
export type StatementPeriod = Readonly<{
  provider: string | undefined
  from: Date | undefined
  to: Date | undefined
}>

/** Lists the accounts of all carriers, by provider, carrier and currency. */
export async function listCarrierAccounts(
  db: Queryable,
  period: StatementPeriod,
): Promise<CarrierAccountRow[]> {
  return queryPrepared(db, LIST_ACCOUNTS, toValues(period))
}

// A label's posting has the provider and carrier in its sub-ledger; awaited refunds are as of now.
const LIST_ACCOUNTS = {
  name: 'reconciliation_list_carrier_accounts',
  text: `
    with moves as (
      select e.subledger, p.currency, -e.amount as amount, coalesce(p.posted_at < $2, false) as is_before,
        case when coalesce(o.kind, p.kind) <> 'label_charged' then 'paid' when o.id is null then 'labels' else 'back' end as what
      from ledger_entries e
      join ledger_postings p on p.id = e.posting_id
      left join ledger_postings o on o.id = p.reverses_id
      where e.account = 2500 and ($1::text is null or split_part(e.subledger, '/', 1) = $1)
        and ($3::timestamptz is null or p.posted_at < $3)),
    summed as (
      select subledger, currency, sum(amount) as open, sum(amount) filter (where is_before) as before,
        sum(amount) filter (where not is_before and what = 'labels') as labels,
        -sum(amount) filter (where not is_before and what = 'back') as given_back,
        -sum(amount) filter (where not is_before and what = 'paid') as paid
      from moves group by 1, 2),
    waiting as (
      select e.subledger, l.currency, count(*) as labels, sum(l.amount) as amount,
        count(*) filter (where l.refund_check_at is null) as old_labels,
        sum(l.amount) filter (where l.refund_check_at is null) as old_amount
      from parcel_labels l
      join ledger_postings p on p.key = 'label_charged:' || l.public_id
      join ledger_entries e on e.posting_id = p.id and e.account = 2500
      where l.state = 'given_back' group by 1, 2)
    select split_part(s.subledger, '/', 1) as provider, split_part(s.subledger, '/', 2) as carrier, s.currency,
      coalesce(s.before, 0)::bigint as before, coalesce(s.labels, 0)::bigint as labels,
      coalesce(s.given_back, 0)::bigint as "givenBack", coalesce(s.paid, 0)::bigint as paid, s.open::bigint as open,
      json_build_object('labels', coalesce(w.labels, 0), 'amount', coalesce(w.amount, 0)) as awaited,
      json_build_object('labels', coalesce(w.old_labels, 0), 'amount', coalesce(w.old_amount, 0)) as unanswered
    from summed s left join waiting w using (subledger, currency) order by 1, 2, 3`,
}

/** A provider's charges beyond its labels' prices, in minor units. */
export type AdjustmentRow = Readonly<{ provider: string; currency: string; amount: number }>

/** Lists the adjustments of a period, by provider and currency. */
export async function listAdjustments(db: Queryable, period: StatementPeriod): Promise<AdjustmentRow[]> {
  return queryPrepared(db, LIST_ADJUSTMENTS, toValues(period))
}

const LIST_ADJUSTMENTS = {
  name: 'reconciliation_list_carrier_adjustments',
  text: `
    select e.subledger as provider, p.currency, sum(e.amount)::bigint as amount
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
    where e.account = 5040 and ($1::text is null or e.subledger = $1)
      and ($2::timestamptz is null or p.posted_at >= $2) and ($3::timestamptz is null or p.posted_at < $3)
    group by 1, 2`,
}

function toValues({ provider, from, to }: StatementPeriod): unknown[] {
  return [provider ?? null, from ?? null, to ?? null]
}
