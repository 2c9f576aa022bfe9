import { formatGtin } from '#core/products/gtin.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { formatDecimal } from '#core/money.ts'
import type { Database } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { type Cell, formatCsv } from '#platform/csv.ts'
import { getListCents, getSellingCents, STATUSES } from '../plans/compare-rules.ts'
import { type ProductListFilter, selectListedProductIds } from '../../management/product-list/list-queries.ts'
import { type ExistingProduct, type ExistingVariant, selectProductsByIds } from '../plans/existing-queries.ts'

const PAGE_SIZE = 500

const OPTIONS = [
  ['size', 'Size'],
  ['color', 'Color'],
  ['material', 'Material'],
] as const

/** The columns of Shopify's product CSV by their present names, and metafields for values without a column. */
const HEADERS = [
  'Title',
  'URL handle',
  'Description',
  'Type',
  'Published on online store',
  'Status',
  'SKU',
  'Barcode',
  'Option1 name',
  'Option1 value',
  'Option2 name',
  'Option2 value',
  'Option3 name',
  'Option3 value',
  'Price',
  'Compare-at price',
  'Wholesale price',
  'Inventory tracker',
  'Inventory quantity',
  'Continue selling when out of stock',
  'Weight value (grams)',
  'Product image URL',
  'Image position',
  'Image alt text',
  'Variant image URL',
  'Country of origin',
  'HS code',
  'Warehouse',
  'Metal (product.metafields.custom.metal)',
  'Purity (product.metafields.custom.purity)',
  'Plating (product.metafields.custom.plating)',
  'Stones (product.metafields.custom.stones)',
  'Size standard (product.metafields.custom.size_standard)',
  'Length (mm) (product.metafields.custom.length)',
  'Width (mm) (product.metafields.custom.width)',
  'Height (mm) (product.metafields.custom.height)',
] as const

type Row = Partial<Record<(typeof HEADERS)[number], Cell>>

/** The input of an export: the store, its products, the time, and the base URL of uploaded pictures. */
export type ExportRequest = Readonly<{
  ownerId: number
  filter: Omit<ProductListFilter, 'supplierId'>
  now: Date
  publicUrl: string
}>

/**
 * Exports a store's filtered products as a Shopify product CSV, in chunks. Without a filter, archived products are
 * included. An import of the unchanged file changes nothing. Refuses with `no_store`.
 */
export async function exportProductsCsv(
  db: Database,
  { ownerId, filter, now, publicUrl }: ExportRequest,
): Promise<ReadableStream<Uint8Array>> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const texts = listLines(db, { filter: { ...filter, supplierId }, now, publicUrl })
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void texts.return(undefined),
  })
}

async function* listLines(
  db: Database,
  { filter, now, publicUrl }: Readonly<{ filter: ProductListFilter; now: Date; publicUrl: string }>,
): AsyncGenerator<string> {
  yield formatCsv([HEADERS])
  let after = 0
  for (;;) {
    const ids = await selectListedProductIds(db, filter, { after, limit: PAGE_SIZE })
    const products = await selectProductsByIds(db, { supplierId: filter.supplierId, asOf: now }, ids)
    const rows = products.flatMap((product) => listProductRows(product, publicUrl))
    if (rows.length > 0) yield formatCsv(rows.map(toCells)).replace(/^\uFEFF/, '')
    const last = ids.at(-1)
    if (last === undefined || ids.length < PAGE_SIZE) return
    after = last
  }
}

const toCells = (row: Row): Cell[] => HEADERS.map((header) => row[header] ?? null)

/** Returns the rows of a product: one for each variant, and more if it has more pictures than variants. */
export function listProductRows(product: ExistingProduct, publicUrl: string): Row[] {
  const { variants, images } = product
  if (variants.length === 0) return []
  const options = OPTIONS.filter(([slot]) => variants.some((variant) => variant[slot] !== null))
  const count = Math.max(variants.length, images.length)
  return Array.from({ length: count }, (_, index): Row => {
    const [variant, image] = [variants[index], images[index]]
    return {
      'URL handle': product.key,
      ...(index === 0 ? listProductCells(product) : {}),
      ...(variant ? listVariantCells(variant, { options, isFirst: index === 0, publicUrl }) : {}),
      ...(image
        ? {
            'Product image URL': toPublicUrl(image.url, publicUrl),
            'Image position': index + 1,
            'Image alt text': escapeText(image.alt),
          }
        : {}),
    }
  })
}

function listProductCells(product: ExistingProduct): Row {
  const { title, descriptionHtml, category, status, facts, warehouse } = product
  return {
    Title: escapeText(title),
    Description: descriptionHtml,
    Type: category,
    'Published on online store': status === 'active' ? 'TRUE' : 'FALSE',
    Status: STATUSES[status],
    'Country of origin': facts.originCountry,
    'HS code': facts.tariffNumber,
    Warehouse: warehouse.name,
    'Metal (product.metafields.custom.metal)': facts.metal,
    'Purity (product.metafields.custom.purity)': facts.purity,
    'Plating (product.metafields.custom.plating)': facts.plating,
    'Stones (product.metafields.custom.stones)': facts.stones,
    'Size standard (product.metafields.custom.size_standard)': facts.sizeStandard,
    'Length (mm) (product.metafields.custom.length)': facts.lengthMm,
    'Width (mm) (product.metafields.custom.width)': facts.widthMm,
    'Height (mm) (product.metafields.custom.height)': facts.heightMm,
  }
}

type VariantContext = Readonly<{
  options: readonly (typeof OPTIONS)[number][]
  isFirst: boolean
  publicUrl: string
}>

function listVariantCells(variant: ExistingVariant, { options, isFirst, publicUrl }: VariantContext): Row {
  const cells: Record<string, Cell> = {}
  for (const [index, [slot, name]] of options.entries()) {
    cells[`Option${index + 1} name`] = isFirst ? name : null
    cells[`Option${index + 1} value`] = variant[slot] === null ? null : escapeText(variant[slot])
  }
  const list = getListCents(variant)
  const amount = (cents: number | null) => (cents === null ? null : formatDecimal(cents, 'USD'))
  return {
    ...cells,
    SKU: variant.sku,
    Barcode: variant.gtin === null ? null : formatGtin(variant.gtin),
    // A draft may have no price yet.
    Price: amount(getSellingCents(variant) || null),
    'Compare-at price': amount(list),
    'Wholesale price': amount(variant.wholesaleCents),
    'Inventory tracker': 'shopify',
    'Inventory quantity': Math.max(0, variant.shelf),
    'Continue selling when out of stock': 'DENY',
    'Weight value (grams)': variant.weightGrams,
    'Variant image URL': variant.imageUrl === null ? null : toPublicUrl(variant.imageUrl, publicUrl),
  }
}

/** Returns a picture's URL for an export: its source, or our public URL for an uploaded picture. */
function toPublicUrl(url: string, publicUrl: string): string {
  return url.startsWith('upload:') ? `${publicUrl}/media/${url.slice('upload:'.length)}-1200.webp` : url
}

/** Escapes a text that imports would read as a tag or an entity, as they parse texts as HTML. */
function escapeText(text: string): string {
  return toPlainText(text) === text ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
