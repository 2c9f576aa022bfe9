import { queryPrepared, type Queryable } from '#database/database.ts'

/** A movement of our ledger that no report has. `about` identifies it; in minor units from our side. */
export type MissingMovement = Readonly<{
  about: string
  what: 'payment' | 'refund' | 'dispute' | 'transfer'
  receiptId: number | null
  currency: string
  amount: number
}>

/** Lists our ledger's movements of a period that no report of the provider has. */
export async function listMissingMovements(
  tx: Queryable,
  { provider, from, to }: Readonly<{ provider: string; from: Date; to: Date }>,
): Promise<MissingMovement[]> {
  return queryPrepared(tx, LIST_MISSING, [provider, from, to])
}

// Among several refunds or disputes of the same money and amount, the first are those with matching rows. Those with an
// id are matched by it. The moment is when the event was reported to us, never before it happened at the provider.
const MISSING = `
  select r.external_id as about, 'payment' as what, r.id as "receiptId", r.currency, r.amount, r.received_at as at
  from receipts r
  where r.provider = $1 and not exists (select from settlement_rows w where w.receipt_id = r.id and w.kind = 'payment')
  union all
  select q.public_id, 'refund', q.receipt_id, q.currency, -q.amount, q.updated_at
  from (
    select q.*, row_number() over (partition by q.receipt_id, q.amount order by q.id) as place
    from refund_requests q join receipts r on r.id = q.receipt_id
    where r.provider = $1 and (q.state = 'done' or q.manual_payment_method = 'provider_panel')
      and not exists (
        select from settlement_rows w
        where w.provider = $1 and w.kind = 'refund' and w.refund_reference = q.provider_refund_id)) q
  where q.place > (
    select count(*) from settlement_rows w
    where w.receipt_id = q.receipt_id and w.kind = 'refund' and w.gross_amount = -q.amount
      and not exists (
        select from refund_requests o where o.receipt_id = w.receipt_id and o.provider_refund_id = w.refund_reference))
  union all
  select c.dispute_id, 'dispute', c.receipt_id, c.currency, -c.amount, c.updated_at
  from (
    select c.*, row_number() over (partition by c.receipt_id, c.amount order by c.id) as place from chargebacks c
    where c.provider = $1 and c.state in ('open', 'lost') and c.amount > 0) c
  where c.place > (
    select count(*) from settlement_rows w
    where w.receipt_id = c.receipt_id and w.kind = 'dispute' and w.gross_amount = -c.amount)
  union all
  select p.public_id, 'transfer', null, p.currency, -p.amount, p.updated_at
  from payouts p
  where p.method = $1 and p.state = 'confirmed' and p.external_id is not null
    and not exists (
      select from settlement_rows w
      where w.provider = $1 and w.kind = 'transfer' and w.reference = p.external_id and w.gross_amount < 0)`

const LIST_MISSING = {
  name: 'reconciliation_list_missing',
  text: `
    select m.about, m.what, m."receiptId", m.currency, m.amount from (${MISSING}) m
    where m.at >= $2 and m.at < $3 order by m.at, m.about`,
}

/** Resolves discrepancies about missing movements that a report contains now. */
export async function resolveReportedMovements(
  tx: Queryable,
  provider: string,
  { note, now }: Readonly<{ note: string; now: Date }>,
): Promise<void> {
  const open = await queryPrepared<{ about: string }>(tx, LIST_OPEN_MISSING, [provider])
  if (open.length === 0) return
  const abouts = open.map(({ about }) => about)
  const still = await queryPrepared<{ about: string }>(tx, LIST_STILL_MISSING, [provider, abouts])
  const names = new Set(still.map(({ about }) => about))
  const resolved = abouts.filter((about) => !names.has(about))
  if (resolved.length > 0) await queryPrepared(tx, RESOLVE_REPORTED, [provider, resolved, note, now])
}

const LIST_OPEN_MISSING = {
  name: 'reconciliation_list_open_missing',
  text: `select about from settlement_discrepancies where provider = $1 and kind = 'missing' and resolved_at is null`,
}
const LIST_STILL_MISSING = {
  name: 'reconciliation_list_still_missing',
  text: `select m.about from (${MISSING}) m where m.about = any($2::text[])`,
}
const RESOLVE_REPORTED = {
  name: 'reconciliation_end_missing',
  text: `
    update settlement_discrepancies set note = $3, resolved_at = $4
    where provider = $1 and kind = 'missing' and about = any($2::text[]) and resolved_at is null`,
}
