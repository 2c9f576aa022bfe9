import { buffer } from 'node:stream/consumers'
import { refused } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import {
  listLines,
  listPackableOrders,
  listParcelLogos,
  listParcels,
  listPrintableLabels,
  orderNotFound,
  toSupplierContext,
  type OrderContext,
  type SupplierOrderLine,
} from '#features/sales/orders/service.ts'
import type { Files } from '#platform/files/files.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import type { PdfIssuer } from '#platform/pdf/pdf-response.ts'
import { renderPdf } from '#platform/pdf/render-pdf.ts'
import { formatUtcDay } from '#core/text/format-date.ts'
import { renderPackingSlip } from './packing-slip.ts'

/** The documents that one file for many orders can hold. */
export const PACKING_DOCUMENTS = ['pick_list', 'slips', 'labels'] as const

/** One of these. */
export type PackingDocument = (typeof PACKING_DOCUMENTS)[number]

type PackingRequest = Readonly<{
  ownerId: number
  /** Public ids, in the order in which the documents are to lie. */
  orders: readonly string[]
  documents: readonly PackingDocument[]
  files: Files
  pdf: PdfIssuer
  now: Date
}>

/**
 * Renders one PDF for many orders of a store: pick list, packing slips, bought labels. Each order's slip is followed by
 * its labels. Throws `order_not_found` when one of them is not the store's, and refuses with `nothing_to_print`.
 */
export async function renderPackingBatch(
  db: Queryable,
  { ownerId, orders, documents, files, pdf, now }: PackingRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await listPackableOrders(db, { ownerId, ids: orders })
  if (found.length !== new Set(orders).size) throw orderNotFound()
  const contexts = found.map((context) => toSupplierContext(context, now))
  const ids = contexts.map(({ order }) => order.id)
  const [lines, parcels, labels] = await Promise.all([
    listLines(db, ids),
    listParcels(db, ids),
    documents.includes('labels') ? listPrintableLabels(db, ids) : [],
  ])
  const linesByOrder = Map.groupBy(lines, ({ supplierOrderId }) => supplierOrderId)
  const parcelsByOrder = Map.groupBy(parcels, ({ supplierOrderId }) => supplierOrderId)
  const packed = contexts.map((whole) => ({ whole, lines: linesByOrder.get(whole.order.id) ?? [] }))
  const logos = await listParcelLogos(
    db,
    contexts.map(({ purchase }) => purchase.brand),
  )
  const sheets: Uint8Array[] = []
  const issuer = await pdf.readIssuer(db, now)
  const render = (document: PdfDocument) => renderPdf(document, { furtherFont: pdf.furtherFont })
  if (documents.includes('pick_list')) sheets.push(await render(renderPickList(packed, { issuer, now })))
  for (const { whole, lines: orderLines } of packed) {
    const orderParcels = parcelsByOrder.get(whole.order.id) ?? []
    const parcel = orderParcels.length === 1 ? orderParcels[0] : undefined
    const logo = logos.get(whole.purchase.brand?.logo ?? '')
    if (documents.includes('slips'))
      sheets.push(await render(renderPackingSlip({ whole, lines: orderLines, parcel, issuer, logo, now })))
    for (const label of labels.filter(({ orderId }) => orderId === whole.order.id)) {
      const file = await files.open(label.fileKey)
      if (file) sheets.push(await buffer(file.stream))
    }
  }
  if (sheets.length === 0) throw refused('nothing_to_print', 'No label has been bought for these orders yet.')
  return mergePdfs(sheets, { title: 'Packing documents', createdAt: now })
}

type PackedOrder = Readonly<{ whole: OrderContext; lines: readonly SupplierOrderLine[] }>

/** Renders the pick list: each SKU once, with its quantity and its orders. */
export function renderPickList(
  orders: readonly PackedOrder[],
  { issuer, now }: Readonly<{ issuer: PdfDocument['from']; now: Date }>,
): PdfDocument {
  const items = new Map<string, { title: string; sku: string; quantity: number; numbers: string[] }>()
  for (const { whole, lines } of orders) {
    for (const line of lines) {
      const quantity = line.quantity - line.withdrawnQuantity - line.shippedQuantity
      if (quantity <= 0) continue
      const key = line.sku || `${line.title} ${line.variantTitle}`
      const item = items.get(key) ?? {
        title: [line.title, line.variantTitle].filter(Boolean).join('\n'),
        sku: line.sku,
        quantity: 0,
        numbers: [],
      }
      item.quantity += quantity
      item.numbers.push(quantity > 1 ? `${whole.purchase.number} (${quantity})` : whole.purchase.number)
      items.set(key, item)
    }
  }
  const sorted = [...items.values()].toSorted((a, b) => a.sku.localeCompare(b.sku, 'en'))
  const total = sorted.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    title: 'Pick list',
    from: issuer,
    createdAt: now,
    foot: `${orders.length === 1 ? '1 order' : `${orders.length} orders`}, ${formatUtcDay(now)}`,
    blocks: [
      {
        kind: 'table',
        columns: [
          { title: 'Scan', share: 1, isCode: true },
          { title: 'SKU', share: 3 },
          { title: 'Item', share: 5 },
          { title: 'Orders', share: 3 },
          { title: 'Qty', share: 1, align: 'right' },
        ],
        rows: sorted.map(({ sku, title, numbers, quantity }) => [
          sku,
          sku,
          title,
          numbers.join('\n'),
          String(quantity),
        ]),
      },
      { kind: 'sums', rows: [{ label: 'Items to pick', value: String(total), isStrong: true }] },
    ],
  }
}

/** Returns the pages of several PDF files as one file, in their order. Throws where one of them is no PDF. */
async function mergePdfs(
  files: readonly Uint8Array[],
  { title, createdAt }: Readonly<{ title: string; createdAt: Date }>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first merge, as few processes ever merge.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const merged = await PDFDocument.create()
  merged.setTitle(title)
  merged.setCreationDate(createdAt)
  for (const file of files) {
    const document = await PDFDocument.load(file)
    for (const page of await merged.copyPages(document, document.getPageIndices())) merged.addPage(page)
  }
  return Uint8Array.from(await merged.save())
}
