import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'

/** The method that is chosen until the shopper says otherwise (CHK2-04). */
export const DEFAULT_METHOD: PaymentMethod = 'vm'

/**
 * Returns the payment method that is selected at first. It is the default, or the first that this order can be paid
 * by when that one is not offered.
 */
export function defaultMethodFor({ paymentMethods }: OrderDetailsData): PaymentMethod {
  return paymentMethods.includes(DEFAULT_METHOD) ? DEFAULT_METHOD : (paymentMethods[0] ?? DEFAULT_METHOD)
}

/** Said when the provider answers well but gives no page to go to (CHK2-09). */
export const INVALID_RESPONSE = 'Invalid response! Something went wrong'
/** Said when the provider refuses to begin (CHK2-10). */
export const NOT_STARTED = 'We couldn’t start your payment. Please try again.'

/**
 * Returns the request that begins the payment of an order (CHK2-07). `origin` is this shop's, to which the provider
 * redirects.
 */
export function toPaymentRequest(
  order: OrderDetailsData,
  paymentMethod: PaymentMethod,
  origin: string,
): InputOf<'POST /shop/getPymentURL'>['body'] {
  return {
    orderID: order.id,
    amount: order.totalAmount,
    backURL: `${origin}/paymentError`,
    redirectUrl: `${origin}/paymentSuccess`,
    notifyUrl: `${origin}/payments/notify/sandbox`,
    payer_email: (order.isGuest ? order.guestEmail : order.orderUser?.email) ?? '',
    merchant_reference: order.id,
    paymentMethod,
  }
}

/** The target of a response: the provider's page, or none, with a message. */
export type PaymentStart = Readonly<{ ok: true; url: string }> | Readonly<{ ok: false; message: string }>

/** Reads the provider's answer. Only an address of the web is followed. */
export function readPaymentStart(answer: AnswerTo<'POST /shop/getPymentURL'>): PaymentStart {
  const { response_code: code, payment_url: url } = answer.redirectURLData
  if (isWebAddress(url)) return { ok: true, url }
  return { ok: false, message: code === 0 ? INVALID_RESPONSE : NOT_STARTED }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
