import { queryPrepared, type Queryable } from '#database/database.ts'
import type { Movement } from './read-report.ts'
import type { MovementKind } from '../shapes.ts'

/** A stored movement with its receipt, if we know it. Amounts in minor units. */
export type SettlementRow = Readonly<{
  id: number
  externalId: string
  kind: MovementKind
  reference: string | null
  currency: string
  gross: number
  fee: number
  net: number
  receipt: MatchedReceipt | null
}>

/** The matched receipt of a movement. */
export type MatchedReceipt = Readonly<{ id: number; amount: number; currency: string; method: string }>

/** Inserts the movements that no earlier report had, and returns them. */
export async function insertSettlementRows(
  tx: Queryable,
  { reportId, provider }: Readonly<{ reportId: number; provider: string }>,
  movements: readonly Movement[],
): Promise<SettlementRow[]> {
  const found = await queryPrepared<SettlementRow>(tx, INSERT_ROWS, [
    reportId,
    provider,
    JSON.stringify(movements),
  ])
  await queryPrepared(tx, COUNT_NEW, [reportId, found.length])
  return found
}

const SELECT_ROW = `
  select w.id, w.external_id as "externalId", w.kind, w.reference, w.currency, w.gross_amount as gross,
    w.fee_amount as fee, w.net_amount as net,
    case when r.id is null then null else
      json_build_object('id', r.id, 'amount', r.amount, 'currency', r.currency, 'method', p.method) end as receipt`
const RECEIPT_JOIN = 'left join receipts r on r.id = w.receipt_id left join payments p on p.id = r.payment_id'

const INSERT_ROWS = {
  name: 'reconciliation_insert_rows',
  text: `
    with written as (
      insert into settlement_rows (report_id, provider, external_id, kind, reference, refund_reference, settlement, currency,
        gross_amount, fee_amount, net_amount, at, receipt_id)
      select $1, $2, x."externalId", x.kind, x.reference, x."refundReference", x.settlement, x.currency, x.gross, x.fee, x.net,
        x.at, coalesce(
          (select r.id from receipts r
            where r.provider = $2 and r.external_id = x.reference and x.kind in ('payment', 'refund', 'dispute') limit 1),
          (select r.id from refund_requests q join receipts r on r.id = q.receipt_id
            where q.provider_refund_id = x."refundReference" and r.provider = $2 limit 1))
      from json_to_recordset($3) as x("externalId" text, kind text, reference text, "refundReference" text, settlement text,
        currency text, gross bigint, fee bigint, net bigint, at timestamptz)
      on conflict (provider, external_id) do nothing
      returning *)
    ${SELECT_ROW} from written w ${RECEIPT_JOIN} order by w.id`,
}
const COUNT_NEW = {
  name: 'reconciliation_count_new',
  text: 'update settlement_reports set new_rows = $2 where id = $1',
}

/** Links rows of earlier reports to receipts recorded since, and to payouts that only this report contains. */
export async function linkRows(
  tx: Queryable,
  provider: string,
  movements: readonly Movement[],
): Promise<void> {
  const withSettlement = movements.filter(({ settlement }) => settlement !== null)
  await queryPrepared(tx, FILL_SETTLEMENTS, [provider, JSON.stringify(withSettlement)])
  await queryPrepared(tx, LINK_REFUNDS, [provider])
  await queryPrepared(tx, LINK_RECEIPTS, [provider])
}

const UNLINKED = `w.provider = $1 and w.receipt_id is null and w.kind in ('payment', 'refund', 'dispute')`
const LINK_RECEIPTS = {
  name: 'reconciliation_join_receipts',
  text: `
    update settlement_rows w set receipt_id = r.id from receipts r
    where ${UNLINKED} and r.provider = w.provider and r.external_id = w.reference`,
}
const LINK_REFUNDS = {
  name: 'reconciliation_join_refunds',
  text: `
    update settlement_rows w set receipt_id = r.id
    from refund_requests q join receipts r on r.id = q.receipt_id
    where ${UNLINKED} and q.provider_refund_id = w.refund_reference and r.provider = w.provider`,
}
const FILL_SETTLEMENTS = {
  name: 'reconciliation_fill_settlements',
  text: `
    update settlement_rows w set settlement = x.settlement
    from json_to_recordset($2) as x("externalId" text, settlement text)
    where w.provider = $1 and w.external_id = x."externalId" and w.settlement is null`,
}

/** Lists stored movements whose discrepancy our ledger may still resolve: unknown, duplicate, or a dispute's fee. */
export async function listRowsWithDiscrepancies(tx: Queryable, provider: string): Promise<SettlementRow[]> {
  return queryPrepared(tx, LIST_ROWS_WITH_DISCREPANCIES, [provider])
}

const LIST_ROWS_WITH_DISCREPANCIES = {
  name: 'reconciliation_list_unresolved',
  text: `
    ${SELECT_ROW} from settlement_rows w ${RECEIPT_JOIN}
    where w.id in (
      select d.row_id from settlement_discrepancies d join settlement_rows o on o.id = d.row_id
      where d.provider = $1 and d.resolved_at is null
        and (d.kind in ('unknown', 'doubled') or o.kind = 'dispute' and d.kind = 'wrong_fee'))
    order by w.id`,
}

/** A movement that a report changes against an earlier one; `net` is its former amount, in minor units. */
export type ChangedRow = Readonly<{ id: number; externalId: string; net: number }>

/** Updates movements that were stored with other values, and returns their former rows. */
export async function updateChangedRows(
  tx: Queryable,
  provider: string,
  movements: readonly Movement[],
): Promise<ChangedRow[]> {
  return queryPrepared(tx, UPDATE_CHANGED, [provider, JSON.stringify(movements)])
}

const UPDATE_CHANGED = {
  name: 'reconciliation_change_rows',
  text: `
    with said as (
      select w.id, w.external_id, w.net_amount as before, x.*
      from json_to_recordset($2) as x("externalId" text, kind text, currency text, gross bigint, fee bigint, net bigint)
      join settlement_rows w on w.provider = $1 and w.external_id = x."externalId"
      where (w.kind, w.currency, w.gross_amount, w.fee_amount, w.net_amount)
        is distinct from (x.kind, x.currency, x.gross, x.fee, x.net)),
    written as (
      update settlement_rows w
      set kind = s.kind, currency = s.currency, gross_amount = s.gross, fee_amount = s.fee, net_amount = s.net
      from said s where w.id = s.id)
    select id, external_id as "externalId", before as net from said order by id`,
}
