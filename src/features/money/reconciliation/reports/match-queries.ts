import { queryPrepared, type Queryable } from '#database/database.ts'
import type { MovementMatch } from '../rules.ts'

/**
 * All refunds. The id is the provider's own, or ours if it has none, as at Red Dot; a refund made in the panel has
 * another id than the failed one it replaces. Undone refunds are those that the provider did not complete in the end.
 */
export async function listMovementMatches(
  tx: Queryable,
  rowIds: readonly number[],
): Promise<Map<number, MovementMatch>> {
  if (rowIds.length === 0) return new Map()
  const found = await queryPrepared<MovementMatch & { id: number }>(tx, LIST_MATCHES, [rowIds])
  return new Map(found.map(({ id, ...known }) => [id, known]))
}

// Money that a bank has taken. A dispute that was won without being open was an inquiry, and no money moved.
const REFUNDS = `
  refund as not materialized (
    select q.public_id, q.receipt_id, q.currency, q.amount, c.provider, q.provider_refund_id, q.state, q.manual_payment_method,
      q.paid_reference, q.state in ('refused', 'undone') or q.manual_payment_method is not distinct from 'bank_transfer' as is_undone,
      q.provider_refund_id <> q.public_id and q.manual_payment_method is distinct from 'provider_panel' as is_named
    from refund_requests q join receipts c on c.id = q.receipt_id)`

// A refund and its return under an id that is not (or no longer) ours: it was made again under another id.
const CHARGEBACKS = `
  taken as not materialized (
    select c.id, c.receipt_id, c.provider, c.currency, c.amount, c.fee_amount, c.state
    from chargebacks c
    where c.state in ('open', 'lost') or c.state = 'won' and (c.unapplied_amount + c.loss_amount > 0
      or exists (select from chargeback_shares p where p.chargeback_id = c.id)))`

// A failed refund left the provider only if a report contains its return, too.
const IS_PAIR = (row: string) => `
  ${row}.refund_reference is not null and exists (
    select from settlement_rows p
    where p.provider = ${row}.provider and p.refund_reference = ${row}.refund_reference
      and p.kind = 'refund' and p.gross_amount = -${row}.gross_amount)`
const IS_OURS = (row: string) => `
  exists (
    select from refund q
    where q.provider_refund_id = ${row}.refund_reference and q.is_named and q.provider = ${row}.provider
      and q.receipt_id is not distinct from coalesce(${row}.receipt_id, q.receipt_id))`

// A refund is matched by the provider's id, if the report and our ledger have it; one made in the provider's panel may
// be several of ours. The others of a payment are matched by amount, after those matched by id.
const WAS_RETURNED = `
  exists (
    select from settlement_rows p
    where p.provider = w.provider and p.kind = 'refund' and p.gross_amount = -w.gross_amount
      and (p.refund_reference = w.refund_reference or w.refund_reference is null and p.receipt_id = w.receipt_id))`

// In a large report the index of ids would be read up to the row, for each row; `+ 0` avoids that index, because the
// other rows are few.
const MATCHED_AMOUNT = `
  select (case when w.gross_amount > 0 then 1 else -1 end * sum(q.amount))::bigint from refund q
  where w.kind = 'refund' and q.provider_refund_id = w.refund_reference and q.is_named and q.provider = w.provider
    and q.currency = w.currency
    and case when w.gross_amount > 0 then q.is_undone else not q.is_undone or ${WAS_RETURNED} end`

// A returned transfer has an id of its own: it is matched by its amount among the returned payouts.
const UP_TO_ROW = 'o.id + 0 <= w.id'

const TIMES_REPORTED = `
  case
    when w.expected is not null then (
      select count(*) from settlement_rows o
      where o.provider = w.provider and o.refund_reference = w.refund_reference and ${UP_TO_ROW}
        and sign(o.gross_amount) = sign(w.gross_amount))
    when w.kind = 'payment' then (
      select count(*) from settlement_rows o where o.receipt_id = w.receipt_id and o.kind = w.kind and ${UP_TO_ROW})
    when w.kind = 'refund' and not w.is_pair then (
      select count(*) from settlement_rows o
      where o.receipt_id = w.receipt_id and o.kind = w.kind and ${UP_TO_ROW} and o.gross_amount = w.gross_amount
        and not (${IS_OURS('o')}) and not (${IS_PAIR('o')}))
    when w.kind = 'dispute' then (
      select count(*) from settlement_rows o
      where o.receipt_id = w.receipt_id and o.kind = w.kind and ${UP_TO_ROW} and o.gross_amount = w.gross_amount)
    when w.kind = 'transfer' then (
      select count(*) from settlement_rows o
      where o.provider = w.provider and o.kind = w.kind and ${UP_TO_ROW} and o.currency = w.currency
        and o.gross_amount = w.gross_amount and (w.gross_amount > 0 or o.reference = w.reference))
    else 1 end`

// The reported fee of the first, second … dispute of this amount. Once the dispute is won the fee stays.
const TIMES_BOOKED = `
  case
    when w.expected is not null or w.is_pair then 1
    when w.kind = 'payment' then (w.receipt_id is not null)::int
    when w.kind = 'refund' then (
      select count(*) from refund q
      where q.receipt_id = w.receipt_id and q.amount = abs(w.gross_amount) and q.currency = w.currency
        and case
          when w.gross_amount > 0 then q.is_undone and q.is_named
          else not q.is_undone or q.is_named and ${WAS_RETURNED} end
        and (w.refund_reference is null or q.is_named is not true)
        and not exists (
          select from settlement_rows o
          where o.provider = w.provider and o.refund_reference = q.provider_refund_id and q.is_named
            and sign(o.gross_amount) = sign(w.gross_amount)))
    when w.kind = 'dispute' then (
      select count(*) from taken c
      where c.receipt_id = w.receipt_id and c.provider = w.provider and c.currency = w.currency
        and c.amount = abs(w.gross_amount) and (w.gross_amount < 0 or c.state = 'won'))
    when w.kind = 'transfer' and w.gross_amount > 0 then (
      select count(*) from payouts p
      where p.method = w.provider and p.state = 'failed' and p.external_id is not null
        and p.amount = w.gross_amount and p.currency = w.currency)
    when w.kind = 'transfer' then (
      select count(*) from payouts p
      where p.external_id = w.reference and p.amount = -w.gross_amount and p.currency = w.currency)
    else 1 end`

// Entries of our ledger that may belong to an unknown movement.
const NOTIFIED_FEE = `
  select case when w.gross_amount < 0 then c.fee_amount else 0 end from taken c
  where w.kind = 'dispute' and c.receipt_id = w.receipt_id and c.provider = w.provider and c.currency = w.currency
    and c.amount = abs(w.gross_amount) and (w.gross_amount < 0 or c.state = 'won')
  order by c.id offset greatest(w.reported - 1, 0) limit 1`

// The entries of our ledger that an unknown movement may be about.
const HINT = `
  select json_build_object('about', h.about, 'id', h.id, 'reference', h.reference) from (
    select q.is_named is not true as is_other,
      case when q.is_named then 'failed' when q.state = 'refused' then 'waits' else 'paid_by_bank' end as about,
      q.public_id as id, q.paid_reference as reference
    from refund q
    where w.kind = 'refund' and w.gross_amount < 0 and q.receipt_id = w.receipt_id and q.amount = -w.gross_amount
      and q.is_undone and (q.is_named is not true or q.provider_refund_id = coalesce(w.refund_reference, q.provider_refund_id))
    union all
    select false, 'inquiry', c.dispute_id, c.state from chargebacks c
    where w.kind = 'dispute' and c.receipt_id = w.receipt_id and c.provider = w.provider
  ) h order by h.is_other, h.about desc, h.id limit 1`

const LIST_MATCHES = {
  name: 'reconciliation_list_known',
  text: `
    with ${REFUNDS}, ${CHARGEBACKS},
    judged as materialized (
      select w.*, (${MATCHED_AMOUNT}) as expected,
        w.kind = 'refund' and ${IS_PAIR('w')} and not (${IS_OURS('w')}) as is_pair
      from settlement_rows w where w.id = any($1::bigint[])),
    counted as materialized (select w.*, ${TIMES_REPORTED} as reported, ${TIMES_BOOKED} as known from judged w)
    select w.id, w.expected, w.reported, w.known, (${NOTIFIED_FEE}) as "notifiedFee",
      case when w.known = 0 or w.known < w.reported then (${HINT}) end as hint
    from counted w`,
}
