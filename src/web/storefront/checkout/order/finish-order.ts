import { cart } from '#web/shared/cart/cart-store.ts'
import { rememberPaidOrder } from '#web/shared/cart/order-memory.ts'
import { getSessionStorage } from '../form/session-storage.ts'
import { clearCheckoutDraft } from '../form/form-draft.ts'
import { clearAttempt } from './order-attempt.ts'

/** Clears the cart and the pending order after the order is paid (CART-15). */
export function finishOrder(orderId: string): void {
  rememberPaidOrder(orderId)
  clearAttempt(getSessionStorage())
  clearCheckoutDraft(getSessionStorage())
  cart.clear()
}
