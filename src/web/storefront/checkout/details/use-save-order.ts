import { useState } from 'react'
import { call, isApiFailure, messageOf } from '#web/app/calls/api.ts'
import { useGo } from '#web/app/navigation.ts'
import { rememberCurrentOrder } from '#web/shared/cart/order-memory.ts'
import { toast } from '#web/app/toast.ts'
import { sessionStore } from '../form/browser-session.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'
import { attemptFor, forgetAttempt, noteSaved } from '../order/order-attempt.ts'
import { orderBody } from '../order/order-body.ts'
import type { CartToOrder } from '../order/order-body.ts'
import { paymentStepHref } from '../payment/payment-step-href.ts'
import type { SaveRefusal } from './save-refusal.ts'

/** The sentence when an order could not be saved and the server gave none (CHK-26). */
const SAVE_FAILED = 'Failed to save order. Please try again.'

/** Refusals after which the same content has to go out anew: other causes are mended by changing the content. */
const NOT_TO_BE_REPEATED: ReadonlySet<string> = new Set(['rate_unknown', 'key_reused'])

/**
 * Saves an order and goes to its payment; what the server says against it goes to `refused`, with its message shown as
 * a toast. The same content is always sent under the same key.
 */
export function useSaveOrder(refused: (refusal: SaveRefusal) => Promise<void>) {
  const [isSaving, setIsSaving] = useState(false)
  const go = useGo()

  async function save(form: CheckoutForm, cart: CartToOrder): Promise<void> {
    setIsSaving(true)
    try {
      const orderId = await placeOrder(form, cart)
      rememberCurrentOrder(orderId)
      await go(paymentStepHref(orderId))
    } catch (error) {
      toast.error(messageOf(error, SAVE_FAILED))
      if (!isApiFailure(error)) return
      if (NOT_TO_BE_REPEATED.has(error.code)) forgetAttempt(sessionStore())
      await refused(error)
    } finally {
      setIsSaving(false)
    }
  }

  return { isSaving, save }
}

async function placeOrder(form: CheckoutForm, cart: CartToOrder): Promise<string> {
  const now = new Date()
  const attempt = attemptFor(sessionStore(), orderBody(form, cart, now), now)
  const { idempotencyKey } = attempt
  const sent = { ...attempt.body, idempotencyKey }
  const { completeOrder } = await call('POST /shop/saveOrder', { body: sent }, { idempotencyKey })
  noteSaved(sessionStore(), attempt, { orderId: completeOrder.id, expiresAt: completeOrder.expiresAt })
  return completeOrder.id
}
