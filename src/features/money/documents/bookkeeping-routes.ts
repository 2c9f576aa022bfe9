import { decimalText } from '#core/money.ts'
import { type Cell, csvAnswer } from '#platform/csv.ts'
import { route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { type CreditNote, listCreditNotesBetween } from './credit-notes/queries.ts'
import { dateOf } from './date.ts'
import { type ListedInvoice, listInvoices } from './invoices/queries.ts'

/** All that was issued in a month, for who keeps the operator's books. */
export const bookkeepingRoutes: Route[] = [
  route(contract.listInvoices, async ({ params: { month } }, { db }) => {
    const invoices = await listInvoices(db, monthOf(month))
    return csvAnswer(`invoices-${month}.csv`, [INVOICE_HEADS, ...invoices.map(invoiceRow)])
  }),

  route(contract.listCreditNotes, async ({ params: { month } }, { db }) => {
    const notes = await listCreditNotesBetween(db, monthOf(month))
    return csvAnswer(`credit-notes-${month}.csv`, [CREDIT_NOTE_HEADS, ...notes.map(creditNoteRow)])
  }),
]

const INVOICE_HEADS =
  'invoice issued order paid currency subtotal shipping total given_back charged_back'.split(' ')

function invoiceRow(listed: ListedInvoice): Cell[] {
  const { number, issuedAt, orderNumber, paidAt, currency } = listed
  const amounts = [listed.subtotal, listed.shipping, listed.total, listed.givenBack, listed.chargedBack]
  return [
    number,
    dateOf(issuedAt),
    orderNumber,
    dateOf(paidAt),
    currency,
    ...amounts.map((amount) => decimalText(amount, currency)),
  ]
}

const CREDIT_NOTE_HEADS = 'credit_note issued invoice order currency pieces shipping total void'.split(' ')

function creditNoteRow(note: CreditNote): Cell[] {
  const { number, issuedAt, invoiceNumber, orderNumber, currency, amount, shipping, isVoid } = note
  return [
    number,
    dateOf(issuedAt),
    invoiceNumber,
    orderNumber,
    currency,
    ...[amount - shipping, shipping, amount].map((part) => decimalText(part, currency)),
    isVoid ? 'yes' : 'no',
  ]
}

/** The first moment of a month such as `2026-03`, and of the next. */
function monthOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}
