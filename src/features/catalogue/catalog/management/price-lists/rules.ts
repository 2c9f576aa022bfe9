/** Wholesale prices below the standard one; amounts are cents, `percentOffBps` hundredths of a percent. */
export type PriceList = Readonly<{
  id: string
  /** The email addresses of the vendors that it applies to, in lower case; undefined means all. */
  vendors: readonly string[] | undefined
  percentOffBps: number | null
  /** The quantity of a variant from which the percentage applies. */
  minimumQuantity: number
  /** Prices of single variants, each from a minimum quantity. */
  entries: readonly Readonly<{ variantId: string; minimumQuantity: number; amountCents: number }>[]
}>

/** A variant's data for wholesale prices; a null `wholesaleCents` means that it is not offered to vendors. */
export type WholesaleVariant = Readonly<{
  id: string
  wholesaleCents: number | null
  priceLists: readonly PriceList[]
}>

/** A vendor's unit price, and its price list; a null `listId` means the standard wholesale price. */
export type WholesalePrice = Readonly<{ amountCents: number; listId: string | null }>

/**
 * Returns a vendor's unit price for `quantity` units: the lowest of standard and applicable list prices. A price list
 * applies by vendor, variant and quantity. Never above the standard price. Undefined for a variant without wholesale
 * price.
 */
export function wholesaleFor(
  vendor: Readonly<{ email: string }>,
  variant: WholesaleVariant,
  quantity: number,
): WholesalePrice | undefined {
  const { id, wholesaleCents, priceLists } = variant
  if (wholesaleCents === null) return undefined
  const email = vendor.email.trim().toLowerCase()
  const offers = priceLists
    .filter(({ vendors }) => vendors === undefined || vendors.includes(email))
    .flatMap((list) => [
      ...listPercentages(list, wholesaleCents, quantity),
      ...listEntries(list, id, quantity),
    ])
  const standard: WholesalePrice = { amountCents: wholesaleCents, listId: null }
  return offers.reduce((lowest, offer) => (offer.amountCents < lowest.amountCents ? offer : lowest), standard)
}

/** Returns the prices after percentages, rounded to the nearest cent, half a cent up. */
function listPercentages(list: PriceList, wholesaleCents: number, quantity: number): WholesalePrice[] {
  const { id, percentOffBps, minimumQuantity } = list
  if (percentOffBps === null || quantity < minimumQuantity) return []
  return [{ amountCents: Math.round((wholesaleCents * (10_000 - percentOffBps)) / 10_000), listId: id }]
}

function listEntries(list: PriceList, variantId: string, quantity: number): WholesalePrice[] {
  return list.entries
    .filter((entry) => entry.variantId === variantId && quantity >= entry.minimumQuantity)
    .map(({ amountCents }) => ({ amountCents, listId: list.id }))
}
