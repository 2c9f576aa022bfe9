import { PAYMENT_METHODS, type PaymentMethod } from '#features/money/payments/contract.ts'
import { type UnavailableReason, findOffer, type PaymentProvider } from '#features/money/payments/service.ts'
import type { OrderDetailsData } from '../contract.ts'

/** The payment methods of an order, and why others are unavailable. */
export type PaymentMethodOffers = Pick<OrderDetailsData, 'paymentMethods' | 'unavailableMethods'>

/** Lists the methods to pay an amount: those that some provider accepts in this currency. */
export function listPaymentMethods(
  providers: readonly PaymentProvider[],
  { currency, amount }: { currency: string; amount: number },
): PaymentMethodOffers {
  const offers = PAYMENT_METHODS.map((method) => ({
    method,
    offer: findOffer(providers, { method, currency, amount }),
  }))
  const paymentMethods: PaymentMethod[] = []
  const unavailableMethods: PaymentMethodOffers['unavailableMethods'] = []
  for (const { method, offer } of offers) {
    if (offer.ok) paymentMethods.push(method)
    else unavailableMethods.push({ method, reason: explainUnavailableMethod(offer.reason) })
  }
  return { paymentMethods, unavailableMethods }
}

/** Returns the message to the shopper about why a method is unavailable. */
export function explainUnavailableMethod(reason: UnavailableReason): string {
  return REASONS[reason]
}

const REASONS: Readonly<Record<UnavailableReason, string>> = {
  not_set_up: 'Not available in this shop.',
  currency: 'Not available in US dollars.',
  too_little: 'Not available for an amount this small.',
  too_much: 'Not available for an amount this large.',
}
