import { notFound, refused } from '#ground/errors.ts'
import { listSupplierNames } from '#features/suppliers/service.ts'
import { route, type Route } from '#platform/http/route.ts'
import { pdfAnswer, type Printer } from '#platform/pdf/pdf-answer.ts'
import { orderNotFound } from './change-order.ts'
import * as contract from './document-contract.ts'
import { invoice } from './invoice.ts'
import { listGivenBack } from './money-queries.ts'
import { packingSlip } from './packing-slip.ts'
import { listParcels } from './parcel-queries.ts'
import { findPurchase, listLines, listSupplierOrders } from './queries.ts'
import { findWholeOrder } from './story-queries.ts'

/** Packing slips for suppliers, invoices for shoppers. */
export function documentRoutes({ issuer, furtherFont }: Printer): Route[] {
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

    route(contract.getInvoice, async ({ params }, { db }) => {
      const purchase = await findPurchase(db, params.purchase)
      if (!purchase) throw orderNotFound()
      const { paidAt } = purchase
      if (!paidAt) throw refused('not_paid', 'There is an invoice once the order is paid.')
      const orders = await listSupplierOrders(db, [purchase.id])
      const keys = orders.map(({ id }) => id)
      const [lines, givenBack, names] = await Promise.all([
        listLines(db, keys),
        listGivenBack(db, keys),
        listSupplierNames(
          db,
          orders.map(({ supplierId }) => supplierId),
        ),
      ])
      const parts = orders.map((order) => ({
        order,
        supplier: names.get(order.supplierId) ?? '',
        lines: lines.filter(({ supplierOrderId }) => supplierOrderId === order.id),
        givenBack: givenBack.get(order.id) ?? 0,
      }))
      const document = invoice({ purchase, paidAt, parts, issuer })
      return pdfAnswer(document, { name: `invoice-${purchase.number}`, furtherFont })
    }),
  ]
}
