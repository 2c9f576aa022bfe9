import type { CartItem } from '#web/parts/cart-items.ts'
import { cart } from '#web/parts/cart-store.ts'

/** Puts exactly these items into the cart, in this order; for what the server knows better about prices and stock. */
export function replaceCart(items: readonly CartItem[]): void {
  cart.clear()
  for (const item of items) cart.addAtStore(item)
}
