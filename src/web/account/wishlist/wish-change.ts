import type { WishData } from '#features/catalogue/wishlist/contract.ts'
import { formatDollars, priceShown } from '#web/shared/product/price-view.ts'

/** What became of a piece since it was put on the list, in words; `isGood` where that is what one hopes for. */
export type WishChange = Readonly<{ text: string; isGood: boolean }>

/** The changes worth a line, the stock's before the price's; none where all is as it was. */
export function wishChanges({
  piece,
  standing,
  added,
}: Pick<WishData, 'piece' | 'standing' | 'added'>): WishChange[] {
  if (standing === 'withdrawn') return [{ text: 'No longer offered by its supplier', isGood: false }]
  if (!piece) return [{ text: 'Not offered at the moment', isGood: false }]
  const hasStock = piece.stock > 0
  const stock =
    hasStock === added.wasInStock
      ? []
      : [{ text: hasStock ? 'Back in stock' : 'Sold out since you added it', isGood: hasStock }]
  return [...stock, ...priceChange(added.price, priceShown(piece.price, piece.offerPrice).newPrice)]
}

/** In whole cents: prices are decimals, whose differences are not. */
function priceChange(before: number, now: number): WishChange[] {
  const cents = Math.round((now - before) * 100)
  if (cents === 0) return []
  const difference = formatDollars(Math.abs(cents) / 100)
  return cents < 0
    ? [{ text: `${difference} less than when you added it`, isGood: true }]
    : [{ text: `${difference} more than when you added it`, isGood: false }]
}
