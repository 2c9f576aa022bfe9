import { queryPrepared, type Queryable } from '#database/database.ts'

/**
 * A provider's balance for us, in minor units: by our ledger and by its reports. Both are as of `until`, the end of its
 * last report; `bookedNow` is our ledger's current balance.
 */
export type ProviderBalanceRow = Readonly<{
  provider: string
  currency: string
  until: Date
  booked: number
  reported: number
  bookedNow: number
}>

/** Lists the balances of providers with a report. */
export async function listProviderBalances(db: Queryable): Promise<ProviderBalanceRow[]> {
  return queryPrepared(db, LIST_BALANCES)
}

const EXISTS_ROW = (condition: string) => `
  exists (select from settlement_rows w where w.provider = u.provider and ${condition})`

/** The part of a posting's key after its kind and provider. */
const KEY_SUFFIX = `substr(p.key, length(p.kind || u.provider) + 3)`

/** Whether a posting after the report's end is about something in a report, so that the provider had it before. */
const IS_REPORTED = `
  case split_part(p.key, ':', 1)
    when 'clearing_adjusted' then true
    when 'provider_fee' then
      ${EXISTS_ROW(`w.external_id = ${KEY_SUFFIX}`)}
      or exists (select from settlement_discrepancies d where d.public_id = ${KEY_SUFFIX})
      or exists (
        select from chargebacks c join settlement_rows w on w.receipt_id = c.receipt_id and w.kind = 'dispute'
        where c.provider = u.provider and starts_with(${KEY_SUFFIX}, 'dispute:' || c.dispute_id || ':'))
    when 'settled' then
      ${EXISTS_ROW(`w.external_id = ${KEY_SUFFIX}`)}
      or exists (
        select from refund_requests q where 'by_hand:' || q.public_id = ${KEY_SUFFIX} and q.created_at < u.moment)
    when 'received' then
      ${EXISTS_ROW(`w.kind = 'payment' and w.receipt_id::text = substr(p.key, 10)`)}
    when 'refunded' then exists (
      select from refund_requests q join settlement_rows w on w.provider = u.provider and w.gross_amount < 0
        and w.refund_reference = q.provider_refund_id
      where q.public_id = substr(p.key, 10))
    when 'charged_back' then exists (
      select from chargebacks c join settlement_rows w on w.receipt_id = c.receipt_id and w.kind = 'dispute'
        and w.gross_amount < 0
      where starts_with(p.key, 'charged_back:' || c.provider || ':' || c.dispute_id || ':'))
    when 'payout_done' then exists (
      select from payouts o join settlement_rows w on w.provider = u.provider and w.kind = 'transfer'
        and w.reference = o.external_id
      where o.public_id = substr(p.key, 13))
    when 'reversed' then
      exists (
        select from chargebacks c join settlement_rows w on w.receipt_id = c.receipt_id and w.kind = 'dispute'
          and w.gross_amount > 0
        where starts_with(p.key, 'reversed:charged_back:' || c.provider || ':' || c.dispute_id || ':'))
      or exists (
        select from refund_requests q join settlement_rows w on w.provider = u.provider and w.gross_amount > 0
          and w.refund_reference = q.provider_refund_id
        where q.public_id = substr(p.key, 19))
    else false end`

// Refunds are booked when they are requested: until the provider makes them it still has the money. Refunds that an
// operator paid by bank are booked back.
const PENDING_REFUNDS = `
  select u.provider, q.currency, sum(q.amount) as amount
  from until u join receipts r on r.provider = u.provider join refund_requests q on q.receipt_id = r.id
  where q.created_at < u.moment
    and (q.state in ('asked', 'sent', 'unknown', 'refused') or q.state = 'done' and q.updated_at >= u.moment)
    and coalesce((
      select sum(w.gross_amount) from settlement_rows w
      where w.provider = u.provider and w.kind = 'refund'
        and (w.refund_reference = q.provider_refund_id
          or w.receipt_id = q.receipt_id and abs(w.gross_amount) = q.amount
            and (w.refund_reference is null or q.provider_refund_id is null or q.provider_refund_id = q.public_id))), 0) = 0
  group by 1, 2`

const LIST_BALANCES = {
  name: 'reconciliation_list_balances',
  text: `
    with until as (select provider, max(covers_to) as moment from settlement_reports group by 1),
    reported as (
      select provider, currency, sum(net_amount)::bigint as amount from settlement_rows group by 1, 2),
    booked as (
      select split_part(b.subledger, '/', 1) as provider, b.currency, sum(b.balance)::bigint as amount
      from ledger_balances b join ledger_accounts a on a.number = b.account
      where a.name = 'provider_clearing' group by 1, 2),
    later as (
      select u.provider, p.currency, sum(e.amount) as amount
      from until u
      join ledger_postings p on p.posted_at >= u.moment
      join ledger_entries e on e.posting_id = p.id and split_part(e.subledger, '/', 1) = u.provider
      join ledger_accounts a on a.number = e.account and a.name = 'provider_clearing'
      where not (${IS_REPORTED})
      group by 1, 2),
    not_made_yet as (${PENDING_REFUNDS})
    select r.provider, r.currency, u.moment as until, r.amount as reported,
      (coalesce(b.amount, 0) - coalesce(l.amount, 0) + coalesce(n.amount, 0))::bigint as booked,
      coalesce(b.amount, 0)::bigint as "bookedNow"
    from reported r
    join until u using (provider)
    left join booked b using (provider, currency)
    left join later l using (provider, currency)
    left join not_made_yet n using (provider, currency)
    order by 1, 2`,
}
