import { emptyCheckoutForm } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** The session storage key of the checkout form's input, which is deleted with the browser tab. */
export const CHECKOUT_DRAFT_KEY = 'checkoutForm'

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the stored form of this tab, or an empty one for `country`. An invalid draft is ignored. */
export function readCheckoutDraft(storage: DraftStorage | undefined, country: string): CheckoutForm {
  const empty = emptyCheckoutForm(country)
  try {
    const read: unknown = JSON.parse(storage?.getItem(CHECKOUT_DRAFT_KEY) ?? 'null')
    return typeof read === 'object' && read !== null ? mergeDraft(empty, { ...read }) : empty
  } catch {
    return empty
  }
}

/** Stores the draft of the form, so that a reload does not lose it; an untouched form is not stored. */
export function saveCheckoutDraft(storage: DraftStorage | undefined, form: CheckoutForm): void {
  try {
    if (isUntouched(form)) storage?.removeItem(CHECKOUT_DRAFT_KEY)
    else storage?.setItem(CHECKOUT_DRAFT_KEY, JSON.stringify(form))
  } catch {
    // Without storage a reload starts with an empty form.
  }
}

/** Clears the draft once the order is paid. */
export function clearCheckoutDraft(storage: DraftStorage | undefined): void {
  try {
    storage?.removeItem(CHECKOUT_DRAFT_KEY)
  } catch {
    // Forbidden storage contains no draft.
  }
}

function isUntouched(form: CheckoutForm): boolean {
  return (
    JSON.stringify({ ...emptyCheckoutForm(form.country), ...form }) ===
    JSON.stringify(emptyCheckoutForm(form.country))
  )
}

/** The longest text that a field accepts; longer stored ones are ignored. */
const MAX_LENGTH = 254

/** Returns the empty form with the draft's values that have the right type. */
function mergeDraft(empty: CheckoutForm, draft: Record<string, unknown>): CheckoutForm {
  const texts = Object.entries(empty).flatMap(([field, value]) => {
    const storedValue = draft[field]
    const isText =
      typeof value === 'string' && typeof storedValue === 'string' && storedValue.length <= MAX_LENGTH
    return isText ? [[field, storedValue] as const] : []
  })
  const form: CheckoutForm = { ...empty, ...Object.fromEntries(texts) }
  return {
    ...form,
    shippingMethod: draft['shippingMethod'] === 'pickup' ? 'pickup' : 'ship',
    saveAddress: draft['saveAddress'] === true,
    subscribeToOffers: draft['subscribeToOffers'] === true,
    rateChoices: readRateChoices(draft['rateChoices']),
  }
}

function readRateChoices(value: unknown): CheckoutForm['rateChoices'] {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const isChoice = ([supplier, choice]: [string, unknown]) =>
    supplier.length <= MAX_LENGTH && typeof choice === 'string' && choice.length <= MAX_LENGTH
  return Object.fromEntries(entries.filter(isChoice))
}
