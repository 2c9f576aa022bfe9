import type { Queryable } from '#database/database.ts'
import { formatDecimal, SHOP_CURRENCY } from '#core/money.ts'
import { type Cell, formatCsv } from '#platform/csv.ts'
import { type ExportedProduct, type ProductListFilter, selectProductsToExport } from './list-queries.ts'

/** How many products are read at a time. */
const BATCH_SIZE = 500

// As in the product files of Shopify, which suppliers know and the import reads: help.shopify.com/manual/products/import-export/using-csv
const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Type',
  'Published',
  'Status',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Cost per item',
  'Image Src',
]

/** Returns the products of a list as a CSV file, read and sent in batches. */
export function streamProductsCsv(db: Queryable, filter: ProductListFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let afterId = -1
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(formatCsv([COLUMNS]))),
    async pull(controller) {
      const products = await selectProductsToExport(db, { filter, afterId, limit: BATCH_SIZE })
      const last = products.at(-1)
      if (!last) return controller.close()
      afterId = last.id
      // The mark that says UTF-8 stands at the beginning of the file only.
      controller.enqueue(encoder.encode(formatCsv(products.flatMap(toRows)).slice(1)))
    },
  })
}

function toRows(product: ExportedProduct): Cell[][] {
  const { key, variants, pictures } = product
  const count = Math.max(variants.length, pictures.length)
  return Array.from({ length: count }, (_, index) => [
    key,
    ...(index === 0 ? toProductCells(product) : ['', '', '', '', '']),
    ...toVariantCells(variants[index]),
    pictures[index] ?? '',
  ])
}

function toProductCells({ title, descriptionHtml, category, status }: ExportedProduct): Cell[] {
  return [title, descriptionHtml, category, status === 'active' ? 'TRUE' : 'FALSE', status]
}

function toVariantCells(variant: ExportedProduct['variants'][number] | undefined): Cell[] {
  if (!variant) return Array.from({ length: 13 }, () => '')
  const { size, color, material, sku, weightGrams, stock, priceCents, offerCents, wholesaleCents } = variant
  const options = [
    ['Size', size],
    ['Color', color],
    ['Material', material],
  ]
  return [
    ...options.flatMap(([name, value]) => (value === null ? ['', ''] : [name ?? '', value ?? ''])),
    sku,
    weightGrams,
    'shopify',
    stock,
    formatAmount(offerCents ?? priceCents),
    offerCents === null ? '' : formatAmount(priceCents),
    wholesaleCents === null ? '' : formatAmount(wholesaleCents),
  ]
}

function formatAmount(cents: number): string {
  return formatDecimal(cents, SHOP_CURRENCY)
}
