/**
 * One line of the cart in local storage (CART-11). Prices are dollars as in the API; `originalStock` is null when the
 * stock is unknown. The same item in two variants is two lines.
 */
export type CartItem = Readonly<{
  id: string
  store_id: string
  title: string
  description: string
  newPrice: number
  origPrice: number
  originalStock: number | null
  quantity: number
  image: string
  category: string
  sku: string
  manufacturer: string
  warehouse: string
  reviewCount: number
  rating: number
  variantId?: string
  variantTitle?: string
}>

/** The properties that identify a line of the cart. */
export type CartLineRef = Readonly<{ id: string; variantId?: string | undefined }>

/** Returns whether two items are the same cart line: the same product in the same variant. */
export function isSameCartLine(one: CartLineRef, other: CartLineRef): boolean {
  return one.id === other.id && (one.variantId ?? '') === (other.variantId ?? '')
}

/**
 * Returns whether `item` is already in the cart. It is when the cart has the same variant, or when one of the two has
 * no variant.
 */
export function isInCart(items: readonly CartItem[], item: CartLineRef): boolean {
  return items.some(
    (line) => line.id === item.id && (!line.variantId || !item.variantId || isSameCartLine(line, item)),
  )
}

/** Returns a unique text for every line of a cart, as key in lists. */
export function cartLineKey(line: CartLineRef): string {
  return `${line.id} ${line.variantId ?? ''}`
}

/**
 * Returns the cart items with one more of `item` (CART-04). An existing line is increased by 1, a new one is
 * appended.
 */
export function addCartItem(items: readonly CartItem[], item: CartItem): readonly CartItem[] {
  if (items.some((line) => isSameCartLine(line, item))) return increaseCartLine(items, item)
  return [...items, item]
}

/** Returns the items without a line. */
export function removeCartLine(items: readonly CartItem[], ref: CartLineRef): readonly CartItem[] {
  return items.filter((line) => !isSameCartLine(line, ref))
}

/** Returns the items with a line increased by 1, at most to the stock. */
export function increaseCartLine(items: readonly CartItem[], ref: CartLineRef): readonly CartItem[] {
  return items.map((line) =>
    isSameCartLine(line, ref) && canIncrease(line.quantity, line.originalStock)
      ? { ...line, quantity: line.quantity + 1 }
      : line,
  )
}

/** Returns the items with a line decreased by 1, at least to 1. */
export function decreaseCartLine(items: readonly CartItem[], ref: CartLineRef): readonly CartItem[] {
  return items.map((line) =>
    isSameCartLine(line, ref) && line.quantity > 1 ? { ...line, quantity: line.quantity - 1 } : line,
  )
}

/** Returns whether the quantity can be increased: below the stock, or while that is unknown. */
export function canIncrease(quantity: number, stock: number | null): boolean {
  return stock === null || quantity < stock
}

/** Returns the total of the items, in whole cents. */
export function cartTotalCents(items: readonly CartItem[]): number {
  return items.reduce((sum, line) => sum + lineTotalCents(line), 0)
}

/** Returns the price of a line, in whole cents. */
export function lineTotalCents(line: Pick<CartItem, 'newPrice' | 'quantity'>): number {
  return Math.round(line.newPrice * 100) * line.quantity
}

/** Returns the number of items in the cart, the sum of all quantities. */
export function cartCount(items: readonly CartItem[]): number {
  return items.reduce((sum, line) => sum + line.quantity, 0)
}

/** The limits of one order: lines, units of an item, and the price of an item. */
const MAX_LINES = 200
const MAX_QUANTITY = 999
const MAX_PRICE = 99_999_999_999

/** The maximum length of ids and texts; longer ones are invalid, and would slow every page down. */
const MAX_ID_LENGTH = 100
const MAX_TEXT_LENGTH = 1_000

/**
 * Parses the items in a stored text. Invalid text is an empty cart; items that cannot be bought are omitted, as are
 * repeated lines and those beyond the limits of an order.
 */
export function parseCartItems(stored: string | null): readonly CartItem[] {
  if (stored === null) return []
  const read = readJson(stored)
  if (!Array.isArray(read)) return []
  const lines = new Map<string, CartItem>()
  for (const value of read) {
    const item = parseCartItem(value)
    if (item && !lines.has(cartLineKey(item))) lines.set(cartLineKey(item), item)
    if (lines.size === MAX_LINES) break
  }
  return [...lines.values()]
}

/** Parses the item in an external value; undefined when id, quantity or prices are invalid. */
export function parseCartItem(value: unknown): CartItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Record<string, unknown> = { ...value }
  const id = parseText(fields['id'])
  const newPrice = parsePrice(fields['newPrice'])
  const origPrice = fields['origPrice'] === undefined ? newPrice : parsePrice(fields['origPrice'])
  const quantity = fields['quantity']
  if (id === '' || id.length > MAX_ID_LENGTH || !isQuantity(quantity)) return undefined
  if (newPrice === undefined || origPrice === undefined) return undefined
  return {
    id,
    store_id: parseText(fields['store_id']),
    title: parseText(fields['title']),
    description: parseText(fields['description']),
    newPrice,
    origPrice,
    originalStock: parseCount(fields['originalStock']) ?? null,
    quantity: Math.min(quantity, MAX_QUANTITY),
    image: sameOriginPath(parseText(fields['image'])),
    category: parseText(fields['category']),
    sku: parseText(fields['sku']),
    manufacturer: parseText(fields['manufacturer']),
    warehouse: parseText(fields['warehouse']),
    reviewCount: parseCount(fields['reviewCount']) ?? 0,
    rating: parsePrice(fields['rating']) ?? 0,
    ...parseVariant(fields),
  }
}

/** Returns a path on this shop; empty for others, so that external pictures and scripts are not used. */
function sameOriginPath(address: string): string {
  return /^\/(?!\/)/.test(address) ? address : ''
}

function parseVariant(fields: Record<string, unknown>): Pick<CartItem, 'variantId' | 'variantTitle'> {
  const variantId = parseText(fields['variantId']).slice(0, MAX_ID_LENGTH)
  const variantTitle = parseText(fields['variantTitle'])
  return { ...(variantId ? { variantId } : {}), ...(variantTitle ? { variantTitle } : {}) }
}

function readJson(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}

function parseText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : ''
}

/** Parses a number from 0 to the maximum price, also from text. */
function parsePrice(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && number >= 0 && number <= MAX_PRICE ? number : undefined
}

function parseCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}
