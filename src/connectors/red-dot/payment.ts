import { z } from 'zod'
import type { ProviderPayment } from '#features/money/payments/port.ts'
import { fromDecimalText } from './decimal.ts'
import { isOrderIdFor } from './order-id.ts'
import type { WireMessage } from './wire.ts'

/** A payment as Red Dot sends it, in responses and webhook events; unused fields are omitted. */
const PaymentFields = z.object({
  request_mid: z.string().optional(),
  mid: z.string().min(1),
  order_id: z.string().min(1),
  transaction_id: z.string().min(1).max(100),
  request_amount: z.string().min(1),
  request_ccy: z.string().length(3),
  authorized_amount: z.string().default(''),
  authorized_ccy: z.string().default(''),
  transaction_type: z.string().default('S'),
  response_code: z.string().regex(/^-?\d{1,6}$/),
  acquirer_transaction_id: z.string().default(''),
  merchant_reference: z.string().default(''),
})

/** A payment with Red Dot's field names. */
export type RedDotPayment = z.output<typeof PaymentFields>

/** Parses a payment of Red Dot; undefined when it is invalid. */
export function readPayment(message: WireMessage): RedDotPayment | undefined {
  return PaymentFields.safeParse(message).data
}

/** Returns the merchant id of the request; the acquirer may use another one. */
export function getRequestedMid(payment: RedDotPayment): string {
  return payment.request_mid ?? payment.mid
}

/**
 * Converts a payment for the shop's port; undefined when its amount is invalid. The authorised amount takes
 * precedence, because it is the received money. The reference is ours only when the order id was derived from it.
 */
export function fromRedDotPayment(payment: RedDotPayment): ProviderPayment | undefined {
  const state = toPaymentState(payment)
  const isAuthorized = state === 'paid' && payment.authorized_amount !== ''
  const currency = (isAuthorized && payment.authorized_ccy) || payment.request_ccy
  const amount = fromDecimalText(isAuthorized ? payment.authorized_amount : payment.request_amount, currency)
  if (amount === undefined) return undefined
  const { order_id, merchant_reference, transaction_id } = payment
  return {
    providerRef: transaction_id,
    reference: isOrderIdFor(order_id, merchant_reference) ? merchant_reference : '',
    currency,
    amount,
    state,
    receiptId: state === 'paid' ? transaction_id : undefined,
  }
}

/**
 * Returns the payment state for a response code. Zero is success, negative is a refusal by the bank or Red Dot, any
 * other is pending, as with wallets. Money that is only reserved (`A`) does not count, because we request sales only.
 */
export function toPaymentState({
  response_code,
  transaction_type,
}: RedDotPayment): 'pending' | 'paid' | 'failed' {
  const code = Number(response_code)
  if (code < 0) return 'failed'
  return code === 0 && transaction_type === 'S' ? 'paid' : 'pending'
}
