import type { CountryData } from '#features/sales/shipping/contract.ts'
import { scriptsOrReload } from '#web/app/hydration/late-scripts.ts'
import { toast } from '#web/app/toast.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { cart, useCart } from '#web/shared/cart/cart-store.ts'
import { sessionStore } from '../form/browser-session.ts'
import { type CheckoutForm, type FormField, missingFields } from '../form/checkout-form.ts'
import { CART_CHANGES_ID, fieldId } from '../form/field-id.ts'
import { type FormErrors, missingSentence, missingText } from '../form/field-texts.ts'
import { useBuyerForm } from '../form/use-buyer-form.ts'
import { savedOrderOf } from '../order/order-attempt.ts'
import { orderBody, orderTotals } from '../order/order-body.ts'
import { paymentStepHref } from '../payment/payment-step-href.ts'
import { noRateText, type rateOfAll } from './rate-choice.ts'
import type { SaveRefusal } from './save-refusal.ts'
import { useRates } from './use-rates.ts'
import { useSaveOrder } from './use-save-order.ts'
import { useEffect, useRef, useState } from 'react'

/**
 * All that the checkout page lives on: form, cart, rates, what is wrong, and how to go on. Browser only. A form that was
 * kept for a country which is none of `countries` begins with the shop's own, as the page would show.
 */
export function useCheckout(countries: readonly CountryData[]) {
  const items = useCart()
  const { buyer, form, setForm } = useBuyerForm(countries)
  const [errors, setErrors] = useState<FormErrors>({})
  const [changes, setChanges] = useState<readonly string[]>([])
  const { rates, shipments, rate, isStale, ask } = useRates(form, items)
  const { isSaving, save } = useSaveOrder(takeRefusal)
  const { isWaiting, run: proceed } = useWhenReady(!isStale, send)

  function change(next: CheckoutForm): void {
    setErrors(withoutMended(errors, form, next))
    setForm(next)
  }

  async function takeRefusal(refusal: SaveRefusal): Promise<void> {
    // Fetched when it is needed: most orders are not refused.
    const reading = await scriptsOrReload(() => import('./save-refusal.ts')).catch(() => undefined)
    // Without it the toast has said what is wrong.
    if (!reading) return
    const outcome = reading.readRefusal(items, refusal)
    setChanges(outcome.changes)
    if (outcome.changes.length > 0) {
      cart.replace(outcome.items)
      focusSoon(CART_CHANGES_ID)
    }
    if (outcome.staleRate) ask()
    if (outcome.field) markAndFocus({ [outcome.field]: refusal.message }, outcome.field)
  }

  function markAndFocus(marked: FormErrors, first: FormField): void {
    setErrors(marked)
    focusSoon(fieldId(first))
  }

  function send(): void {
    const missing = missingFields(form, rate !== undefined)
    const [first] = missing
    setChanges([])
    if (first === undefined) return void save(form, { items, rate })
    const unfilled = missing.filter((field) => field !== 'selectedShippingRate')
    toast.error(unfilled.length > 0 ? missingSentence(unfilled) : noRateText(rates))
    markAndFocus(Object.fromEntries(unfilled.map((field) => [field, missingText(field)])), first)
  }

  return {
    form,
    buyer,
    change,
    items,
    errors,
    changes,
    rates,
    shipments,
    askForRates: ask,
    isSaving: isSaving || isWaiting,
    proceed,
    totals: orderTotals(items, rate),
    reviewHref: reviewHref(form, items, rate),
  }
}

/** Moves the focus once what it goes to is drawn, so that readers hear it with what is wrong. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** Where the review of this very order is, once it was saved (CHK-32). */
function reviewHref(form: CheckoutForm, items: readonly CartItem[], rate: ReturnType<typeof rateOfAll>) {
  const saved = savedOrderOf(sessionStore(), orderBody(form, { items, rate }, new Date()), new Date())
  return saved === undefined ? undefined : paymentStepHref(saved)
}

/** The errors without those that a change has answered; another country or way of delivery asks for other fields. */
function withoutMended(errors: FormErrors, before: CheckoutForm, after: CheckoutForm): FormErrors {
  if (before.country !== after.country || before.shippingMethod !== after.shippingMethod) return {}
  const values = new Map<string, unknown>(Object.entries(after))
  const changed = new Set(['selectedShippingRate'])
  for (const [field, value] of Object.entries(before)) if (values.get(field) !== value) changed.add(field)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field)))
}

/**
 * Runs `act` when it is asked for: at once where `isReady`, else as soon as that is so. An order names the rates of its very
 * products: pressed a moment after the cart has changed, it waits for them.
 */
function useWhenReady(isReady: boolean, act: () => void): Readonly<{ isWaiting: boolean; run: () => void }> {
  const latest = useRef(act)
  const [isWaiting, setIsWaiting] = useState(false)

  useEffect(() => {
    latest.current = act
  })

  useEffect(() => {
    if (!isWaiting || !isReady) return
    setIsWaiting(false)
    latest.current()
  }, [isWaiting, isReady])

  return { isWaiting, run: () => (isReady ? act() : setIsWaiting(true)) }
}
