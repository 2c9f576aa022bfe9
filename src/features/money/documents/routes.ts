import { notFound, refused } from '#core/errors.ts'
import {
  findOrderContext,
  findPurchase,
  listLines,
  listParcelLogos,
  listParcels,
  listReversedAmounts,
  listSupplierOrders,
  type OrderContext,
  orderNotFound,
  toSupplierContext,
} from '#features/sales/orders/service.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import type { Files } from '#platform/files/files.ts'
import { route, type Route } from '#platform/http/calls/route.ts'
import { type PdfIssuer, pdfResponse, toPdfResponse } from '#platform/pdf/pdf-response.ts'
import * as contract from './contract.ts'
import { renderCreditNote } from './credit-notes/credit-note.ts'
import { type CreditNote, listCreditNotesBetween, listPurchaseCreditNotes } from './credit-notes/queries.ts'
import { renderInvoice } from './invoices/invoice.ts'
import { issueInvoice } from './invoices/issue-invoices.ts'
import { renderPackingBatch } from './packing-batch.ts'
import { renderPackingSlip } from './packing-slip.ts'
import { formatDecimal } from '#core/money.ts'
import { type Cell, csvResponse } from '#platform/csv.ts'
import { formatIsoDay } from '#core/text/format-date.ts'
import { type ListedInvoice, listInvoices } from './invoices/queries.ts'
import type { Queryable } from '#database/database.ts'

/** The dependencies of documents: the prefix of invoice numbers, and the files of labels. */
export type DocumentRouteDeps = Readonly<{ prefix: string; files: Files }>

/** Returns the routes of packing slips, invoices (numbered with `prefix`) and credit notes. */
export function documentRoutes(pdf: PdfIssuer, { prefix, files }: DocumentRouteDeps): Route[] {
  const { readIssuer, furtherFont } = pdf
  return [
    route(contract.createPackingDocuments, async ({ body: { orders, documents } }, { db, actor, now }) => {
      const bytes = await renderPackingBatch(db, { ownerId: actor.id, orders, documents, files, pdf, now })
      return toPdfResponse(bytes, 'packing-documents')
    }),

    route(contract.getPackingSlip, async ({ params: { id }, query }, { db, actor, now }) => {
      const isOperator = actor.type === 'operator'
      const found = await findOrderContext(db, id, isOperator ? undefined : actor.id)
      if (!found?.purchase.paidAt) throw orderNotFound()
      const orderContext = isOperator ? found : toSupplierContext(found, now)
      const [lines, parcels] = await Promise.all([
        listLines(db, [orderContext.order.id]),
        listParcels(db, [orderContext.order.id]),
      ])
      const parcel = parcels.find(({ publicId }) => publicId === query.parcel)
      if (query.parcel !== undefined && !parcel)
        throw notFound('parcel_not_found', 'We couldn’t find this parcel in the order.')
      const issuer = await readIssuer(db, now)
      const logo = await readSlipLogo(db, orderContext)
      const document = renderPackingSlip({ whole: orderContext, lines, parcel, issuer, logo, now })
      return pdfResponse(document, { name: `packing-slip-${orderContext.purchase.number}`, furtherFont })
    }),

    route(contract.getInvoice, async ({ params }, { db, now }) => {
      const purchase = await findPurchase(db, params.purchase)
      if (purchase?.channel !== 'marketplace') throw orderNotFound()
      const { paidAt } = purchase
      if (!paidAt) throw refused('not_paid', 'The invoice is available once the order is paid.')
      const orders = await listSupplierOrders(db, [purchase.id])
      const keys = orders.map(({ id }) => id)
      const [lines, reversedByOrder, names] = await Promise.all([
        listLines(db, keys),
        listReversedAmounts(db, keys),
        listSupplierNames(
          db,
          orders.map(({ supplierId }) => supplierId),
        ),
      ])
      const sections = orders.map((order) => ({
        order,
        supplier: names.get(order.supplierId) ?? '',
        lines: lines.filter(({ supplierOrderId }) => supplierOrderId === order.id),
        wentBack: reversedByOrder.get(order.id),
      }))
      const { number, issuedAt } = await issueInvoice(db, purchase.id, { prefix, now })
      const issuer = await readIssuer(db, issuedAt)
      const document = renderInvoice({ number, issuedAt, purchase, paidAt, parts: sections, issuer })
      return pdfResponse(document, { name: `invoice-${number}`, furtherFont })
    }),

    ...creditNoteRoutes(pdf),
    ...bookkeepingRoutes,
  ]
}

function creditNoteRoutes({ readIssuer, furtherFont }: PdfIssuer): Route[] {
  return [
    route(contract.getCreditNote, async ({ params }, { db }) => {
      const purchase = await findPurchase(db, params.purchase)
      if (purchase?.channel !== 'marketplace') throw orderNotFound()
      const note = (await listPurchaseCreditNotes(db, purchase.id)).find(
        ({ number }) => number === params.number,
      )
      if (!note) throw notFound('credit_note_not_found', 'We couldn’t find this credit note in the order.')
      const order = (await listSupplierOrders(db, [purchase.id])).find(
        ({ id }) => id === note.supplierOrderId,
      )
      const names = await listSupplierNames(db, order ? [order.supplierId] : [])
      const supplier = (order && names.get(order.supplierId)) ?? ''
      const issuer = await readIssuer(db, note.issuedAt)
      const document = renderCreditNote({ note, buyer: purchase, supplier, issuer })
      return pdfResponse(document, { name: `credit-note-${note.number}`, furtherFont })
    }),
  ]
}

/** The operators' bookkeeping routes: all documents issued in a month. */
const bookkeepingRoutes: Route[] = [
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
    formatIsoDay(issuedAt),
    orderNumber,
    formatIsoDay(paidAt),
    currency,
    ...amounts.map((amount) => formatDecimal(amount, currency)),
  ]
}

const CREDIT_NOTE_COLUMNS = 'credit_note issued invoice order currency items shipping total void'.split(' ')

function creditNoteRow(creditNote: CreditNote): Cell[] {
  const { number, issuedAt, invoiceNumber, orderNumber, currency, amount, shipping, isVoid } = creditNote
  return [
    number,
    formatIsoDay(issuedAt),
    invoiceNumber,
    orderNumber,
    currency,
    ...[amount - shipping, shipping, amount].map((amountPart) => formatDecimal(amountPart, currency)),
    isVoid ? 'yes' : 'no',
  ]
}

/** Returns the first moment of a month such as `2026-03`, and of the next. */
function toMonthRange(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}

/** Returns the logo on the packing slip of an order, as PNG; undefined if its vendor has none. */
async function readSlipLogo(
  db: Queryable,
  { purchase: { brand } }: Pick<OrderContext, 'purchase'>,
): Promise<Buffer | undefined> {
  return (await listParcelLogos(db, [brand])).get(brand?.logo ?? '')
}
