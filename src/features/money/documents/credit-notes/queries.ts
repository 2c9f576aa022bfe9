import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import { buildNumberingQuery } from '../series-queries.ts'

/**
 * The credit note of a refund, in minor units: `shipping` is the part of `amount` paid for shipping. Void if the
 * payer's bank returned a refund made by hand.
 */
export type CreditNote = Readonly<{
  number: string
  issuedAt: Date
  supplierOrderId: number
  invoiceNumber: string
  orderNumber: string
  currency: string
  amount: number
  shipping: number
  isGoodwill: boolean
  isVoid: boolean
}>

// A purchase gets its invoice before its first credit note.
const CREDIT_NOTE = `
  select n.number, n.issued_at as "issuedAt", r.supplier_order_id as "supplierOrderId", i.number as "invoiceNumber",
    p.number as "orderNumber", r.currency, r.amount, r.shipping_amount as shipping,
    r.goodwill_amount > 0 as "isGoodwill", r.state = 'undone' as "isVoid"
  from credit_notes n
  join refund_requests r on r.id = n.refund_id
  join supplier_orders o on o.id = r.supplier_order_id
  join purchases p on p.id = o.purchase_id
  join invoices i on i.purchase_id = p.id`

/** Lists a purchase's credit notes by its key, in the order of their numbers. */
export async function listPurchaseCreditNotes(db: Queryable, purchaseId: number): Promise<CreditNote[]> {
  return queryPrepared<CreditNote>(db, LIST_PURCHASE_CREDIT_NOTES, [purchaseId])
}

const LIST_PURCHASE_CREDIT_NOTES = {
  name: 'documents_list_credit_notes_of',
  text: `${CREDIT_NOTE} where p.id = $1 order by n.id`,
}

/** Lists the credit notes issued in a period, in the order of their numbers. */
export async function listCreditNotesBetween(
  db: Queryable,
  { from, to }: Readonly<{ from: Date; to: Date }>,
): Promise<CreditNote[]> {
  return queryPrepared<CreditNote>(db, LIST_BETWEEN, [from, to])
}

const LIST_BETWEEN = {
  name: 'documents_list_credit_notes_between',
  text: `${CREDIT_NOTE} where n.issued_at >= $1 and n.issued_at < $2 order by n.series, n.place`,
}

/** A refund without a credit note, the purchase it is of, and when it was decided. */
export type DueCreditNote = Readonly<{ refundId: number; purchaseId: number; decidedAt: Date }>

/** Lists order refunds without a credit note that were not checked yet, in order of decision. */
export async function listDueCreditNotes(tx: Queryable, limit: number): Promise<DueCreditNote[]> {
  return queryPrepared<DueCreditNote>(tx, LIST_DUE, [limit])
}

// A refund may be committed after a later one was found, so each run reads the last day again.
const LIST_DUE = {
  name: 'documents_list_due_credit_notes',
  text: `
    select r.id as "refundId", o.purchase_id as "purchaseId", r.created_at as "decidedAt"
    from refund_requests r join supplier_orders o on o.id = r.supplier_order_id
    where r.created_at > (select credited_to - interval '1 day' from document_progress) and r.state <> 'undone'
      and r.currency <> '${PRACTICE_CURRENCY}' and not exists (select from credit_notes n where n.refund_id = r.id)
    order by r.created_at, r.id limit $1`,
}

/** Numbers the credit notes of refunds that have none, and returns their count. */
export async function insertCreditNotes(
  tx: Queryable,
  { series, refundIds, now }: Readonly<{ series: string; refundIds: readonly number[]; now: Date }>,
): Promise<number> {
  return (await queryPrepared(tx, INSERT_CREDIT_NOTES, [series, refundIds, now])).length
}

const INSERT_CREDIT_NOTES = {
  name: 'documents_insert_credit_notes',
  text: buildNumberingQuery({
    table: 'credit_notes',
    column: 'refund_id',
    wanted: `
      select r.id, row_number() over (order by r.created_at, r.id) as nth
      from refund_requests r
      where r.id = any($2::bigint[]) and not exists (select from credit_notes n where n.refund_id = r.id)`,
  }),
}

/** Stores the moment up to which refunds have been checked. */
export async function saveCreditedUntil(tx: Queryable, until: Date): Promise<void> {
  await queryPrepared(tx, SAVE_CREDITED_UNTIL, [until])
}

const SAVE_CREDITED_UNTIL = {
  name: 'documents_keep_credited',
  text: 'update document_progress set credited_to = greatest(credited_to, $1)',
}
