import type { ShipmentData, ShippingRateData } from '#features/sales/shipping/contract.ts'
import { parseCents, toDecimal } from '#core/money.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { offersRates } from '../form/checkout-form.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'

/** The state of shipping rates: not requested, loading, offered for each shipment, or failed with a message. */
export type RatesState =
  | Readonly<{ state: 'none' }>
  | Readonly<{ state: 'loading' }>
  | Readonly<{ state: 'offered'; shipments: readonly ShipmentData[] }>
  | Readonly<{ state: 'failed'; message: string; reason?: string }>

/** A supplier's shipment with its selected rate. */
export type SelectedShipment = Readonly<{ supplier: ShipmentData['supplier']; rate: ShippingRateData }>

/** The text while rates are loading (CHK-15). */
export const LOADING_RATES = 'Loading shipping rates...'
/** The text if the server refuses the request or offers no rates (CHK-21). */
export const RATES_REFUSED = 'Failed to fetch shipping rates'
/** The text if the response is missing or unusable (CHK-21). */
export const RATES_FAILED = 'Error fetching shipping rates'

/** The parcel of an order if the weights of its items are unknown: kilograms and centimetres (API-21, API-22). */
const DEFAULT_PARCEL = { weight: 2, length: 25, width: 20, height: 15 } as const

/**
 * Returns the request for rates: the address and the products. If weights are known, the products' own parcels are
 * used.
 */
export function toRateRequest(form: CheckoutForm, items: readonly CartItem[]) {
  const units = items.map(({ id, variantId, quantity }) => ({
    id,
    ...(variantId ? { variantId } : {}),
    quantity,
  }))
  return { shipmentDetails: toShipmentDetails(form), items: units }
}

/** Returns the address of the request, with a default parcel if the items' weights are unknown. */
export function toShipmentDetails(form: CheckoutForm) {
  return {
    toZip: form.zipCode.trim(),
    toCity: form.country === 'SG' ? 'Singapore' : form.city.trim(),
    toState: form.country === 'SG' ? '' : form.state.trim(),
    toCountry: form.country,
    ...DEFAULT_PARCEL,
  }
}

/** Sorts rates by price, cheapest first; rates of equal price by speed (CHK-17). */
export function sortByPrice(rates: readonly ShippingRateData[]): readonly ShippingRateData[] {
  return rates.toSorted((one, other) => one.rate - other.rate || one.estimatedDays - other.estimatedDays)
}

/** Returns the shipments of a response; without listed products, one unnamed shipment with all rates. */
export function toShipments({
  rates,
  shipments,
}: Readonly<{
  rates: readonly ShippingRateData[]
  shipments: readonly ShipmentData[]
}>): readonly ShipmentData[] {
  const all = shipments.length > 0 ? shipments : [{ supplier: { id: '', name: '' }, rates: [...rates] }]
  return all.map((shipment) => ({ ...shipment, rates: [...sortByPrice(shipment.rates)] }))
}

/** Returns a key that identifies an offer, even if it is returned again with another ID. */
export function rateKey(rate: Pick<ShippingRateData, 'service' | 'estimatedDays'>): string {
  return `${rate.service} ${rate.estimatedDays}`
}

/**
 * Returns the selected rate of each shipment. It is the shopper's choice if offered, else the cheapest; without rates
 * there is none.
 */
export function selectShipments(form: CheckoutForm, rates: RatesState): readonly SelectedShipment[] {
  if (rates.state !== 'offered' || !offersRates(form)) return []
  return rates.shipments.flatMap(({ supplier, rates: offered }) => {
    const rate = offered.find((one) => rateKey(one) === form.rateChoices[supplier.id]) ?? offered[0]
    return rate ? [{ supplier, rate }] : []
  })
}

/**
 * Combines the rates of all shipments into the single rate of an order. It joins their IDs, adds the prices, and takes
 * the days of the slowest.
 */
export function combineShipmentRates(shipments: readonly SelectedShipment[]): ShippingRateData | undefined {
  const rates = shipments.map(({ rate }) => rate)
  if (rates.length < 2) return rates[0]
  return {
    id: rates.map(({ id }) => id).join('+'),
    service: rates.map(({ service }) => service).join(', '),
    minDays: Math.max(...rates.map(({ minDays }) => minDays)),
    estimatedDays: Math.max(...rates.map(({ estimatedDays }) => estimatedDays)),
    rate: toDecimal(rates.reduce((sum, rate) => sum + rateCents(rate), 0)),
    freeFrom: null,
  }
}

/** Returns why a complete order has no rate yet: rates are loading, or they could not be loaded. */
export function explainMissingRate(rates: RatesState): string {
  if (rates.state === 'failed') return rates.reason ?? rates.message
  return 'Shipping rates are still loading. Try again in a moment.'
}

/** Returns the cost of the selected rate in cents; 0 for pickup or without a rate. */
export function rateCents(rate: ShippingRateData | undefined): number {
  return rate ? (parseCents(rate.rate) ?? 0) : 0
}
