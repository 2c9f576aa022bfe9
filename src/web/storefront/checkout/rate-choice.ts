import type { ShippingRateData } from '#features/shipping/contract.ts'
import { parseCents } from '#ground/money.ts'
import type { CartItem } from '#web/parts/cart-items.ts'
import { offersRates } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** Where the shipping rates stand: nothing asked for, on the way, offered, or failed with a sentence to show. */
export type Rates =
  | Readonly<{ state: 'none' }>
  | Readonly<{ state: 'loading' }>
  | Readonly<{ state: 'offered'; rates: readonly ShippingRateData[] }>
  | Readonly<{ state: 'failed'; message: string; reason?: string }>

/** Shown while the rates are on their way (CHK-15). */
export const LOADING_RATES = 'Loading shipping rates...'
/** Shown when the server answers that it has no rates (CHK-21). */
export const RATES_REFUSED = 'Failed to fetch shipping rates'
/** Shown when there was no usable answer (CHK-21). */
export const RATES_FAILED = 'Error fetching shipping rates'

/** The parcel of an order whose pieces' weights are not known: kilograms and centimetres (API-21, API-22). */
const PARCEL = { weight: 2, length: 25, width: 20, height: 15 } as const

/** What is asked of the carriers: the address, and the pieces, whose own parcel counts where their weights are known. */
export function rateQuestion(form: CheckoutForm, items: readonly CartItem[]) {
  const pieces = items.map(({ id, variantId, quantity }) => ({
    id,
    ...(variantId ? { variantId } : {}),
    quantity,
  }))
  return { shipmentDetails: shipmentDetails(form), items: pieces }
}

/** The address of the question, and the parcel where nobody knows what the pieces weigh. */
export function shipmentDetails(form: CheckoutForm) {
  return {
    toZip: form.zipCode.trim(),
    toCity: form.country === 'SG' ? 'Singapore' : form.city.trim(),
    toState: form.country === 'SG' ? '' : form.state.trim(),
    toCountry: form.country,
    ...PARCEL,
  }
}

/** The rates, cheapest first; equal ones the faster first (CHK-17). */
export function cheapestFirst(rates: readonly ShippingRateData[]): readonly ShippingRateData[] {
  return rates.toSorted((one, other) => one.rate - other.rate || one.estimatedDays - other.estimatedDays)
}

/** What tells one offer from the others; it stays the same when the same offer comes again under another id. */
export function rateKey(rate: Pick<ShippingRateData, 'service' | 'estimatedDays'>): string {
  return `${rate.service} ${rate.estimatedDays}`
}

/** The rate the order goes by: the shopper's choice while it is offered, else the first, which is the cheapest. */
export function chosenRate(form: CheckoutForm, rates: Rates): ShippingRateData | undefined {
  if (rates.state !== 'offered' || !offersRates(form)) return undefined
  return rates.rates.find((rate) => rateKey(rate) === form.rateChoice) ?? rates.rates[0]
}

/** Why an order that is filled in has no rate yet: the rates are on their way, or they cannot be had. */
export function noRateText(rates: Rates): string {
  if (rates.state === 'failed') return rates.reason ?? rates.message
  return 'The shipping rates are still on their way. Please wait a moment.'
}

/** The service as people read it: underscores as spaces (CHK-16). */
export function serviceName(service: string): string {
  return service.replaceAll('_', ' ')
}

/** How long the service takes, such as "3 days". */
export function daysText(estimatedDays: number): string {
  return estimatedDays === 1 ? '1 day' : `${estimatedDays} days`
}

/** What the chosen rate costs in cents; nothing for pickup or while none is chosen. */
export function rateCents(rate: ShippingRateData | undefined): number {
  return rate ? (parseCents(rate.rate) ?? 0) : 0
}
