import { toast } from '#web/app/toast.ts'
import type { AddedToCart } from './cart-store.ts'

/** Says what became of putting a piece into the cart. */
export function announceAdded(added: AddedToCart): void {
  if (added.ok) toast.success(added.message)
  else toast.error(added.message)
}
