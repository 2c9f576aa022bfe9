import type { RemoteAddress, RemoteOrder, RemoteOrderLine } from '#features/stores/connections/service.ts'
import { REASONS, type Reason, type ShopOrderState } from './shapes.ts'

/** What is known of a variant of ours by which a line was recognised. */
export type KnownVariant = Readonly<{
  productKey: number
  variantKey: number
  stock: number
  isOffered: boolean
  wholesaleAmount: number | null
}>

/** A line with what it is: ours with its variant, one of our products whose variant is not known, or somebody else's. */
export type ClassifiedLine = RemoteOrderLine &
  Readonly<{
    kind: 'ours' | 'unmapped' | 'foreign'
    productKey: number | null
    variant: KnownVariant | null
  }>

/** What our listings are called in a shop: variants by `product variant`, products by their ids. */
export type ListingIndex = Readonly<{
  variants: ReadonlyMap<string, KnownVariant>
  products: ReadonlyMap<string, number>
}>

/** The form of our own numbers, which listings have as SKUs. */
const OUR_SKU = /^(var|prd)_[0-9a-f]{32}$/

/** Returns the key of a variant in a listing index. */
export function toVariantKey(productId: string, variantId: string): string {
  return `${productId} ${variantId}`
}

/** Returns each line with what it is, by the shop's own ids alone: SKUs and titles are the owner's to change. */
export function classifyLines(
  lines: readonly RemoteOrderLine[],
  { variants, products }: ListingIndex,
): ClassifiedLine[] {
  return lines.map((line) => {
    const variant = variants.get(toVariantKey(line.productId, line.variantId)) ?? null
    if (variant) return { ...line, kind: 'ours', productKey: variant.productKey, variant }
    const productKey = products.get(line.productId) ?? null
    const isUnmapped = productKey !== null || OUR_SKU.test(line.sku)
    return { ...line, kind: isUnmapped ? 'unmapped' : 'foreign', productKey, variant: null }
  })
}

/** What decides about an order: which countries are served is the marketplace's to say. */
export type Gates = Readonly<{ isServed(country: string): boolean }>

/** Returns how it stands with an order, and every reason that keeps it from being paid and forwarded. */
export function judgeOrder(
  order: Pick<RemoteOrder, 'state' | 'address'>,
  lines: readonly ClassifiedLine[],
  gates: Gates,
): { state: ShopOrderState; reasons: Reason[] } {
  if (order.state === 'cancelled' || order.state === 'refunded') return { state: 'closed', reasons: [] }
  const open = lines.filter(({ quantity, removed, kind }) => kind !== 'foreign' && quantity > removed)
  if (open.length === 0)
    return { state: lines.some(({ kind }) => kind !== 'foreign') ? 'closed' : 'not_ours', reasons: [] }
  const found = new Set<Reason>(listLineReasons(open))
  if (order.state === 'unpaid') found.add('unpaid')
  const addressReason = judgeAddress(order.address, gates)
  if (addressReason) found.add(addressReason)
  const reasons = REASONS.filter((reason) => found.has(reason))
  return { state: reasons.length > 0 ? 'blocked' : 'to_pay', reasons }
}

function listLineReasons(open: readonly ClassifiedLine[]): Reason[] {
  const reasons: Reason[] = []
  const wanted = new Map<number, number>()
  for (const { kind, variant, quantity, removed } of open) {
    if (kind === 'unmapped' || !variant) {
      reasons.push('unmapped')
      continue
    }
    const units = (wanted.get(variant.variantKey) ?? 0) + quantity - removed
    wanted.set(variant.variantKey, units)
    if (!variant.isOffered) reasons.push('unavailable')
    else if (units > variant.stock) reasons.push('out_of_stock')
    if (variant.wholesaleAmount === null) reasons.push('no_wholesale_price')
  }
  return reasons
}

function judgeAddress(address: RemoteAddress | null, { isServed }: Gates): Reason | undefined {
  if (!address) return 'address_hidden'
  const { firstName, lastName, line1, city, country } = address
  if (`${firstName}${lastName}`.trim() === '' || line1.trim() === '' || city.trim() === '' || country === '')
    return 'address_incomplete'
  return isServed(country) ? undefined : 'country'
}

const TEXTS: Readonly<Record<Reason, string>> = {
  unpaid: 'Your customer hasn’t paid it in your store yet.',
  address_hidden: 'Your store doesn’t show us the shipping address.',
  address_incomplete: 'The shipping address is incomplete. Complete it in your store.',
  country: 'Suppliers don’t ship to this country.',
  unmapped: 'An item can’t be matched to a variant of your listings. Sync the product again.',
  unavailable: 'A product is no longer available.',
  out_of_stock: 'There isn’t enough stock for an item.',
  no_wholesale_price: 'The supplier hasn’t set a wholesale price for an item yet.',
}

/** Returns a reason with its message. */
export function explainReason(code: Reason): { code: Reason; text: string } {
  return { code, text: TEXTS[code] }
}
