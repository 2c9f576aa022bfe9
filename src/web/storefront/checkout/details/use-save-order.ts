import { useState } from 'react'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { rememberCurrentOrder, paymentStepHref } from '#web/shared/cart/order-memory.ts'
import { toast } from '#web/app/toast.ts'
import { getSessionStorage } from '../form/session-storage.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'
import { findOrCreateAttempt, clearAttempt, recordSavedOrder } from '../order/order-attempt.ts'
import { toOrderBody } from '../order/order-body.ts'
import type { OrderCart } from '../order/order-body.ts'
import type { SaveOrderRefusal } from './save-refusal.ts'

/** The message if an order could not be saved and the server returned none (CHK-26). */
const SAVE_FAILED = 'Failed to save order. Please try again.'

/** Error codes after which the same content needs a new key; all others require a change of the content. */
const NEW_KEY_CODES: ReadonlySet<string> = new Set(['rate_unknown', 'key_reused'])

/**
 * Saves an order and opens its payment. A refusal is shown as a toast and passed to `onRefused`. The same content is
 * always sent with the same key.
 */
export function useSaveOrder(onRefused: (refusal: SaveOrderRefusal) => Promise<void>) {
  const [isSaving, setIsSaving] = useState(false)
  const go = useNavigateTo()

  async function save(form: CheckoutForm, cart: OrderCart): Promise<void> {
    setIsSaving(true)
    try {
      const orderId = await placeOrder(form, cart)
      rememberCurrentOrder(orderId)
      await go(paymentStepHref(orderId))
    } catch (error) {
      toast.error(explainError(error, SAVE_FAILED))
      if (!isApiFailure(error)) return
      if (NEW_KEY_CODES.has(error.code)) clearAttempt(getSessionStorage())
      await onRefused(error)
    } finally {
      setIsSaving(false)
    }
  }

  return { isSaving, save }
}

async function placeOrder(form: CheckoutForm, cart: OrderCart): Promise<string> {
  const now = new Date()
  const attempt = findOrCreateAttempt(getSessionStorage(), toOrderBody(form, cart, now), now)
  const { idempotencyKey } = attempt
  const savedBody = { ...attempt.body, idempotencyKey }
  const { completeOrder } = await call('POST /shop/saveOrder', { body: savedBody }, { idempotencyKey })
  recordSavedOrder(getSessionStorage(), attempt, {
    orderId: completeOrder.id,
    expiresAt: completeOrder.expiresAt,
  })
  return completeOrder.id
}
