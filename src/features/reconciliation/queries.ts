import { named, type Queryable } from '#database/database.ts'
import type { Movement } from './read-report.ts'
import type { Known } from './rules.ts'
import type { DoubtKind, MovementKind } from './shapes.ts'

/** Reports of a provider are taken in one after the other. */
export async function lockProvider(tx: Queryable, provider: string): Promise<void> {
  await named(tx, LOCK_PROVIDER, [provider])
}

const LOCK_PROVIDER = {
  name: 'reconciliation_lock_provider',
  text: 'select pg_advisory_xact_lock(1701, hashtext($1))',
}

/** A report to be kept. */
export type NewReport = Readonly<{
  publicId: string
  provider: string
  fileHash: string
  rows: number
  from: Date
  to: Date
  madeBy: number
  now: Date
}>

/** Keeps a report; undefined when the same file was taken in before. */
export async function insertReport(tx: Queryable, report: NewReport): Promise<number | undefined> {
  const { publicId, provider, fileHash, rows, from, to, madeBy, now } = report
  const values = [publicId, provider, fileHash, rows, from, to, madeBy, now]
  const [kept] = await named<{ id: number }>(tx, INSERT_REPORT, values)
  return kept?.id
}

const INSERT_REPORT = {
  name: 'reconciliation_insert_report',
  text: `
    insert into settlement_reports (public_id, provider, file_hash, rows, new_rows, covers_from, covers_to, made_by,
      created_at)
    values ($1, $2, $3, $4, 0, $5, $6, $7, $8)
    on conflict (provider, file_hash) do nothing returning id`,
}

/** A movement that was kept, with the receipt that it is about, where we know it. Amounts in minor units. */
export type KeptRow = Readonly<{
  id: number
  externalId: string
  kind: MovementKind
  reference: string | null
  currency: string
  gross: number
  fee: number
  net: number
  receipt: ReceiptFound | null
}>

/** Money that we know of. */
export type ReceiptFound = Readonly<{ id: number; amount: number; currency: string; method: string }>

/** Keeps the movements that no report had before, and gives them. */
export async function insertRows(
  tx: Queryable,
  { reportId, provider }: Readonly<{ reportId: number; provider: string }>,
  movements: readonly Movement[],
): Promise<KeptRow[]> {
  const found = await named<KeptRow>(tx, INSERT_ROWS, [reportId, provider, JSON.stringify(movements)])
  await named(tx, COUNT_NEW, [reportId, found.length])
  return found
}

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
    select w.id, w.external_id as "externalId", w.kind, w.reference, w.currency, w.gross_amount as gross,
      w.fee_amount as fee, w.net_amount as net,
      case when r.id is null then null else
        json_build_object('id', r.id, 'amount', r.amount, 'currency', r.currency, 'method', p.method) end as receipt
    from written w
    left join receipts r on r.id = w.receipt_id
    left join payments p on p.id = r.payment_id
    order by w.id`,
}
const COUNT_NEW = {
  name: 'reconciliation_count_new',
  text: 'update settlement_reports set new_rows = $2 where id = $1',
}

/** Of these movements, by their ids, those that were kept with other amounts or of another kind before. */
export async function listChanged(
  tx: Queryable,
  provider: string,
  movements: readonly Movement[],
): Promise<{ id: number; externalId: string; net: number }[]> {
  return named(tx, LIST_CHANGED, [provider, JSON.stringify(movements)])
}

const LIST_CHANGED = {
  name: 'reconciliation_list_changed',
  text: `
    select distinct on (w.id) w.id, w.external_id as "externalId", w.net_amount as net
    from json_to_recordset($2) as x("externalId" text, kind text, currency text, gross bigint, fee bigint, net bigint)
    join settlement_rows w on w.provider = $1 and w.external_id = x."externalId"
    where (w.kind, w.currency, w.gross_amount, w.fee_amount, w.net_amount)
      is distinct from (x.kind, x.currency, x.gross, x.fee, x.net)`,
}

/**
 * How often a movement, or one like it, was reported until then, and how often our books have it; by the movement's key. Of a
 * refund that is known by its provider's id, `expected` is what went back by it.
 */
export async function listKnown(tx: Queryable, reportId: number): Promise<Map<number, Known>> {
  const found = await named<Known & { id: number }>(tx, LIST_KNOWN, [reportId])
  return new Map(found.map(({ id, ...known }) => [id, known]))
}

// A refund is found by its provider's id, where the report and our books have it; one that was made in the provider's panel may
// be several of ours. The others of a payment are told apart by their amounts, beside those that were found by their ids.
const LIST_KNOWN = {
  name: 'reconciliation_list_known',
  text: `
    with standing as (
      select q.receipt_id, q.provider_refund_id as name, q.currency, q.amount, c.provider
      from refund_requests q join receipts c on c.id = q.receipt_id
      where q.state not in ('failed', 'refused', 'undone')),
    reported as (
      select w.*, (
        select -sum(q.amount)::bigint from standing q
        where w.kind = 'refund' and q.name = w.refund_reference and q.provider = w.provider and q.currency = w.currency
      ) as expected
      from settlement_rows w where w.report_id = $1)
    select w.id, w.expected,
      case
        when w.expected is not null then (
          select count(*) from settlement_rows o
          where o.provider = w.provider and o.refund_reference = w.refund_reference and o.id <= w.id)
        when w.kind in ('payment', 'refund') then (
          select count(*) from settlement_rows o
          where o.receipt_id = w.receipt_id and o.kind = w.kind and o.id <= w.id
            and (w.kind = 'payment' or o.gross_amount = w.gross_amount and not exists (
              select from standing q where q.receipt_id = o.receipt_id and q.name = o.refund_reference)))
        else 1 end as reported,
      case
        when w.expected is not null then 1
        when w.kind = 'payment' then (w.receipt_id is not null)::int
        when w.kind = 'refund' then (
          select count(*) from standing q
          where q.receipt_id = w.receipt_id and q.amount = -w.gross_amount
            and (w.refund_reference is null or q.name is null)
            and not exists (
              select from settlement_rows o where o.provider = w.provider and o.refund_reference = q.name))
        when w.kind = 'dispute' then (
          select count(*) from chargebacks c
          where c.receipt_id = w.receipt_id and c.provider = w.provider and c.amount = abs(w.gross_amount))
        when w.kind = 'transfer' then (
          select count(*) from payouts p
          where p.external_id = w.reference and p.amount = -w.gross_amount and p.currency = w.currency)
        else 1 end as known
    from reported w`,
}

/** What was in a payout to our bank, by the methods of its movements, in minor units after fees. */
export async function listSettled(
  tx: Queryable,
  { provider, settlement }: Readonly<{ provider: string; settlement: string }>,
): Promise<{ method: string; amount: number }[]> {
  return named(tx, LIST_SETTLED, [provider, settlement])
}

const LIST_SETTLED = {
  name: 'reconciliation_list_settled',
  text: `
    select coalesce(p.method, case w.kind when 'transfer' then 'connect' else 'account' end) as method,
      sum(w.net_amount)::bigint as amount
    from settlement_rows w
    left join receipts r on r.id = w.receipt_id
    left join payments p on p.id = r.payment_id
    where w.provider = $1 and w.settlement = $2 and w.kind <> 'settlement'
    group by 1 having sum(w.net_amount) <> 0 order by 1`,
}

/** Money of a stretch that no report has, and no doubt is about yet. */
export async function listMissing(
  tx: Queryable,
  { provider, from, to }: Readonly<{ provider: string; from: Date; to: Date }>,
): Promise<{ id: number; externalId: string; currency: string; amount: number }[]> {
  return named(tx, LIST_MISSING, [provider, from, to])
}

const LIST_MISSING = {
  name: 'reconciliation_list_missing',
  text: `
    select r.id, r.external_id as "externalId", r.currency, r.amount from receipts r
    where r.provider = $1 and r.received_at >= $2 and r.received_at < $3
      and not exists (select from settlement_rows w where w.receipt_id = r.id and w.kind = 'payment')
    order by r.id`,
}

/** A difference to be kept. Amounts in minor units. */
export type NewDoubt = Readonly<{
  publicId: string
  kind: DoubtKind
  about: string
  rowId: number | null
  receiptId: number | null
  currency: string
  expected: number | null
  reported: number | null
}>

/** Keeps differences that are not known yet. */
export async function insertDoubts(
  tx: Queryable,
  { reportId, provider, now }: Readonly<{ reportId: number; provider: string; now: Date }>,
  doubts: readonly NewDoubt[],
): Promise<void> {
  if (doubts.length > 0) await named(tx, INSERT_DOUBTS, [reportId, provider, now, JSON.stringify(doubts)])
}

const INSERT_DOUBTS = {
  name: 'reconciliation_insert_doubts',
  text: `
    insert into settlement_doubts (public_id, report_id, provider, kind, about, row_id, receipt_id, currency, expected,
      reported, created_at)
    select x."publicId", $1, $2, x.kind, x.about, x."rowId", x."receiptId", x.currency, x.expected, x.reported, $3
    from json_to_recordset($4) as x("publicId" text, kind text, about text, "rowId" bigint, "receiptId" bigint,
      currency text, expected bigint, reported bigint)
    on conflict (provider, kind, about) do nothing`,
}

/** Ends the doubts about money that was missing and has been reported since. */
export async function endMissing(
  tx: Queryable,
  receiptIds: readonly number[],
  { note, now }: Readonly<{ note: string; now: Date }>,
): Promise<void> {
  if (receiptIds.length > 0) await named(tx, END_MISSING, [receiptIds, note, now])
}

const END_MISSING = {
  name: 'reconciliation_end_missing',
  text: `
    update settlement_doubts set note = $2, resolved_at = $3
    where kind = 'missing' and receipt_id = any($1::bigint[]) and resolved_at is null`,
}
