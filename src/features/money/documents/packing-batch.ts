import { buffer } from 'node:stream/consumers'
import { refused } from '#core/errors.ts'
import type { Queryable } from '#database/database.ts'
import { listFormerNames, listOwnWarehouses } from '#features/catalogue/suppliers/service.ts'
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

/** The documents in one file for many orders. */
export const PACKING_DOCUMENTS = ['pick_list', 'slips', 'labels'] as const

export type PackingDocument = (typeof PACKING_DOCUMENTS)[number]

type PackingRequest = Readonly<{
  ownerId: number
  /** Public ids, in the order of their documents. */
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
  if (documents.includes('pick_list')) {
    const storeWarehouses = await listStoreWarehouses(db, contexts)
    sheets.push(await render(renderPickList(packed, { issuer, now, storeWarehouses })))
  }
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

/** A warehouse of a store. Orders keep the name that it had at the sale, so its former names are its own, too. */
export type StoreWarehouse = Readonly<{ name: string; formerNames: readonly string[] }>

/** Returns the warehouses of the store of these orders, with their former names. */
export async function listStoreWarehouses(
  db: Queryable,
  [first]: readonly OrderContext[],
): Promise<StoreWarehouse[]> {
  if (!first) return []
  const { supplierId } = first.order
  const [warehouses, former] = await Promise.all([
    listOwnWarehouses(db, supplierId),
    listFormerNames(db, supplierId),
  ])
  return warehouses.map(({ id, name }) => ({
    name,
    formerNames: former.flatMap((one) => (one.id === id ? [one.name] : [])),
  }))
}

type PackedOrder = Readonly<{ whole: OrderContext; lines: readonly SupplierOrderLine[] }>

type PickedItem = Readonly<{ warehouse: string; title: string; sku: string }>

/**
 * Renders the pick list: each SKU once, with its quantity and its orders. A store with several warehouses has a part for each,
 * under its present name.
 */
export function renderPickList(
  orders: readonly PackedOrder[],
  { issuer, now, storeWarehouses }: PickListContext,
): PdfDocument {
  const items = collectItems(orders, indexNames(storeWarehouses))
  const total = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const parts = [...Map.groupBy(items, ({ warehouse }) => warehouse)]
  const hasSeveral = parts.length > 1 || storeWarehouses.length > 1
  return {
    title: 'Pick list',
    from: issuer,
    createdAt: now,
    foot: `${orders.length === 1 ? '1 order' : `${orders.length} orders`}, ${formatUtcDay(now)}`,
    blocks: [
      ...parts.flatMap(([warehouse, found]): PdfDocument['blocks'] => [
        ...(hasSeveral ? [{ kind: 'heading' as const, text: warehouse }] : []),
        layOutItems(found),
      ]),
      { kind: 'sums', rows: [{ label: 'Items to pick', value: String(total), isStrong: true }] },
    ],
  }
}

type PickListContext = Readonly<{
  issuer: PdfDocument['from']
  now: Date
  storeWarehouses: readonly StoreWarehouse[]
}>

/** Returns the present names of warehouses by their former ones. */
function indexNames(warehouses: readonly StoreWarehouse[]): ReadonlyMap<string, string> {
  return new Map(
    warehouses.flatMap(({ name, formerNames }) => formerNames.map((former) => [former, name] as const)),
  )
}

/** Returns what is left to ship, sorted by warehouse and SKU. */
function collectItems(
  orders: readonly PackedOrder[],
  presentNames: ReadonlyMap<string, string>,
): readonly (PickedItem & Readonly<{ quantity: number; numbers: readonly string[] }>)[] {
  const items = new Map<string, PickedItem & { quantity: number; numbers: string[] }>()
  for (const { whole, lines } of orders) {
    for (const line of lines) {
      const quantity = line.quantity - line.withdrawnQuantity - line.shippedQuantity
      if (quantity <= 0) continue
      const named = line.warehouse ?? whole.order.warehouse
      const warehouse = presentNames.get(named) ?? named
      const key = JSON.stringify([warehouse, line.sku || [line.title, line.variantTitle]])
      const title = [line.title, line.variantTitle].filter(Boolean).join('\n')
      const item = items.get(key) ?? { warehouse, title, sku: line.sku, quantity: 0, numbers: [] }
      item.quantity += quantity
      item.numbers.push(quantity > 1 ? `${whole.purchase.number} (${quantity})` : whole.purchase.number)
      items.set(key, item)
    }
  }
  return [...items.values()].toSorted(
    (a, b) => a.warehouse.localeCompare(b.warehouse, 'en') || a.sku.localeCompare(b.sku, 'en'),
  )
}

function layOutItems(items: ReturnType<typeof collectItems>): PdfDocument['blocks'][number] {
  return {
    kind: 'table',
    columns: [
      { title: 'Scan', share: 1, isCode: true },
      { title: 'SKU', share: 3 },
      { title: 'Item', share: 5 },
      { title: 'Orders', share: 3 },
      { title: 'Qty', share: 1, align: 'right' },
    ],
    rows: items.map(({ sku, title, numbers, quantity }) => [
      sku,
      sku,
      title,
      numbers.join('\n'),
      String(quantity),
    ]),
  }
}

/** Returns one PDF file with the pages of several, in their order. Throws if one of them is not a PDF. */
async function mergePdfs(
  files: readonly Uint8Array[],
  { title, createdAt }: Readonly<{ title: string; createdAt: Date }>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first merge, because few processes ever merge.
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
