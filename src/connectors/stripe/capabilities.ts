import type { Capability } from '#features/money/payments/port.ts'

/**
 * Stripe's names of the methods. Cards of every brand are one
 * (https://docs.stripe.com/payments/cards/supported-card-brands).
 */
export const STRIPE_METHOD: Readonly<Record<Capability['method'], 'card' | 'paynow' | 'alipay'>> = {
  vm: 'card',
  discover: 'card',
  upop: 'card',
  paynow: 'paynow',
  alipay: 'alipay',
}

/**
 * The minimum card payments in minor units, with their currencies
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
const MIN_AMOUNTS: Readonly<Record<number, readonly string[]>> = {
  30: ['GBP'],
  50: ['AUD', 'BRL', 'CAD', 'CHF', 'EUR', 'INR', 'JPY', 'NZD', 'SGD', 'USD'],
  100: ['BGN'],
  200: ['AED', 'MYR', 'PLN', 'RON'],
  250: ['DKK'],
  300: ['NOK', 'SEK'],
  400: ['HKD'],
  1_000: ['MXN', 'THB'],
  1_500: ['CZK'],
  17_500: ['HUF'],
}

/** The maximum amount: eight digits in any currency. */
const MAX_AMOUNT = 99_999_999

/** The maximum of a PayNow transfer: S$200,000. */
const MAX_PAYNOW_AMOUNT = 20_000_000

/** https://docs.stripe.com/payments/alipay; which of them an account has depends on its country. */
const ALIPAY_CURRENCIES = ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD']

type PostPaymentCapability = Pick<Capability, 'refunds' | 'refundDays' | 'chargebacks' | 'capture'>

const CARD: PostPaymentCapability = {
  refunds: 'many',
  refundDays: undefined,
  chargebacks: true,
  capture: 'later',
}

/** The payer confirms these in their own app: there are no disputes, and refunds end after 90 days. */
const APP_CONFIRMED: PostPaymentCapability = {
  refunds: 'many',
  refundDays: 90,
  chargebacks: false,
  capture: 'at_once',
}

/**
 * The capabilities of Stripe. UnionPay cards depend on the account's country; the page of an account without them
 * says so.
 */
export const STRIPE_CAPABILITIES: readonly Capability[] = [
  ...(['vm', 'discover', 'upop'] as const).flatMap((method) =>
    Object.entries(MIN_AMOUNTS).map(([min, currencies]) => ({
      method,
      currencies,
      min: Number(min),
      max: MAX_AMOUNT,
      ...CARD,
    })),
  ),
  { method: 'paynow', currencies: ['SGD'], min: 50, max: MAX_PAYNOW_AMOUNT, ...APP_CONFIRMED },
  ...Object.entries(MIN_AMOUNTS).flatMap(([min, currencies]) => alipay(Number(min), currencies)),
  ...alipay(400, ['CNY'], ['CNY']),
]

function alipay(
  min: number,
  currenciesOfMin: readonly string[],
  supported = ALIPAY_CURRENCIES,
): Capability[] {
  const currencies = currenciesOfMin.filter((currency) => supported.includes(currency))
  return currencies.length === 0
    ? []
    : [{ method: 'alipay', currencies, min, max: MAX_AMOUNT, ...APP_CONFIRMED }]
}
