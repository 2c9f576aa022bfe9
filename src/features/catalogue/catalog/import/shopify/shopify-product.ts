import { toPlainText } from '#core/text/plain-text.ts'
import { readDecimal, readFlag, readMeasure, readPictureUrl, readPrice } from '../read/cells.ts'
import { chooseCategory } from '../map/choose-category.ts'
import { explainCustomsErrors } from '../map/customs-facts.ts'
import type { AssemblyResult, FeedStatus, FeedVariant } from '../map/feed-product.ts'
import { readFacts } from '../map/jewellery-facts.ts'
import { fillSlots, type OptionValue } from '../map/option-slots.ts'
import { collectPictures, type LinkedPicture } from '../write/pictures.ts'
import {
  startAssembly,
  findVariantConflict,
  limitStock,
  readWarehouse,
  UNTRACKED_STOCK,
  type ProductAssembly,
} from '../map/assembly.ts'
import type { ShopifyRow } from './shopify-rows.ts'
import { readGtin, readPrices, toSku } from '../map/variant-values.ts'

/**
 * Returns the product of the rows with one handle, in the order of the file. The first row with a title describes the
 * product. Every row with an option, SKU or price is a variant, and every row with a picture adds it.
 */
export function assembleShopify(key: string, rows: readonly ShopifyRow[]): AssemblyResult {
  const assembly = startAssembly(key, rows)
  const brokenRow = rows.find((row) => row.broken !== undefined)
  if (brokenRow?.broken)
    return assembly.refuse(
      rows.length > 1 ? `${brokenRow.broken} (line ${brokenRow.line})` : brokenRow.broken,
    )
  const head = rows.find((row) => row.title !== undefined)
  if (!head) return assembly.refuse('the title is missing')
  if (rows.some((row) => row.isGiftCard)) return assembly.refuse('gift cards cannot be imported')

  const status = toStatus(head)
  const variants = readVariants(assembly, rows, status === 'active')
  if (typeof variants === 'string') return assembly.refuse(variants)
  const warehouse = readWarehouse(rows)
  if (typeof warehouse === 'string') return assembly.refuse(warehouse)
  const { category, isGuess } = chooseCategory({
    type: head.type ?? '',
    title: head.title ?? '',
    path: head.path ?? '',
    tags: head.tags ?? '',
  })
  if (isGuess) assembly.warn(head.line, `the category is unclear: filed under ${category}`, 'category')
  const facts = rows.flatMap((row) => row.facts ?? [])
  for (const fault of explainCustomsErrors(facts)) assembly.warn(head.line, fault)
  return assembly.finish({
    title: toPlainText(head.title ?? ''),
    descriptionHtml: head.body ?? '',
    category,
    status,
    variants,
    images: collectPictures(assembly, listPictures(rows)),
    facts: {
      ...readFacts(facts),
      weightGrams: variants[0]?.weightGrams ?? null,
    },
    ...warehouse,
  })
}

function toStatus(head: ShopifyRow): FeedStatus {
  const status = head.status?.toLowerCase()
  if (status === 'archived') return 'archived'
  return status === 'draft' || !readFlag(head.published ?? '', true) ? 'draft' : 'active'
}

function isVariant(row: ShopifyRow): boolean {
  return (
    row.price !== undefined ||
    row.sku !== undefined ||
    (row.options ?? []).some((option) => option.value !== '')
  )
}

/** Returns the variants, or why the product can't be imported. A product that is not on sale may have no price yet. */
function readVariants(
  assembly: ProductAssembly,
  rows: readonly ShopifyRow[],
  isOnSale: boolean,
): FeedVariant[] | string {
  const names = (rows.find((row) => row.options?.some((option) => option.name !== ''))?.options ?? []).map(
    (option) => option.name,
  )
  const found = rows.filter(isVariant)
  if (found.length === 0 && isOnSale) return 'it has no price'
  const variantRows = found.length > 0 ? found : rows.slice(0, 1)
  const variants: FeedVariant[] = []
  for (const row of variantRows) {
    const variant = readVariant(assembly, row, { names, isOnSale })
    if (typeof variant === 'string') return rows.length > 1 ? `${variant} (line ${row.line})` : variant
    variants.push(variant)
  }
  return findVariantConflict(variants) ?? variants
}

function readVariant(
  assembly: ProductAssembly,
  row: ShopifyRow,
  { names, isOnSale }: Readonly<{ names: readonly string[]; isOnSale: boolean }>,
): FeedVariant | string {
  const prices = readPrices({ selling: row.price ?? '', list: row.compareAt ?? '', isOnSale })
  if (typeof prices === 'string') return prices
  const stock = readStock(assembly, row)
  if (typeof stock === 'string') return stock
  const options: OptionValue[] = (row.options ?? []).map((option, index) => ({
    name: names[index] ?? '',
    value: toPlainText(option.value),
  }))
  const slots = fillSlots(options)
  return {
    ...toSku(assembly.key, row.sku ?? '', slots.title),
    ...readGtin(assembly, row.line, row.barcode),
    ...slots,
    ...prices,
    wholesaleCents: row.cost === undefined ? null : (readPrice(row.cost) ?? null),
    stock,
    weightGrams: readMeasure(row.grams ?? ''),
    imageUrl: readPictureUrl(row.variantImage ?? '') ?? null,
  }
}

/** Returns the quantity; without a tracker it is meaningless, and a product that allows backorders is made to order. */
function readStock(assembly: ProductAssembly, row: ShopifyRow): number | string {
  const isTracked = row.tracker !== undefined
  const allowsBackorder = row.policy?.toLowerCase() === 'continue' || readFlag(row.policy ?? '', false)
  if (!isTracked || allowsBackorder) {
    const reason = isTracked ? 'backorders are allowed' : 'stock is not tracked'
    assembly.warn(row.line, `${reason}: ${UNTRACKED_STOCK} units assumed`, 'stock')
    return UNTRACKED_STOCK
  }
  const quantity = readDecimal(row.quantity ?? '0')
  if (quantity === undefined || !Number.isInteger(quantity))
    return `the quantity “${row.quantity}” is not a whole number`
  if (quantity < 0) return `the quantity ${quantity} is below zero`
  return limitStock(assembly, row.line, quantity)
}

function listPictures(rows: readonly ShopifyRow[]): LinkedPicture[] {
  const productPictures = rows
    .filter((row) => row.imageUrl !== undefined)
    .map((row, index) => ({ row, position: readDecimal(row.imagePosition ?? '') ?? index + 1 }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ row }) => ({ url: row.imageUrl ?? '', alt: toPlainText(row.imageAlt ?? ''), line: row.line }))
  // A variant's picture must be among the product's pictures; if the file lacks it there, it is added last.
  const variantPictures = rows
    .filter((row) => row.variantImage !== undefined)
    .map((row) => ({ url: row.variantImage ?? '', alt: '', line: row.line }))
  return [...productPictures, ...variantPictures]
}
