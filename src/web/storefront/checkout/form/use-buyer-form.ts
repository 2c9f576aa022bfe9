import { useEffect, useState } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { DEFAULT_DELIVERY, readDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { useUser } from '#web/app/session/session.ts'
import { getSessionStorage } from './session-storage.ts'
import { toBuyerForm } from './buyer-form.ts'
import type { Buyer } from './buyer-form.ts'
import { changeCountry } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { saveCheckoutDraft, readCheckoutDraft } from './form-draft.ts'
import { clearAttempt } from '../order/order-attempt.ts'

/**
 * Returns the form as stored in this tab for the current buyer, and stores each change. It changes when another account
 * signs in. A stored form for a country that is not in `countries` is changed to the shop's own country.
 */
export function useBuyerForm(countries: readonly CountryData[]): Readonly<{
  buyer: Buyer | undefined
  form: CheckoutForm
  setForm: (form: CheckoutForm) => void
}> {
  const buyer = useUser()
  const [form, setForm] = useState(() => readStoredForm(countries, buyer))
  if (form.buyer !== (buyer?.id ?? '')) setForm(toBuyerForm(buyer, form))
  useEffect(() => saveCheckoutDraft(getSessionStorage(), form), [form])
  useEffect(() => forgetOtherBuyer(form.buyer), [form.buyer])
  return { buyer, form, setForm }
}

function readStoredForm(countries: readonly CountryData[], buyer: Buyer | undefined): CheckoutForm {
  const form = toBuyerForm(buyer, readCheckoutDraft(getSessionStorage(), readDeliveryCountry().code))
  const isServed = countries.some(({ code }) => code === form.country)
  return isServed ? form : changeCountry(form, DEFAULT_DELIVERY.code)
}

/**
 * Clears the last attempt if another buyer, or a guest before signing in, made it, so the next order gets its own key.
 */
function forgetOtherBuyer(buyer: string): void {
  const store = getSessionStorage()
  try {
    if ((store?.getItem(BUYER_KEY) ?? '') === buyer) return
    store?.setItem(BUYER_KEY, buyer)
    clearAttempt(store)
  } catch {
    // Without storage there is no attempt to clear.
  }
}

/** The session storage key of the buyer of the last attempt. */
const BUYER_KEY = 'orderAttemptBuyer'
