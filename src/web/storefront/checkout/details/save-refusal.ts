import { formatCents } from '#core/money.ts'
import type { CartItem, CartLineRef } from '#web/shared/cart/cart-items.ts'
import { isSameCartLine } from '#web/shared/cart/cart-items.ts'
import type { FormFieldName } from '../form/checkout-form.ts'

/** The server's refusal to save an order. */
export type SaveOrderRefusal = Readonly<{ code: string; message: string; details?: unknown }>

/** The effect of a refusal on the page: the corrected cart, messages about changes, and a field to mark. */
export type RefusalOutcome = Readonly<{
  items: readonly CartItem[]
  changes: readonly string[]
  field?: FormFieldName
  /** Whether the rates must be requested again. */
  staleRate: boolean
}>

const FIELD_OF_CODE: Readonly<Record<string, FormFieldName>> = {
  bad_phone: 'mobileNumber',
  bad_postcode: 'zipCode',
  bad_email: 'email',
  country_not_served: 'country',
  rate_unknown: 'selectedShippingRate',
}

/** The server's correction of a cart line: its price in dollars, the available units, or that it is gone. */
type LineCorrection = CartLineRef & Readonly<{ price?: number; available?: number; gone: boolean }>

/**
 * Returns the effects of a refusal on the checkout. The cart gets the server's prices and stock, so that the shopper
 * can continue.
 */
export function resolveRefusal(items: readonly CartItem[], refusal: SaveOrderRefusal): RefusalOutcome {
  const field = FIELD_OF_CODE[refusal.code]
  const corrections = parseCorrections(refusal)
  const corrected = items.map((item) =>
    correctItem(
      item,
      corrections.find((line) => matchesLine(item, line)),
    ),
  )
  return {
    items: corrected.flatMap(({ item }) => (item ? [item] : [])),
    changes: corrected.flatMap(({ change }) => (change ? [change] : [])),
    ...(field ? { field } : {}),
    staleRate: refusal.code === 'rate_unknown',
  }
}

function correctItem(
  item: CartItem,
  correction: LineCorrection | undefined,
): Readonly<{ item?: CartItem; change?: string }> {
  if (!correction) return { item }
  if (correction.gone)
    return { change: `${formatItemName(item)} is no longer available. We removed it from your cart.` }
  if (correction.available !== undefined) return limitToStock(item, correction.available)
  if (correction.price !== undefined) return updatePrice(item, correction.price)
  return { item }
}

function limitToStock(item: CartItem, available: number) {
  if (available < 1) return { change: `${formatItemName(item)} just sold out. We removed it from your cart.` }
  if (available >= item.quantity) return { item: { ...item, originalStock: available } }
  return {
    item: { ...item, quantity: available, originalStock: available },
    change: `${formatItemName(item)}: only ${available} left in stock. We updated your cart.`,
  }
}

function updatePrice(item: CartItem, price: number) {
  if (price === item.newPrice) return { item }
  const [before, now] = [item.newPrice, price].map((dollars) => formatCents(Math.round(dollars * 100)))
  return {
    item: { ...item, newPrice: price, origPrice: Math.max(item.origPrice, price) },
    change: `The price of ${formatItemName(item)} changed from ${before} to ${now}.`,
  }
}

function formatItemName(item: CartItem): string {
  return item.variantTitle ? `${item.title} (${item.variantTitle})` : item.title
}

/**
 * Returns whether a correction concerns an item. A line without a variant means the first one in stock, so the server
 * may name any variant of the same item.
 */
function matchesLine(item: CartItem, line: LineCorrection): boolean {
  return isSameCartLine(item, line) || (item.id === line.id && (!item.variantId || !line.variantId))
}

function parseCorrections(refusal: SaveOrderRefusal): readonly LineCorrection[] {
  const lines = toRecord(refusal.details)['items']
  if (!Array.isArray(lines)) return []
  return lines.map(toRecord).flatMap((line) => {
    if (typeof line['id'] !== 'string') return []
    const isUnavailable = refusal.code === 'product_gone'
    return [
      {
        id: line['id'],
        gone: isUnavailable,
        ...pickText(line, 'variantId'),
        ...pickNumber(line, 'price'),
        ...pickNumber(line, 'available'),
      },
    ]
  })
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function pickText<Key extends string>(from: Record<string, unknown>, key: Key): { [K in Key]?: string } {
  const value = from[key]
  // The computed key is the key in the type.
  return typeof value === 'string' ? ({ [key]: value } as { [K in Key]?: string }) : {}
}

function pickNumber<Key extends string>(from: Record<string, unknown>, key: Key): { [K in Key]?: number } {
  const value = from[key]
  // The computed key is the key in the type.
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? ({ [key]: value } as { [K in Key]?: number })
    : {}
}
