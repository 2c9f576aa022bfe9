import { toPlainText } from '#core/text/plain-text.ts'
import { limitStock, UNTRACKED_STOCK, type ProductAssembly } from '../map/assembly.ts'
import { readDecimal, readPictureUrl, readPrice } from '../read/cells.ts'
import type { FeedVariant } from '../map/feed-product.ts'
import { fillSlots, type OptionValue } from '../map/option-slots.ts'
import { readGtin, readPrices, toSku } from '../map/variant-values.ts'
import { readGrams } from './woo-measures.ts'
import type { WooRow } from './woo-rows.ts'

/** The most variants of one variation with an open option. */
const MAX_OPEN_CHOICES = 100

/** A product in assembly: its own row, its other rows, and the time that determines which sales apply. */
export type WooAssembly = ProductAssembly & Readonly<{ head: WooRow; rows: readonly WooRow[]; now: Date }>

/** Returns the variants of a variable product, or the reason why it can't be imported. */
export function readVariations(assembly: WooAssembly): FeedVariant[] | string {
  const { head } = assembly
  const variations = assembly.rows.filter(
    (row) => row.kind === 'variation' && row.published !== '0' && row.published !== '-1',
  )
  if (variations.length === 0) return 'none of its variations is in the file'
  const seenTitles = new Set<string>()
  const variants: FeedVariant[] = []
  // As in WooCommerce itself, a variation with all options set comes before one with open options.
  for (const row of variations.toSorted((a, b) => countOpenChoices(head, a) - countOpenChoices(head, b))) {
    for (const options of listOptionCombinations(assembly, row)) {
      const title = fillSlots(options).title
      if (seenTitles.has(title) && countOpenChoices(head, row) > 0) continue
      seenTitles.add(title)
      const variant = readVariant(assembly, row, options)
      if (typeof variant === 'string') return `${variant} (line ${row.line})`
      variants.push(variant)
    }
  }
  return variants
}

/**
 * Returns one variant of a row and its options. The row is the product's own or a variation's; the product provides the
 * values that a variation leaves empty. A string says why it cannot be sold.
 */
export function readVariant(
  assembly: WooAssembly,
  row: WooRow,
  options: readonly OptionValue[],
): FeedVariant | string {
  const prices = readVariantPrices(assembly, row)
  if (typeof prices === 'string') return prices
  const stock = readStock(assembly, row)
  if (typeof stock === 'string') return stock
  const cost = row.cost ?? assembly.head.cost
  const [picture = ''] = row.kind === 'variation' ? (row.images ?? '').split(/\s*,\s*(?=https?:)/) : []
  return {
    ...toVariantIdentity(assembly, row, options),
    ...readGtin(assembly, row.line, row.barcode),
    ...fillSlots(options),
    ...prices,
    wholesaleCents: cost === undefined ? null : (readPrice(cost) ?? null),
    stock,
    weightGrams: readGrams(row) ?? readGrams(assembly.head),
    imageUrl: readPictureUrl(picture) ?? null,
  }
}

/**
 * Returns a variant's key and SKU. A variation with an open option becomes several variants: the option is appended to
 * its SKU.
 */
function toVariantIdentity(
  { key, head }: WooAssembly,
  row: WooRow,
  options: readonly OptionValue[],
): Pick<FeedVariant, 'externalKey' | 'sku'> {
  const { title } = fillSlots(options)
  if (row.sku === undefined) return toSku(key, '', title)
  const openNames = listOpenAttributes(head, row).map((attribute) => attribute.name)
  const chosenValues = options
    .filter((option) => openNames.includes(option.name))
    .map((option) => option.value)
  return toSku(key, [row.sku, ...chosenValues].join('-').replace(/\s+/g, '-'), title)
}

function countOpenChoices(head: WooRow, row: WooRow): number {
  return listOpenAttributes(head, row).length
}

function listOpenAttributes(head: WooRow, row: WooRow) {
  return (row.attributes ?? []).filter(
    (attribute) => attribute.values.length === 0 && getAttributeValues(head, attribute.name).length > 0,
  )
}

function getAttributeValues(head: WooRow, name: string): readonly string[] {
  return (
    head.attributes?.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())?.values ?? []
  )
}

/**
 * Lists the combinations of options of a variation. An empty option means any option of the parent. Each becomes a
 * variant, unless the variation's units are counted: they would be sold once for each variant.
 */
function listOptionCombinations(assembly: WooAssembly, row: WooRow): OptionValue[][] {
  const { head } = assembly
  const attributes = (row.attributes ?? []).map(({ name, values }) => ({
    name,
    values: values.map(toPlainText),
  }))
  const optionLists = attributes.map(({ name, values }) => {
    const choices = values.length > 0 ? values : getAttributeValues(head, name).map(toPlainText)
    return choices.map((value) => ({ name, value }))
  })
  const count = optionLists.reduce((product, list) => product * Math.max(list.length, 1), 1)
  const isCounted = row.stock !== undefined && readDecimal(row.stock) !== undefined
  if (countOpenChoices(head, row) > 0 && (isCounted || count > MAX_OPEN_CHOICES)) {
    assembly.warn(
      row.line,
      'a variation leaves an option open but has its own stock: imported without that option',
    )
    return [attributes.flatMap(({ name, values }) => values.slice(0, 1).map((value) => ({ name, value })))]
  }
  return optionLists.reduce<OptionValue[][]>(
    (combinations, list) =>
      list.length === 0
        ? combinations
        : combinations.flatMap((combination) => list.map((option) => [...combination, option])),
    [[]],
  )
}

function readVariantPrices(
  assembly: WooAssembly,
  row: WooRow,
): Pick<FeedVariant, 'priceCents' | 'offerCents'> | string {
  const regular = readPrices({ selling: row.regularPrice ?? '', list: '', isOnSale: true })
  if (typeof regular === 'string' || row.salePrice === undefined) return regular
  const sale = readPrice(row.salePrice)
  if (sale === undefined || sale === 0)
    return `the sale price “${row.salePrice}” is not an amount in dollars and cents`
  if (sale >= regular.priceCents) {
    assembly.warn(row.line, 'the sale price is not below the regular price and was left out')
    return regular
  }
  const day = assembly.now.toISOString().slice(0, 10)
  if (row.saleFrom !== undefined && row.saleFrom.slice(0, 10) > day) {
    assembly.warn(
      row.line,
      `the sale begins on ${row.saleFrom.slice(0, 10)}: import the file again on that day`,
    )
    return regular
  }
  if (row.saleUntil !== undefined && row.saleUntil.slice(0, 10) < day) return regular
  return { priceCents: regular.priceCents, offerCents: sale }
}

function readStock(assembly: WooAssembly, row: WooRow): number | string {
  if (row.inStock === '0') return 0
  const isShared = row.stock?.toLowerCase() === 'parent'
  const stockText = isShared ? assembly.head.stock : row.stock
  const allowsBackorder =
    ['1', 'notify', 'yes'].includes(row.backorders?.toLowerCase() ?? '') || row.inStock === 'backorder'
  if (stockText === undefined || allowsBackorder) {
    assembly.warn(
      row.line,
      `${allowsBackorder ? 'backorders are allowed' : 'stock is not tracked'}: ${UNTRACKED_STOCK} units assumed`,
      'stock',
    )
    return UNTRACKED_STOCK
  }
  if (isShared) assembly.warn(row.line, 'several variants share this stock: each shows all of it')
  const count = readDecimal(stockText)
  if (count === undefined) return `the stock “${stockText}” is not a number`
  if (count < 0) return `the stock ${count} is below zero`
  return limitStock(assembly, row.line, count)
}
