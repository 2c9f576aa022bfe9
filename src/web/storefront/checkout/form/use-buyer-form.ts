import { useEffect, useState } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { DEFAULT_DELIVERY, readDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { useUser } from '#web/app/session/session.ts'
import { sessionStore } from './browser-session.ts'
import { formOf } from './buyer-form.ts'
import type { Buyer } from './buyer-form.ts'
import { withCountry } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { keepDraft, readDraft } from './form-draft.ts'
import { forgetAttempt } from '../order/order-attempt.ts'

/**
 * The form as it was left in this tab, for whoever buys now, also when that changes while the page stands; it is kept with
 * every change. One that was kept for a country which is none of `countries` begins with the shop's own.
 */
export function useBuyerForm(countries: readonly CountryData[]): Readonly<{
  buyer: Buyer | undefined
  form: CheckoutForm
  setForm: (form: CheckoutForm) => void
}> {
  const buyer = useUser()
  const [form, setForm] = useState(() => keptForm(countries, buyer))
  if (form.buyer !== (buyer?.id ?? '')) setForm(formOf(buyer, form))
  useEffect(() => keepDraft(sessionStore(), form), [form])
  useEffect(() => forgetOthers(form.buyer), [form.buyer])
  return { buyer, form, setForm }
}

function keptForm(countries: readonly CountryData[], buyer: Buyer | undefined): CheckoutForm {
  const form = formOf(buyer, readDraft(sessionStore(), readDeliveryCountry().code))
  const isServed = countries.some(({ code }) => code === form.country)
  return isServed ? form : withCountry(form, DEFAULT_DELIVERY.code)
}

/** An order that was saved by somebody else, or before signing in, is not this one: it is sent under a key of its own. */
function forgetOthers(buyer: string): void {
  const store = sessionStore()
  try {
    if ((store?.getItem(BUYER_KEY) ?? '') === buyer) return
    store?.setItem(BUYER_KEY, buyer)
    forgetAttempt(store)
  } catch {
    // Without storage there is no attempt to forget.
  }
}

/** The session storage key of whom the last attempt was made for. */
const BUYER_KEY = 'orderAttemptBuyer'
