import type { BulkChangeData } from './contract.ts'
import type { EditField } from './shapes.ts'

/** A status of a product. */
export type ProductStatus = 'active' | 'draft' | 'archived'

/** Cents, units or a status; null is no wholesale price. */
export type FieldValue = number | ProductStatus | null

/** The editable values of a variant; amounts in cents. */
export type VariantValues = Readonly<{ priceCents: number; wholesaleCents: number | null; stock: number }>

const MAX_CENTS = 1_000_000_000
const MAX_STOCK = 1_000_000

/** Returns the value of a field; `variant` is required for all fields except the status. */
export function readField(
  field: EditField,
  { status, variant }: Readonly<{ status: ProductStatus; variant: VariantValues | undefined }>,
): FieldValue | undefined {
  switch (field) {
    case 'price':
      return variant?.priceCents
    case 'wholesale':
      return variant?.wholesaleCents
    case 'stock':
      return variant?.stock
    case 'status':
      return status
  }
}

/** Returns the value that a bulk edit gives a variant, or why there is none. Percentages are rounded to the cent. */
export function calculateValue(
  change: Exclude<BulkChangeData, { field: 'status' }>,
  variant: VariantValues,
): { value: number | null } | { problem: string } {
  if (change.field === 'stock')
    return { value: change.mode === 'set' ? change.quantity : variant.stock + change.quantity }
  if (change.mode === 'set') return { value: change.cents }
  if (change.mode === 'share_of_price')
    return { value: Math.round((variant.priceCents * change.basisPoints) / 10_000) }
  const current = change.field === 'price' ? variant.priceCents : variant.wholesaleCents
  if (current === null) return { problem: 'It has no wholesale price.' }
  const difference = 'cents' in change ? change.cents : Math.round((current * change.basisPoints) / 10_000)
  return { value: change.mode === 'raise' ? current + difference : current - difference }
}

/** A proposed value of a field, with its product and variant. */
export type ProposedValue = Readonly<{
  field: EditField
  after: FieldValue
  title: string
  status: ProductStatus
  variant: VariantValues | undefined
  /** The prices of all variants of the product, in cents; required for a status. */
  prices: readonly number[]
}>

/** Returns why a value is not possible; null if it is. */
export function explainRefusal({ field, after, status, variant, prices }: ProposedValue): string | null {
  if (field === 'status')
    return after === 'active' && (prices.length === 0 || prices.some((price) => price <= 0))
      ? 'Add a price above 0.'
      : null
  if (after === null) return field === 'wholesale' ? null : 'Enter a value.'
  if (typeof after !== 'number' || !Number.isSafeInteger(after)) return 'Enter a whole number.'
  if (field === 'stock') return explainStock(after)
  if (after < 0) return 'The price would be below 0.'
  if (after > MAX_CENTS) return 'The price would be above $10,000,000.'
  if (field === 'price')
    return explainPrice(after, { status, wholesaleCents: variant?.wholesaleCents ?? null })
  const price = variant?.priceCents ?? 0
  return price > 0 && after > price ? 'The wholesale price would be above the price.' : null
}

function explainStock(after: number): string | null {
  if (after < 0) return 'The stock would be below 0.'
  return after > MAX_STOCK ? 'The stock would be above 1,000,000.' : null
}

function explainPrice(
  after: number,
  { status, wholesaleCents }: Readonly<{ status: ProductStatus; wholesaleCents: number | null }>,
): string | null {
  if (after === 0 && status === 'active') return 'Enter a price above 0 for a published product.'
  return after > 0 && wholesaleCents !== null && wholesaleCents > after
    ? 'The price would be below the wholesale price.'
    : null
}
