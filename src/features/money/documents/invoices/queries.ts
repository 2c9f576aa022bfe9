import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import { buildNumberingQuery } from '../series-queries.ts'

/** The invoice of a purchase: its number, and when it was issued. */
export type IssuedInvoice = Readonly<{ purchaseId: number; number: string; issuedAt: Date }>

/** Returns the invoice of a purchase by its key; undefined while it has none. */
export async function findInvoice(db: Queryable, purchaseId: number): Promise<IssuedInvoice | undefined> {
  const [found] = await queryPrepared<IssuedInvoice>(db, FIND_INVOICE, [purchaseId])
  return found
}

const FIND_INVOICE = {
  name: 'documents_find_invoice',
  text: `
    select purchase_id as "purchaseId", number, issued_at as "issuedAt" from invoices where purchase_id = $1`,
}

/**
 * Numbers the invoices of paid purchases in order of payment and returns their count. Purchases that have an invoice
 * are skipped.
 */
export async function insertInvoices(
  tx: Queryable,
  { series, purchaseIds, now }: Readonly<{ series: string; purchaseIds: readonly number[]; now: Date }>,
): Promise<number> {
  return (await queryPrepared(tx, INSERT_INVOICES, [series, purchaseIds, now])).length
}

const INSERT_INVOICES = {
  name: 'documents_insert_invoices',
  text: buildNumberingQuery({
    table: 'invoices',
    column: 'purchase_id',
    wanted: `
      select p.id, row_number() over (order by p.paid_at, p.id) as nth
      from purchases p
      where p.id = any($2::bigint[]) and p.paid_at is not null and p.currency <> '${PRACTICE_CURRENCY}'
        and not exists (select from invoices i where i.purchase_id = p.id)`,
  }),
}

/** A purchase without an invoice, and when it was paid. */
export type DueInvoice = Readonly<{ purchaseId: number; paidAt: Date }>

/** Lists paid purchases without an invoice that were not checked yet, in order of payment. */
export async function listDueInvoices(tx: Queryable, limit: number): Promise<DueInvoice[]> {
  return queryPrepared<DueInvoice>(tx, LIST_DUE_INVOICES, [limit])
}

// Practice orders have no invoices. A payment may be committed after a later one was found, long after if a provider
// was slow, so each run reads the last day again.
const LIST_DUE_INVOICES = {
  name: 'documents_list_due_invoices',
  text: `
    select p.id as "purchaseId", p.paid_at as "paidAt"
    from purchases p
    where p.paid_at > (select invoiced_to - interval '1 day' from document_progress)
      and p.currency <> '${PRACTICE_CURRENCY}'
      and not exists (select from invoices i where i.purchase_id = p.id)
    order by p.paid_at, p.id limit $1`,
}

/** Stores the moment up to which paid purchases have been checked. */
export async function saveInvoicedUntil(tx: Queryable, until: Date): Promise<void> {
  await queryPrepared(tx, SAVE_INVOICED_UNTIL, [until])
}

const SAVE_INVOICED_UNTIL = {
  name: 'documents_keep_invoiced',
  text: 'update document_progress set invoiced_to = greatest(invoiced_to, $1)',
}

/** An invoice in the bookkeeping list, in minor units. */
export type ListedInvoice = IssuedInvoice &
  Readonly<{
    orderNumber: string
    paidAt: Date
    currency: string
    subtotal: number
    shipping: number
    total: number
    givenBack: number
    chargedBack: number
  }>

/** Lists the invoices issued in a period, in the order of their numbers. */
export async function listInvoices(
  db: Queryable,
  { from, to }: Readonly<{ from: Date; to: Date }>,
): Promise<ListedInvoice[]> {
  return queryPrepared<ListedInvoice>(db, LIST_INVOICES, [from, to])
}

const LIST_INVOICES = {
  name: 'documents_list_invoices',
  text: `
    select i.purchase_id as "purchaseId", i.number, i.issued_at as "issuedAt", p.number as "orderNumber",
      p.paid_at as "paidAt", p.currency, p.subtotal_amount as subtotal, p.shipping_amount as shipping,
      p.total_amount as total,
      coalesce((
        select sum(r.amount) from refund_requests r join supplier_orders o on o.id = r.supplier_order_id
        where o.purchase_id = p.id and r.state <> 'undone'), 0)::bigint as "givenBack",
      coalesce((
        select sum(c.amount) from chargeback_shares c join supplier_orders o on o.id = c.supplier_order_id
        where o.purchase_id = p.id and not c.is_returned), 0)::bigint as "chargedBack"
    from invoices i join purchases p on p.id = i.purchase_id
    where i.issued_at >= $1 and i.issued_at < $2
    order by i.series, i.place`,
}
