import { minorDigits } from '#core/money.ts'

// Stripe counts in minor units, mostly those of ISO 4217; where it does not (https://docs.stripe.com/currencies#special-cases):
// the króna and the Uganda shilling are said in hundredths that have to be noughts, as they once had some; the ariary is said whole.
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/**
 * Returns minor units as Stripe counts them; undefined for an amount that Stripe does not take. Currencies with
 * thousandths have to end with a nought.
 */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const amount = minor * 10 ** (getStripeDigits(currency) - minorDigits(currency))
  const isSupported = Number.isSafeInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)
  return isSupported ? amount : undefined
}

/** Returns the error message for an amount that Stripe does not take. */
export function explainUnsupportedAmount(currency: string): string {
  return `Stripe does not take such a small part of ${currency}.`
}

/** Returns Stripe's amount in minor units, rounding a fraction up. Only a fee can have a fraction. */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.ceil(amount / 10 ** (getStripeDigits(currency) - minorDigits(currency)))
}

function getStripeDigits(currency: string): number {
  return STRIPE_DIGITS[currency] ?? minorDigits(currency)
}
