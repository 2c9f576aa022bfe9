import type { OutgoingVariant } from '#features/stores/connections/port.ts'
import { parseCents } from '#core/money.ts'

/** Price and stock as a site takes them. The price is left out where it stands there: writing it would end its owner's sale. */
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
