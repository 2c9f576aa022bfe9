import { toSingleLine } from '#core/text/normalize-text.ts'
import { truncate } from '../read/cells.ts'
import type { AssemblyResult, FeedProduct, FeedVariant, FeedWarning, LineRange } from './feed-product.ts'
import { isShortened } from '../read/sanitise-description.ts'

/**
 * The stock of a product whose supplier does not count it. The product is always available, but the shop needs a
 * number. The import's report states it.
 */
export const UNTRACKED_STOCK = 100

/** The most units of a variant; a higher quantity is reduced to it. */
const MAX_STOCK = 1_000_000

/** Returns a quantity in whole units, from 0 to a million. A higher quantity is reported. */
export function limitStock(product: Pick<ProductAssembly, 'warn'>, line: number, quantity: number): number {
  if (quantity <= MAX_STOCK) return Math.floor(quantity)
  product.warn(line, 'the quantity is above 1,000,000: imported as 1,000,000')
  return MAX_STOCK
}

const MAX_VARIANTS = 2_048
const MAX_TITLE_LENGTH = 200

/** A product that is being assembled from its rows: it collects warnings and returns a product or a refusal. */
export type ProductAssembly = Readonly<{
  key: string
  warn(line: number, text: string, assumes?: FeedWarning['assumes']): void
  refuse(reason: string): AssemblyResult
  finish(product: Omit<FeedProduct, 'externalKey' | 'lines'>): AssemblyResult
}>

/** Starts to assemble a product; `rows` are all its rows in the file, at least one. */
export function startAssembly(
  key: string,
  rows: readonly Readonly<{ line: number; last: number }>[],
): ProductAssembly {
  const lines: LineRange = {
    first: rows.reduce((first, row) => Math.min(first, row.line), Number.MAX_SAFE_INTEGER),
    last: rows.reduce((last, row) => Math.max(last, row.last), 0),
  }
  const warnings: FeedWarning[] = []
  const refuse = (reason: string): AssemblyResult => ({
    ok: false,
    refusal: { lines, externalKey: key, reason },
  })
  return {
    key,
    warn: (line, text, assumes) => void warnings.push({ line, text, ...(assumes && { assumes }) }),
    refuse,
    finish(product) {
      if (product.title === '') return refuse('the title is missing')
      if (product.variants.length > MAX_VARIANTS) return refuse(`it has more than ${MAX_VARIANTS} variants`)
      if (product.title.length > MAX_TITLE_LENGTH)
        warnings.push({
          line: lines.first,
          text: `the title is longer than ${MAX_TITLE_LENGTH} characters and was shortened`,
        })
      if (isShortened(product.descriptionHtml))
        warnings.push({
          line: lines.first,
          text: 'the description is longer than 20,000 characters and was shortened',
        })
      const title = truncate(product.title, MAX_TITLE_LENGTH).trim()
      return { ok: true, product: { externalKey: key, lines, ...product, title }, warnings }
    },
  }
}

/** Returns the warehouse named in a product's rows, as its field, or why it is not clear. */
export function readWarehouse(
  rows: readonly Readonly<{ warehouse?: string }>[],
): Pick<FeedProduct, 'warehouse'> | string {
  const names = new Map(
    rows.flatMap(({ warehouse }) => {
      const name = truncate(toSingleLine(warehouse ?? ''), 200)
      return name === '' ? [] : [[name.toLowerCase(), name]]
    }),
  )
  const [first, second] = names.values()
  if (second !== undefined) return `its rows name two warehouses, “${first}” and “${second}”`
  return first === undefined ? {} : { warehouse: { name: first, id: null } }
}

/** Returns why variants conflict: two have the same SKU, or shoppers can't distinguish them. */
export function findVariantConflict(variants: readonly FeedVariant[]): string | undefined {
  const keys = new Set<string>()
  const titles = new Set<string>()
  for (const variant of variants) {
    if (keys.has(variant.sku.toLowerCase())) return `two of its variants have the SKU ${variant.sku}`
    if (titles.has(variant.title))
      return variants.length > 1 && variant.title === ''
        ? 'it has several prices but no options'
        : `two of its variants are “${variant.title}”`
    keys.add(variant.sku.toLowerCase())
    titles.add(variant.title)
  }
  return undefined
}
