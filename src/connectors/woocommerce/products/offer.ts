import type { OutgoingVariant } from '#features/stores/connections/port.ts'
import { parseCents } from '#core/money.ts'

/** A site's unit of weight, and the ids of its categories by name. */
export type SiteTerms = Readonly<{
  toWeight(grams: number): string | undefined
  categoryIds: ReadonlyMap<string, number>
}>

/** Returns the weight of a new product or variation; an empty object when it is unknown. */
export function toWooWeight({ weightGrams }: OutgoingVariant, { toWeight }: SiteTerms): object {
  const weight = weightGrams === undefined ? undefined : toWeight(weightGrams)
  return weight === undefined ? {} : { weight }
}

/**
 * Returns price and stock in a site's form. An unchanged price is omitted, because writing it would end its owner's
 * sale.
 */
export function toWooOffer(
  { price, quantity }: OutgoingVariant,
  existingPrice?: string,
  keepsPrice = false,
): object {
  const stock = { manage_stock: true, stock_quantity: quantity }
  const isSamePrice =
    existingPrice !== undefined && existingPrice !== '' && parseCents(existingPrice) === parseCents(price)
  return isSamePrice || (keepsPrice && existingPrice !== undefined)
    ? stock
    : { regular_price: price, ...stock }
}
