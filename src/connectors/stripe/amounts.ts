import { minorDigits } from '#core/money.ts'

// Stripe uses minor units, mostly those of ISO 4217. The exceptions
// (https://docs.stripe.com/currencies#special-cases): the króna and the Uganda shilling have two decimals that must
// be zero, and the ariary has none.
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/**
 * Returns minor units in Stripe's unit; undefined for an amount that Stripe refuses. Amounts with three decimals must
 * end with a zero.
 */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const amount = minor * 10 ** (getStripeDigits(currency) - minorDigits(currency))
  const isSupported = Number.isSafeInteger(amount) && (minorDigits(currency) < 3 || amount % 10 === 0)
  return isSupported ? amount : undefined
}

/** Returns the error message for an amount that Stripe refuses. */
export function explainUnsupportedAmount(currency: string): string {
  return `Stripe does not support such a small amount of ${currency}.`
}

/** Returns Stripe's amount in minor units, rounding a fraction up. Only a fee can have a fraction. */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.ceil(amount / 10 ** (getStripeDigits(currency) - minorDigits(currency)))
}

function getStripeDigits(currency: string): number {
  return STRIPE_DIGITS[currency] ?? minorDigits(currency)
}
