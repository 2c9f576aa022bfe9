import { queryPrepared, type Queryable } from '#database/database.ts'
import type { DiscrepancyKind, MovementKind } from './shapes.ts'

/** A report as imported. */
export type SettlementReportRow = Readonly<{
  publicId: string
  provider: string
  from: Date
  to: Date
  rows: number
  newRows: number
  discrepancies: number
  open: number
  createdAt: Date
}>

const REPORT = `
  select s.public_id as "publicId", s.provider, s.covers_from as "from", s.covers_to as "to", s.rows,
    s.new_rows as "newRows", count(d.id) as discrepancies, count(d.id) filter (where d.resolved_at is null) as open,
    s.created_at as "createdAt"
  from settlement_reports s left join settlement_discrepancies d on d.report_id = s.id`

/** Returns the settlement report of a file. */
export async function findSettlementReport(
  db: Queryable,
  provider: string,
  fileHash: string,
): Promise<SettlementReportRow | undefined> {
  const [found] = await queryPrepared<SettlementReportRow>(db, FIND_REPORT, [provider, fileHash])
  return found
}

const FIND_REPORT = {
  name: 'reconciliation_find_report',
  text: `${REPORT} where s.provider = $1 and s.file_hash = $2 group by s.id`,
}

/** Returns settlement reports, newest first. */
export async function listSettlementReports(
  db: Queryable,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<SettlementReportRow[]> {
  return queryPrepared(db, LIST_REPORTS, [limit, offset])
}

const LIST_REPORTS = {
  name: 'reconciliation_list_reports',
  text: `${REPORT} group by s.id order by s.id desc limit $1 offset $2`,
}

/** A discrepancy as stored. */
export type DiscrepancyRow = Readonly<{
  id: number
  publicId: string
  report: string
  provider: string
  kind: DiscrepancyKind
  about: string
  currency: string
  expected: number | null
  reported: number | null
  message: string
  /** The kind of movement; null if no movement is stored. */
  of: MovementKind | null
  method: string | null
  createdAt: Date
  note: string | null
  resolvedAt: Date | null
}>

const DISCREPANCY = `
  select d.id, d.public_id as "publicId", s.public_id as report, d.provider, d.kind, d.about, d.currency, d.expected,
    d.reported, d.message, w.kind as of, p.method, d.created_at as "createdAt", d.note, d.resolved_at as "resolvedAt"
  from settlement_discrepancies d
  join settlement_reports s on s.id = d.report_id
  left join settlement_rows w on w.id = d.row_id
  left join receipts r on r.id = d.receipt_id
  left join payments p on p.id = r.payment_id`

/** A filter of discrepancies, newest first. */
export type DiscrepancyFilter = Readonly<{ isAll: boolean; limit: number; offset: number }>

/** Lists discrepancies, and their total count. */
export async function listDiscrepancies(
  db: Queryable,
  { isAll, limit, offset }: DiscrepancyFilter,
): Promise<{ discrepancies: DiscrepancyRow[]; total: number }> {
  const [discrepancies, counted] = await Promise.all([
    queryPrepared<DiscrepancyRow>(db, LIST_DISCREPANCIES, [isAll, limit, offset]),
    queryPrepared<{ total: number }>(db, COUNT_DISCREPANCIES, [isAll]),
  ])
  return { discrepancies, total: counted[0]?.total ?? 0 }
}

const LIST_DISCREPANCIES = {
  name: 'reconciliation_list_discrepancies',
  text: `${DISCREPANCY} where $1 or d.resolved_at is null order by d.id desc limit $2 offset $3`,
}
const COUNT_DISCREPANCIES = {
  name: 'reconciliation_count_discrepancies',
  text: 'select count(*) as total from settlement_discrepancies where $1 or resolved_at is null',
}

/** Returns a discrepancy, locked until the transaction ends. */
export async function lockDiscrepancy(tx: Queryable, publicId: string): Promise<DiscrepancyRow | undefined> {
  const [found] = await queryPrepared<DiscrepancyRow>(tx, LOCK_DISCREPANCY, [publicId])
  return found
}

const LOCK_DISCREPANCY = {
  name: 'reconciliation_lock_discrepancy',
  text: `${DISCREPANCY} where d.public_id = $1 for update of d`,
}

/** Records how a discrepancy was resolved. */
export async function markResolved(
  tx: Queryable,
  { id, note, by, now }: Readonly<{ id: number; note: string; by: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, MARK_RESOLVED, [id, note, by, now])
}

const MARK_RESOLVED = {
  name: 'reconciliation_note_resolved',
  text: 'update settlement_discrepancies set note = $2, resolved_by = $3, resolved_at = $4 where id = $1',
}
