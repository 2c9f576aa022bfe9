import type { CountryData } from '#features/sales/shipping/contract.ts'
import { importOrReload } from '#web/app/hydration/import-with-retry.ts'
import { toast } from '#web/app/toast.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { cart, useCart } from '#web/shared/cart/cart-store.ts'
import { getSessionStorage } from '../form/session-storage.ts'
import {
  type CheckoutForm,
  type FormFieldName,
  findMissingCheckoutFields,
  CART_CHANGES_ID,
  fieldId,
} from '../form/checkout-form.ts'
import { type FormErrors, summarizeMissing, missingText } from '../form/field-texts.ts'
import { useBuyerForm } from '../form/use-buyer-form.ts'
import { findSavedOrder } from '../order/order-attempt.ts'
import { toOrderBody, calculateTotals } from '../order/order-body.ts'
import { paymentStepHref } from '#web/shared/cart/order-memory.ts'
import { explainMissingRate, type combineShipmentRates } from './rate-selection.ts'
import type { SaveOrderRefusal } from './save-refusal.ts'
import { useRates } from './use-rates.ts'
import { useSaveOrder } from './use-save-order.ts'
import { useEffect, useRef, useState } from 'react'

/**
 * Returns everything of the checkout page: form, cart, rates, errors, and actions. Browser only. A stored form for a
 * country that is not in `countries` is changed to the shop's own country.
 */
export function useCheckout(countries: readonly CountryData[]) {
  const items = useCart()
  const { buyer, form, setForm } = useBuyerForm(countries)
  const [errors, setErrors] = useState<FormErrors>({})
  const [changes, setChanges] = useState<readonly string[]>([])
  const { rates, shipments, rate, isStale, ask } = useRates(form, items)
  const { isSaving, save } = useSaveOrder(applyRefusal)
  const { isWaiting, run: proceed } = useRunWhenReady(!isStale, send)

  function change(next: CheckoutForm): void {
    setErrors(clearFixedErrors(errors, form, next))
    setForm(next)
  }

  async function applyRefusal(refusal: SaveOrderRefusal): Promise<void> {
    // Loaded on demand: most orders are not refused.
    const reading = await importOrReload(() => import('./save-refusal.ts')).catch(() => undefined)
    // If it could not be loaded, the toast has already reported the error.
    if (!reading) return
    const outcome = reading.resolveRefusal(items, refusal)
    setChanges(outcome.changes)
    if (outcome.changes.length > 0) {
      cart.replace(outcome.items)
      focusSoon(CART_CHANGES_ID)
    }
    if (outcome.staleRate) ask()
    if (outcome.field) markAndFocus({ [outcome.field]: refusal.message }, outcome.field)
  }

  function markAndFocus(marked: FormErrors, first: FormFieldName): void {
    setErrors(marked)
    focusSoon(fieldId(first))
  }

  function send(): void {
    const missing = findMissingCheckoutFields(form, rate !== undefined)
    const [first] = missing
    setChanges([])
    if (first === undefined) return void save(form, { items, rate })
    const unfilled = missing.filter((field) => field !== 'selectedShippingRate')
    toast.error(unfilled.length > 0 ? summarizeMissing(unfilled) : explainMissingRate(rates))
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
    totals: calculateTotals(items, rate),
    reviewHref: reviewHref(form, items, rate),
  }
}

/** Moves the focus once its target is rendered, so that screen readers announce it with its error. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** Returns the address of this order's review, once the order is saved (CHK-32). */
function reviewHref(
  form: CheckoutForm,
  items: readonly CartItem[],
  rate: ReturnType<typeof combineShipmentRates>,
) {
  const saved = findSavedOrder(
    getSessionStorage(),
    toOrderBody(form, { items, rate }, new Date()),
    new Date(),
  )
  return saved === undefined ? undefined : paymentStepHref(saved)
}

/**
 * Returns the errors without those of changed fields. Another country or shipping method clears all, as it has other
 * fields.
 */
function clearFixedErrors(errors: FormErrors, previous: CheckoutForm, next: CheckoutForm): FormErrors {
  if (previous.country !== next.country || previous.shippingMethod !== next.shippingMethod) return {}
  const values = new Map<string, unknown>(Object.entries(next))
  const changed = new Set(['selectedShippingRate'])
  for (const [field, value] of Object.entries(previous)) if (values.get(field) !== value) changed.add(field)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !changed.has(field)))
}

/**
 * Runs `action` on request: at once if `isReady`, else as soon as it is. An order names the rates of its products, so
 * after a change of the cart it waits for the new rates.
 */
function useRunWhenReady(
  isReady: boolean,
  action: () => void,
): Readonly<{ isWaiting: boolean; run: () => void }> {
  const latest = useRef(action)
  const [isWaiting, setIsWaiting] = useState(false)

  useEffect(() => {
    latest.current = action
  })

  useEffect(() => {
    if (!isWaiting || !isReady) return
    setIsWaiting(false)
    latest.current()
  }, [isWaiting, isReady])

  return { isWaiting, run: () => (isReady ? action() : setIsWaiting(true)) }
}
