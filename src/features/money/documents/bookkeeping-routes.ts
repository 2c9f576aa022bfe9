import { formatDecimal } from '#core/money.ts'
import { type Cell, csvResponse } from '#platform/csv.ts'
import { route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { type CreditNote, listCreditNotesBetween } from './credit-notes/queries.ts'
import { formatDate } from './date.ts'
import { type ListedInvoice, listInvoices } from './invoices/queries.ts'

/** All that was issued in a month, for who keeps the operator's books. */
export const bookkeepingRoutes: Route[] = [
  route(contract.listInvoices, async ({ params: { month } }, { db }) => {
    const invoices = await listInvoices(db, toMonthRange(month))
    return csvResponse(`invoices-${month}.csv`, [INVOICE_COLUMNS, ...invoices.map(invoiceRow)])
  }),

  route(contract.listCreditNotes, async ({ params: { month } }, { db }) => {
    const creditNotes = await listCreditNotesBetween(db, toMonthRange(month))
    return csvResponse(`credit-notes-${month}.csv`, [CREDIT_NOTE_COLUMNS, ...creditNotes.map(creditNoteRow)])
  }),
]

const INVOICE_COLUMNS =
  'invoice issued order paid currency subtotal shipping total given_back charged_back'.split(' ')

function invoiceRow(invoice: ListedInvoice): Cell[] {
  const { number, issuedAt, orderNumber, paidAt, currency } = invoice
  const amounts = [invoice.subtotal, invoice.shipping, invoice.total, invoice.givenBack, invoice.chargedBack]
  return [
    number,
    formatDate(issuedAt),
    orderNumber,
    formatDate(paidAt),
    currency,
    ...amounts.map((amount) => formatDecimal(amount, currency)),
  ]
}

const CREDIT_NOTE_COLUMNS = 'credit_note issued invoice order currency items shipping total void'.split(' ')

function creditNoteRow(creditNote: CreditNote): Cell[] {
  const { number, issuedAt, invoiceNumber, orderNumber, currency, amount, shipping, isVoid } = creditNote
  return [
    number,
    formatDate(issuedAt),
    invoiceNumber,
    orderNumber,
    currency,
    ...[amount - shipping, shipping, amount].map((amountPart) => formatDecimal(amountPart, currency)),
    isVoid ? 'yes' : 'no',
  ]
}

/** The first moment of a month such as `2026-03`, and of the next. */
function toMonthRange(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}
