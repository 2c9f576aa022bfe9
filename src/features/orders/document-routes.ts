import { notFound, refused } from '#ground/errors.ts'
import { decimalText } from '#ground/money.ts'
import { listSupplierNames } from '#features/suppliers/service.ts'
import { type Cell, csvAnswer } from '#platform/csv.ts'
import { route, type Route } from '#platform/http/route.ts'
import { pdfAnswer, type Printer } from '#platform/pdf/pdf-answer.ts'
import { orderNotFound } from './change-order.ts'
import * as contract from './document-contract.ts'
import { invoice } from './invoice.ts'
import { type ListedInvoice, listInvoices } from './invoice-queries.ts'
import { issueInvoice } from './issue-invoices.ts'
import { listWentBack } from './money-queries.ts'
import { dateOf, packingSlip } from './packing-slip.ts'
import { listParcels } from './parcel-queries.ts'
import { findPurchase, listLines, listSupplierOrders } from './queries.ts'
import { findWholeOrder } from './story-queries.ts'

/** Packing slips for suppliers, invoices for shoppers, whose numbers begin with `prefix`, and all of them for the bookkeeping. */
export function documentRoutes({ issuer, furtherFont }: Printer, prefix: string): Route[] {
  return [
    route(contract.getPackingSlip, async ({ params: { id }, query }, { db, actor, now }) => {
      const whole = await findWholeOrder(db, id, actor.type === 'operator' ? undefined : actor.id)
      if (!whole?.purchase.paidAt) throw orderNotFound()
      const [lines, parcels] = await Promise.all([
        listLines(db, [whole.order.id]),
        listParcels(db, [whole.order.id]),
      ])
      const parcel = parcels.find(({ publicId }) => publicId === query.parcel)
      if (query.parcel !== undefined && !parcel)
        throw notFound('parcel_not_found', 'There is no such parcel in this order.')
      const document = packingSlip({ whole, lines, parcel, issuer, now })
      return pdfAnswer(document, { name: `packing-slip-${whole.purchase.number}`, furtherFont })
    }),

    route(contract.getInvoice, async ({ params }, { db, now }) => {
      const purchase = await findPurchase(db, params.purchase)
      if (!purchase) throw orderNotFound()
      const { paidAt } = purchase
      if (!paidAt) throw refused('not_paid', 'There is an invoice once the order is paid.')
      const orders = await listSupplierOrders(db, [purchase.id])
      const keys = orders.map(({ id }) => id)
      const [lines, wentBack, names] = await Promise.all([
        listLines(db, keys),
        listWentBack(db, keys),
        listSupplierNames(
          db,
          orders.map(({ supplierId }) => supplierId),
        ),
      ])
      const parts = orders.map((order) => ({
        order,
        supplier: names.get(order.supplierId) ?? '',
        lines: lines.filter(({ supplierOrderId }) => supplierOrderId === order.id),
        wentBack: wentBack.get(order.id),
      }))
      const { number, issuedAt } = await issueInvoice(db, purchase.id, { prefix, now })
      const document = invoice({ number, issuedAt, purchase, paidAt, parts, issuer })
      return pdfAnswer(document, { name: `invoice-${number}`, furtherFont })
    }),

    route(contract.listInvoices, async ({ params: { month } }, { db }) => {
      const invoices = await listInvoices(db, monthOf(month))
      return csvAnswer(`invoices-${month}.csv`, [HEADS, ...invoices.map(rowOf)])
    }),
  ]
}

const HEADS = 'invoice issued order paid currency subtotal shipping total given_back'.split(' ')

function rowOf(listed: ListedInvoice): Cell[] {
  const { number, issuedAt, orderNumber, paidAt, currency } = listed
  const amounts = [listed.subtotal, listed.shipping, listed.total, listed.givenBack]
  return [
    number,
    dateOf(issuedAt),
    orderNumber,
    dateOf(paidAt),
    currency,
    ...amounts.map((amount) => decimalText(amount, currency)),
  ]
}

/** The first moment of a month such as `2026-03`, and of the next. */
function monthOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}
