import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'

/** The payment method that is selected by default (CHK2-04). */
export const DEFAULT_METHOD: PaymentMethod = 'vm'

/**
 * Returns the preselected payment method. It is the default, or the first that the order offers if the default is not
 * among them.
 */
export function defaultMethodFor({ paymentMethods }: OrderDetailsData): PaymentMethod {
  return paymentMethods.includes(DEFAULT_METHOD) ? DEFAULT_METHOD : (paymentMethods[0] ?? DEFAULT_METHOD)
}

/** The message if the provider's response has no payment page (CHK2-09). */
export const INVALID_RESPONSE = 'Invalid response! Something went wrong'
/** The message if the provider refuses to start the payment (CHK2-10). */
export const NOT_STARTED = 'We couldn’t start your payment. Please try again.'

/**
 * Returns the request that starts the payment of an order (CHK2-07). `origin` is that of this shop, to which the
 * provider redirects.
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

/** The outcome of a payment request: the address of the provider's page, or an error message. */
export type PaymentStart = Readonly<{ ok: true; url: string }> | Readonly<{ ok: false; message: string }>

/** Parses the provider's response. Only web addresses are accepted. */
export function readPaymentStart(answer: AnswerTo<'POST /shop/getPymentURL'>): PaymentStart {
  const { response_code: code, payment_url: url } = answer.redirectURLData
  if (isWebAddress(url)) return { ok: true, url }
  return { ok: false, message: code === 0 ? INVALID_RESPONSE : NOT_STARTED }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url)
}
