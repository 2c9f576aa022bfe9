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
 * Returns the form as stored in this tab for the current buyer, and stores each change. It follows when another
 * account signs in. One that was stored for a country which is none of `countries` begins with the shop's own.
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

/** Forgets an order that was saved by another buyer or before signing in: the next one gets a key of its own. */
function forgetOtherBuyer(buyer: string): void {
  const store = getSessionStorage()
  try {
    if ((store?.getItem(BUYER_KEY) ?? '') === buyer) return
    store?.setItem(BUYER_KEY, buyer)
    clearAttempt(store)
  } catch {
    // Without storage there is no attempt to forget.
  }
}

/** The session storage key of whom the last attempt was made for. */
const BUYER_KEY = 'orderAttemptBuyer'
