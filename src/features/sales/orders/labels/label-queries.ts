import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import type { BoughtLabel } from '../port.ts'
import type { LabelState } from '../shapes.ts'
import { parcelLabels } from '../tables.ts'

/** A label as stored. */
export type Label = typeof parcelLabels.$inferSelect

/** A new label. */
export type NewLabel = Omit<
  Label,
  | 'id'
  | 'state'
  | 'shipmentRef'
  | 'carrier'
  | 'carrierService'
  | 'trackingNumber'
  | 'currency'
  | 'amount'
  | 'fileKey'
  | 'failure'
  | 'refundRequestedAt'
  | 'refundCheckAt'
  | 'refundFailures'
  | 'nextCheckAt'
  | 'packedAt'
  | 'droppedAt'
  | 'createdAt'
  | 'updatedAt'
> &
  Readonly<{ now: Date }>

const COLUMNS = selectColumns(parcelLabels, 'l')

/** Inserts a requested label. Violates the uniqueness of its order's idempotency key. */
export async function insertLabel(tx: Queryable, label: NewLabel): Promise<Label> {
  const [row] = await queryPrepared<Label>(tx, INSERT_LABEL, [
    label.publicId,
    label.supplierOrderId,
    label.idempotencyKey,
    label.requestHash,
    JSON.stringify(label.units),
    label.sender && JSON.stringify(label.sender),
    label.customs && JSON.stringify(label.customs),
    label.service,
    label.weightGrams,
    label.lengthMm,
    label.widthMm,
    label.heightMm,
    label.accountId,
    label.now,
    label.quotedCurrency,
    label.quotedAmount,
    label.batch,
    label.caseId,
    label.recipient && JSON.stringify(label.recipient),
    label.chargedTo,
  ])
  if (!row) throw new Error('the label was not kept')
  return row
}

const INSERT_LABEL = {
  name: 'orders_insert_label',
  text: `
    insert into parcel_labels as l (public_id, supplier_order_id, idempotency_key, request_hash, units, sender, customs,
      service, weight_grams, length_mm, width_mm, height_mm, account_id, created_at, updated_at, quoted_currency, quoted_amount,
      batch, case_id, recipient, charged_to)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19, $20) returning ${COLUMNS}`,
}

/** Returns the label of this public id. */
export async function findLabel(db: Queryable, publicId: string): Promise<Label | undefined> {
  const [found] = await queryPrepared<Label>(db, FIND_LABEL, [publicId])
  return found
}

const FIND_LABEL = {
  name: 'orders_find_label',
  text: `select ${COLUMNS} from parcel_labels l where l.public_id = $1`,
}

/** Lists the outgoing labels of an order, oldest first; return labels belong to their cases. */
export async function listOrderLabels(db: Queryable, orderId: number): Promise<Label[]> {
  return queryPrepared<Label>(db, LIST_LABELS, [orderId])
}

const LIST_LABELS = {
  name: 'orders_list_labels',
  text: `select ${COLUMNS} from parcel_labels l where l.supplier_order_id = $1 and l.case_id is null order by l.id`,
}

/** Stores the carrier's number of a label's shipment unless it has one; returns the valid one. */
export async function saveShipmentRef(
  db: Queryable,
  { label, ref, now }: Readonly<{ label: Label; ref: string; now: Date }>,
): Promise<string> {
  const [row] = await queryPrepared<{ ref: string }>(db, SAVE_SHIPMENT_REF, [label.id, ref, now])
  return row?.ref ?? ref
}

const SAVE_SHIPMENT_REF = {
  name: 'orders_keep_shipment_ref',
  text: `
    update parcel_labels set shipment_ref = coalesce(shipment_ref, $2), updated_at = $3
    where id = $1 returning shipment_ref as ref`,
}

/**
 * Marks a label as bought, even if another attempt marked it as failed. Returns whether it was marked now; a label that
 * was already marked is unchanged.
 */
export async function markLabelBought(
  db: Queryable,
  {
    label,
    bought,
    fileKey,
    now,
  }: Readonly<{ label: Label; bought: BoughtLabel; fileKey: string; now: Date }>,
): Promise<boolean> {
  const { carrier, service, trackingNumber, currency, amount } = bought
  const values = [label.id, carrier, service, trackingNumber, currency, amount, fileKey, now]
  return (await queryPrepared(db, MARK_LABEL_BOUGHT, values)).length > 0
}

const MARK_LABEL_BOUGHT = {
  name: 'orders_note_label_bought',
  text: `
    update parcel_labels set state = 'bought', carrier = $2, carrier_service = $3, tracking_number = $4, currency = $5,
      amount = $6, file_key = $7, updated_at = $8, failure = null, next_check_at = null
    where id = $1 and state in ('asked', 'failed') returning id`,
}

/** Moves a label from one state to another, with its error; does nothing if it has left `from`. */
export async function moveLabel(
  db: Queryable,
  move: Readonly<{ label: Label; from: LabelState; to: LabelState; failure: string | null; now: Date }>,
): Promise<void> {
  const { label, from, to, failure, now } = move
  await queryPrepared(db, MOVE_LABEL, [label.id, from, to, failure, now])
}

const MOVE_LABEL = {
  name: 'orders_move_label',
  text: `
    update parcel_labels set state = $3, failure = coalesce($4, failure), updated_at = $5
    where id = $1 and state = $2`,
}

/** Returns who pays for a label, by its public id, and the number of its order. */
export async function findLabelPayer(
  db: Queryable,
  { supplierOrderId }: Pick<Label, 'supplierOrderId'>,
): Promise<{ supplier: string; orderNumber: string } | undefined> {
  const [found] = await queryPrepared<{ supplier: string; orderNumber: string }>(db, FIND_LABEL_PAYER, [
    supplierOrderId,
  ])
  return found
}

const FIND_LABEL_PAYER = {
  name: 'orders_find_label_bearer',
  text: `
    select s.public_id as supplier, p.number as "orderNumber"
    from supplier_orders o
    join suppliers s on s.id = o.supplier_id
    join purchases p on p.id = o.purchase_id
    where o.id = $1`,
}

/** Lists the file keys of these orders' printable labels, oldest first. */
export async function listPrintableLabels(
  db: Queryable,
  orderIds: readonly number[],
): Promise<{ orderId: number; fileKey: string }[]> {
  return queryPrepared(db, LIST_PRINTABLE_LABELS, [orderIds])
}

const LIST_PRINTABLE_LABELS = {
  name: 'orders_list_printable_labels',
  text: `
    select supplier_order_id as "orderId", file_key as "fileKey" from parcel_labels
    where supplier_order_id = any($1::bigint[]) and state in ('bought', 'used') and file_key is not null
      and case_id is null
    order by id`,
}

/** A supplier's debt that its earnings do not cover, in minor units. */
type UncoveredDebt = Readonly<{ currency: string; amount: number }>

/**
 * Lists a supplier's uncovered debts by currency, largest first. The available balance and pending earnings cover
 * debts.
 */
export async function listUncoveredDebts(db: Queryable, orderId: number): Promise<UncoveredDebt[]> {
  return queryPrepared(db, LIST_UNCOVERED, [orderId])
}

// Supplier receivable and available, then pending by order: debits are positive, and `0` is the character after the
// slash. Two reads by the key, because one with `or` would read all balances.
const LIST_UNCOVERED = {
  name: 'orders_list_uncovered_debts',
  text: `
    with supplier as (
      select s.public_id from supplier_orders o join suppliers s on s.id = o.supplier_id where o.id = $1)
    select currency, sum(balance)::bigint as amount from (
      select b.currency, b.balance
      from supplier s join ledger_balances b on b.account in (1100, 2210) and b.subledger = s.public_id
      union all
      select b.currency, b.balance
      from supplier s
      join ledger_balances b on b.account = 2200 and b.subledger > s.public_id || '/' and b.subledger < s.public_id || '0') moves
    group by 1 having sum(balance) > 0 order by 2 desc`,
}

/** A label that the carrier refused, why, and when it is checked once more. */
type FailedLabel = Readonly<{ label: Label; failure: string; lookAt: Date; now: Date }>

/** Marks a requested label as failed. Without a shipment nothing can have been bought, so it is not checked again. */
export async function failLabel(db: Queryable, { label, failure, lookAt, now }: FailedLabel): Promise<void> {
  await queryPrepared(db, FAIL_LABEL, [label.id, failure, lookAt, now])
}

const FAIL_LABEL = {
  name: 'orders_give_up_label',
  text: `
    update parcel_labels set state = 'failed', failure = $2, updated_at = $4,
      next_check_at = case when shipment_ref is not null then $3::timestamptz end
    where id = $1 and state = 'asked'`,
}

/** Stops the checks of a failed label that no attempt has bought. */
export async function stopLabelRecheck(db: Queryable, { label }: Readonly<{ label: Label }>): Promise<void> {
  await queryPrepared(db, STOP_LABEL_RECHECK, [label.id])
}

const STOP_LABEL_RECHECK = {
  name: 'orders_settle_label',
  text: "update parcel_labels set next_check_at = null where id = $1 and state = 'failed'",
}

/** The most labels to claim, and the times of their last activity and their next claim. */
type UnfinishedLabelQuery = Readonly<{ since: Date; now: Date; again: Date; limit: number }>

/**
 * Claims unfinished labels and returns their public ids, longest waiting first. So a label that is always refused does
 * not block others.
 */
export async function claimUnfinishedLabels(
  db: Queryable,
  { since, now, again, limit }: UnfinishedLabelQuery,
): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(db, CLAIM_UNFINISHED_LABELS, [since, now, again, limit])
  return rows.map(({ id }) => id)
}

const CLAIM_UNFINISHED_LABELS = {
  name: 'orders_take_up_labels',
  text: `
    with due as (
      select id from parcel_labels
      where (state in ('asked', 'bought', 'unused') and updated_at < $1 and coalesce(next_check_at, updated_at) <= $2)
        or (state = 'failed' and next_check_at <= $2)
      order by coalesce(next_check_at, updated_at), id limit $4 for update skip locked)
    update parcel_labels l set next_check_at = $3 from due where l.id = due.id returning l.public_id as id`,
}
