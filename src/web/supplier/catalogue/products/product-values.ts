import { formatDecimal, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import type { ProductEditRowData } from '#features/catalogue/catalog/management/product-edits/contract.ts'
import type { ListedProductData } from '#features/catalogue/catalog/management/product-list/contract.ts'
import { formatMoney, formatNumber } from '#web/console/data/format.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'

/** The fields of a variant that are editable in place. */
export type VariantField = 'price' | 'wholesale' | 'stock'

/** The labels of the fields in columns and dialogs. */
export const FIELD_LABELS: Readonly<Record<VariantField | 'status', string>> = {
  price: 'Price',
  wholesale: 'Wholesale price',
  stock: 'Stock',
  status: 'Status',
}

const MAX_CENTS = 1_000_000_000
const MAX_STOCK = 1_000_000

/** Returns the cents of a typed amount in dollars, such as `$1,299.90`; undefined for an invalid amount. */
export function parseAmount(typed: string): number | undefined {
  const cents = parseTypedCents(typed)
  return cents !== undefined && cents <= MAX_CENTS ? cents : undefined
}

/** Returns the value typed into a field, null for an empty wholesale price, or the error. */
export function parseValue(
  field: VariantField,
  typed: string,
): { value: number | null } | { problem: string } {
  const text = typed.trim()
  if (field === 'stock') {
    const units = /^\d{1,7}$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : undefined
    return units !== undefined && units <= MAX_STOCK
      ? { value: units }
      : { problem: 'Enter a whole number, 0 or more.' }
  }
  if (text === '' && field === 'wholesale') return { value: null }
  const cents = parseAmount(text)
  return cents === undefined ? { problem: 'Enter a price in dollars, such as 89.90.' } : { value: cents }
}

/** Returns a value as text for its input. */
export function toTyped(field: VariantField, value: number | null): string {
  if (value === null) return ''
  return field === 'stock' ? String(value) : formatDecimal(value, SHOP_CURRENCY)
}

/** Formats an amount of cents, such as `$1,299.90`. */
export function formatCents(cents: number): string {
  return formatMoney(toDecimal(cents))
}

/** Formats a value of a field. */
export function formatValue(field: VariantField | 'status', value: ProductEditRowData['before']): string {
  if (value === null) return '–'
  if (typeof value === 'string') return STATUSES[value].label
  return field === 'stock' ? formatNumber(value) : formatCents(value)
}

/** Formats a range of prices, such as `$89.00 – $120.00`. */
export function formatRange(range: Readonly<{ min: number; max: number }> | null): string {
  if (range === null) return '–'
  return range.min === range.max
    ? formatCents(range.min)
    : `${formatCents(range.min)} – ${formatCents(range.max)}`
}

const STATUSES = {
  active: { label: 'Active', tone: 'good' },
  draft: { label: 'Hidden', tone: 'plain' },
  archived: { label: 'Archived', tone: 'plain' },
} as const

/** The largest stock that counts as low, as on the server. */
const LOW_STOCK = 5

/** Returns the display of a product's status. */
export function getProductStatus({ status, isListed, moderation }: ListedProductData): {
  label: string
  tone: StatusTone
} {
  if (status === 'active' && moderation !== 'approved') return MODERATION[moderation]
  if (status === 'active' && !isListed) return { label: 'Not listed yet', tone: 'wait' }
  return STATUSES[status]
}

/** The labels of products that the marketplace doesn’t list; their pages show the reason. */
const MODERATION = {
  pending: { label: 'In review', tone: 'wait' },
  refused: { label: 'Not approved', tone: 'bad' },
  hidden: { label: 'Hidden by the marketplace', tone: 'bad' },
} as const

/** Returns whether a stock is none, low or enough. */
export function getStockTone(stock: number): 'none' | 'low' | 'enough' {
  if (stock === 0) return 'none'
  return stock <= LOW_STOCK ? 'low' : 'enough'
}

/** Returns a count with its noun: `1 product`, `2 products`. */
export function countNoun(count: number, noun: string): string {
  return `${formatNumber(count)} ${count === 1 ? noun : `${noun}s`}`
}
