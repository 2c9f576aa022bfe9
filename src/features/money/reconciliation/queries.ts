import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DiscrepancyKind } from './shapes.ts'

/** Locks a provider's reports until the transaction ends, so that they are imported one at a time. */
export async function lockProvider(tx: Queryable, provider: string): Promise<void> {
  await queryPrepared(tx, LOCK_PROVIDER, [provider])
}

const LOCK_PROVIDER = {
  name: 'reconciliation_lock_provider',
  text: 'select pg_advisory_xact_lock(1701, hashtext($1))',
}

/** Returns whether a provider has ever received a payment. */
export async function hasReceipts(db: Queryable, provider: string): Promise<boolean> {
  return (await queryPrepared(db, HAS_RECEIPTS, [provider])).length > 0
}

const HAS_RECEIPTS = {
  name: 'reconciliation_has_money_of',
  text: 'select id from receipts where provider = $1 limit 1',
}

/** A new report. */
export type NewSettlementReport = Readonly<{
  publicId: string
  provider: string
  fileHash: string
  rows: number
  from: Date
  to: Date
  createdBy: number
  now: Date
}>

/** Inserts a report; returns undefined if the same file was imported before. */
export async function insertSettlementReport(
  tx: Queryable,
  report: NewSettlementReport,
): Promise<number | undefined> {
  const { publicId, provider, fileHash, rows, from, to, createdBy, now } = report
  const values = [publicId, provider, fileHash, rows, from, to, createdBy, now]
  const [inserted] = await queryPrepared<{ id: number }>(tx, INSERT_REPORT, values)
  return inserted?.id
}

const INSERT_REPORT = {
  name: 'reconciliation_insert_report',
  text: `
    insert into settlement_reports (public_id, provider, file_hash, rows, new_rows, covers_from, covers_to, created_by,
      created_at)
    values ($1, $2, $3, $4, 0, $5, $6, $7, $8)
    on conflict (provider, file_hash) do nothing returning id`,
}

/** Lists the methods' shares of a payout to our bank, in minor units after fees. */
export async function listSettlementParts(
  tx: Queryable,
  { provider, settlement, currency }: Readonly<{ provider: string; settlement: string; currency: string }>,
): Promise<{ method: string; amount: number }[]> {
  return queryPrepared(tx, LIST_PARTS, [provider, settlement, currency])
}

const LIST_PARTS = {
  name: 'reconciliation_list_settled',
  text: `
    select coalesce(p.method, case w.kind when 'transfer' then 'connect' else 'account' end) as method,
      sum(w.net_amount)::bigint as amount
    from settlement_rows w
    left join receipts r on r.id = w.receipt_id
    left join payments p on p.id = r.payment_id
    where w.provider = $1 and w.settlement = $2 and w.currency = $3 and w.kind <> 'settlement'
    group by 1 having sum(w.net_amount) <> 0 order by 1`,
}

/** A new discrepancy. Amounts in minor units. */
export type NewDiscrepancy = Readonly<{
  publicId: string
  kind: DiscrepancyKind
  about: string
  rowId: number | null
  receiptId: number | null
  currency: string
  expected: number | null
  reported: number | null
  message: string
}>

/** Inserts new discrepancies; updates the message of those still open. */
export async function insertDiscrepancies(
  tx: Queryable,
  { reportId, provider, now }: Readonly<{ reportId: number; provider: string; now: Date }>,
  discrepancies: readonly NewDiscrepancy[],
): Promise<void> {
  if (discrepancies.length > 0)
    await queryPrepared(tx, INSERT_DISCREPANCIES, [reportId, provider, now, JSON.stringify(discrepancies)])
}

const INSERT_DISCREPANCIES = {
  name: 'reconciliation_insert_discrepancies',
  text: `
    insert into settlement_discrepancies (public_id, report_id, provider, kind, about, row_id, receipt_id, currency, expected,
      reported, message, created_at)
    select distinct on (x.kind, x.about, x.expected, x.reported)
      x."publicId", $1, $2, x.kind, x.about, x."rowId", x."receiptId", x.currency, x.expected, x.reported, x.message, $3
    from json_to_recordset($4) as x("publicId" text, kind text, about text, "rowId" bigint, "receiptId" bigint,
      currency text, expected bigint, reported bigint, message text)
    on conflict (provider, kind, about, expected, reported) where kind <> 'changed'
      do update set message = excluded.message
      where settlement_discrepancies.resolved_at is null and settlement_discrepancies.message <> excluded.message`,
}

/** Resolves a movement's discrepancies, except these kinds. */
export async function resolveMatchedDiscrepancies(
  tx: Queryable,
  matched: readonly Readonly<{ rowId: number; still: readonly DiscrepancyKind[] }>[],
  { note, now }: Readonly<{ note: string; now: Date }>,
): Promise<void> {
  if (matched.length > 0) await queryPrepared(tx, RESOLVE_MATCHED, [JSON.stringify(matched), note, now])
}

const RESOLVE_MATCHED = {
  name: 'reconciliation_end_discrepancies',
  text: `
    update settlement_discrepancies d set note = $2, resolved_at = $3
    from json_to_recordset($1) as x("rowId" bigint, still jsonb)
    where d.row_id = x."rowId" and d.resolved_at is null and d.kind in ('unknown', 'doubled', 'wrong_fee')
      and not x.still ? d.kind`,
}
