import type { OutgoingVariant } from '#features/stores/connections/port.ts'
import { parseCents } from '#core/money.ts'

/** Price and stock as a site takes them. The price is left out where it stands there: writing it would end its owner's sale. */
export function offerOf({ price, quantity }: OutgoingVariant, there?: string): object {
  const stock = { manage_stock: true, stock_quantity: quantity }
  const isThere = there !== undefined && there !== '' && parseCents(there) === parseCents(price)
  return isThere ? stock : { regular_price: price, ...stock }
}
