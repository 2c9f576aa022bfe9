import { emptyForm } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** The session storage key of what was typed into the checkout form; it ends with the browser tab. */
export const DRAFT_KEY = 'checkoutForm'

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The form as it was left in this tab, or an empty one for `country`. Broken drafts are none. */
export function readDraft(storage: DraftStorage | undefined, country: string): CheckoutForm {
  const empty = emptyForm(country)
  try {
    const read: unknown = JSON.parse(storage?.getItem(DRAFT_KEY) ?? 'null')
    return typeof read === 'object' && read !== null ? merged(empty, { ...read }) : empty
  } catch {
    return empty
  }
}

/** Keeps what was typed, so that a reload or a look elsewhere loses nothing; an untouched form is not kept. */
export function keepDraft(storage: DraftStorage | undefined, form: CheckoutForm): void {
  try {
    if (isUntouched(form)) storage?.removeItem(DRAFT_KEY)
    else storage?.setItem(DRAFT_KEY, JSON.stringify(form))
  } catch {
    // Without storage a reload begins with an empty form.
  }
}

/** Lets go of what was typed, once the order is paid. */
export function forgetDraft(storage: DraftStorage | undefined): void {
  try {
    storage?.removeItem(DRAFT_KEY)
  } catch {
    // Forbidden storage holds nothing to forget.
  }
}

function isUntouched(form: CheckoutForm): boolean {
  return JSON.stringify({ ...emptyForm(form.country), ...form }) === JSON.stringify(emptyForm(form.country))
}

/** The longest text that any field takes; nobody typed what is longer. */
const LONGEST = 254

/** The draft's values where they have the right type, the empty form's elsewhere. */
function merged(empty: CheckoutForm, draft: Record<string, unknown>): CheckoutForm {
  const texts = Object.entries(empty).flatMap(([field, value]) => {
    const kept = draft[field]
    const isText = typeof value === 'string' && typeof kept === 'string' && kept.length <= LONGEST
    return isText ? [[field, kept] as const] : []
  })
  const form: CheckoutForm = { ...empty, ...Object.fromEntries(texts) }
  return {
    ...form,
    shippingMethod: draft['shippingMethod'] === 'pickup' ? 'pickup' : 'ship',
    saveAddress: draft['saveAddress'] === true,
    subscribeToOffers: draft['subscribeToOffers'] === true,
    rateChoices: choicesIn(draft['rateChoices']),
  }
}

function choicesIn(value: unknown): CheckoutForm['rateChoices'] {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const isChoice = ([supplier, choice]: [string, unknown]) =>
    supplier.length <= LONGEST && typeof choice === 'string' && choice.length <= LONGEST
  return Object.fromEntries(entries.filter(isChoice))
}
