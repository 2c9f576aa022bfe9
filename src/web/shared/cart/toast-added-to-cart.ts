import { toast } from '#web/app/toast.ts'
import type { AddToCartResult } from './cart-store.ts'

/** Shows the result of adding an item to the cart. */
export function toastAddedToCart(result: AddToCartResult): void {
  if (result.ok) toast.success(result.message)
  else toast.error(result.message)
}
