import { formatCents } from '#core/money.ts'
import type { CartItem, CartLineRef } from '#web/shared/cart/cart-items.ts'
import { isSameLine } from '#web/shared/cart/cart-items.ts'
import type { FormField } from '../form/checkout-form.ts'

/** A refusal of the server as the page reads it. */
export type SaveRefusal = Readonly<{ code: string; message: string; details?: unknown }>

/** What a refusal means for the page: the mended cart, what changed in words, and a field to mark. */
export type RefusalOutcome = Readonly<{
  items: readonly CartItem[]
  changes: readonly string[]
  field?: FormField
  /** The rates must be asked for again. */
  staleRate: boolean
}>

const FIELD_OF_CODE: Readonly<Record<string, FormField>> = {
  bad_phone: 'mobileNumber',
  bad_postcode: 'zipCode',
  bad_email: 'email',
  country_not_served: 'country',
  rate_unknown: 'selectedShippingRate',
}

/** The server's word on one line of the cart: its price in dollars, or how many there are. */
type LineNews = CartLineRef & Readonly<{ price?: number; available?: number; gone: boolean }>

/** What to do about a refusal: the cart is brought to the server's prices and stock, so that the shopper can go on. */
export function readRefusal(items: readonly CartItem[], refusal: SaveRefusal): RefusalOutcome {
  const field = FIELD_OF_CODE[refusal.code]
  const news = lineNews(refusal)
  const mended = items.map((item) =>
    mend(
      item,
      news.find((line) => isMeant(item, line)),
    ),
  )
  return {
    items: mended.flatMap(({ item }) => (item ? [item] : [])),
    changes: mended.flatMap(({ change }) => (change ? [change] : [])),
    ...(field ? { field } : {}),
    staleRate: refusal.code === 'rate_unknown',
  }
}

function mend(item: CartItem, news: LineNews | undefined): Readonly<{ item?: CartItem; change?: string }> {
  if (!news) return { item }
  if (news.gone) return { change: `${nameOf(item)} is no longer on sale and was taken out of your cart.` }
  if (news.available !== undefined) return withStock(item, news.available)
  if (news.price !== undefined) return withPrice(item, news.price)
  return { item }
}

function withStock(item: CartItem, available: number) {
  if (available < 1) return { change: `${nameOf(item)} has just sold out and was taken out of your cart.` }
  if (available >= item.quantity) return { item: { ...item, originalStock: available } }
  const pieces = available === 1 ? 'Only 1 piece' : `Only ${available} pieces`
  return {
    item: { ...item, quantity: available, originalStock: available },
    change: `${pieces} of ${nameOf(item)} can still be had; your cart now holds ${available}.`,
  }
}

function withPrice(item: CartItem, price: number) {
  if (price === item.newPrice) return { item }
  const [before, now] = [item.newPrice, price].map((dollars) => formatCents(Math.round(dollars * 100)))
  return {
    item: { ...item, newPrice: price, origPrice: Math.max(item.origPrice, price) },
    change: `The price of ${nameOf(item)} changed from ${before} to ${now}.`,
  }
}

function nameOf(item: CartItem): string {
  return item.variantTitle ? `${item.title} (${item.variantTitle})` : item.title
}

/** A line without a variant means the first one in stock, so the server may name any variant of the same piece. */
function isMeant(item: CartItem, line: LineNews): boolean {
  return isSameLine(item, line) || (item.id === line.id && (!item.variantId || !line.variantId))
}

function lineNews(refusal: SaveRefusal): readonly LineNews[] {
  const lines = record(refusal.details)['items']
  if (!Array.isArray(lines)) return []
  return lines.map(record).flatMap((line) => {
    if (typeof line['id'] !== 'string') return []
    const gone = refusal.code === 'product_gone'
    return [
      {
        id: line['id'],
        gone,
        ...texts(line, 'variantId'),
        ...numbers(line, 'price'),
        ...numbers(line, 'available'),
      },
    ]
  })
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function texts<Key extends string>(from: Record<string, unknown>, key: Key): { [K in Key]?: string } {
  const value = from[key]
  // The computed key is the one named in the type.
  return typeof value === 'string' ? ({ [key]: value } as { [K in Key]?: string }) : {}
}

function numbers<Key extends string>(from: Record<string, unknown>, key: Key): { [K in Key]?: number } {
  const value = from[key]
  // The computed key is the one named in the type.
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? ({ [key]: value } as { [K in Key]?: number })
    : {}
}
