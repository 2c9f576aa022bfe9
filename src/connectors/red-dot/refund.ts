import { AppError } from '#core/errors.ts'
import { NOT_ASKED, type ProviderRefund, type RefundRequest } from '#features/money/payments/port.ts'
import { listAccounts } from './accounts.ts'
import { ask, FORM, type RedDot } from './ask.ts'
import { toDecimalText } from './decimal.ts'
import { findPayment } from './find-payment.ts'
import { midOf, type RedDotPayment, stateOf } from './payment.ts'
import { isFormSigned, signForm } from './signature.ts'
import type { WireMessage } from './wire.ts'

/**
 * Gives money back by the Merchant API, an older interface without a reference of ours: what was asked twice is given back
 * twice. So it is asked once, and whatever is not a clear answer is for a person, who sees in Red Dot's panel what became
 * of it. Throws `refund_refused` for that and for a refusal, `provider_unreachable` only before anything was asked; what is thrown
 * before says so.
 */
export async function refundPayment(redDot: RedDot, request: RefundRequest): Promise<ProviderRefund> {
  const { refundUrl, accounts } = redDot.settings
  if (refundUrl === undefined) throw notAsked('Refunds through Red Dot are made by hand in its panel.')
  const payment = await findPayment(redDot, request).catch((cause: unknown) => {
    throw cause instanceof AppError ? beforeAsking(cause) : cause
  })
  const account = payment && listAccounts(accounts).find(({ mid }) => mid === midOf(payment))
  if (!payment || !account || stateOf(payment) !== 'paid' || payment.acquirer_transaction_id === '')
    throw notAsked('Red Dot knows of no money that came by this payment.')
  const fields = fieldsOf(request, payment)
  const body = new URLSearchParams({ ...fields, signature: signForm(fields, account.secretKey) }).toString()
  const answer = await ask(redDot.send, { url: refundUrl, body, type: FORM }).catch((cause: unknown) => {
    throw byHand(
      'Red Dot was asked for this refund and did not answer: look in its panel before trying again.',
      cause,
    )
  })
  return readAnswer(answer, { request, orderId: payment.order_id, secretKey: account.secretKey })
}

function fieldsOf({ amount, currency }: RefundRequest, payment: RedDotPayment): Record<string, string> {
  return {
    action_type: 'refund',
    mid: midOf(payment),
    order_number: payment.order_id,
    transaction_id: payment.acquirer_transaction_id,
    amount: toDecimalText(amount, currency),
    currency,
    response_type: 'json',
  }
}

type Asked = Readonly<{ request: RefundRequest; orderId: string; secretKey: string }>

function readAnswer(answer: WireMessage, { request, orderId, secretKey }: Asked): ProviderRefund {
  const { refundId, receiptId, amount, currency } = request
  const told = Object.fromEntries(
    Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const isOurs =
    isFormSigned(told, secretKey) &&
    told['order_number'] === orderId &&
    told['amount'] === toDecimalText(amount, currency) &&
    told['currency'] === currency
  const status = told['result_status']
  if (isOurs && status === 'accepted')
    return {
      providerRefundId: refundId,
      refundId,
      receiptId,
      currency,
      amount,
      state: 'succeeded',
      reason: undefined,
    }
  const words = `Red Dot answered "${status ?? 'nothing'}", reason ${told['reason_code'] ?? 'none'}`
  throw byHand(
    isOurs && status === 'failed'
      ? `Red Dot refused the refund. ${words}.`
      : `${words}: look in its panel before trying again.`,
  )
}

/** The same failure, of which a later attempt may be cured: nothing was asked. */
function beforeAsking({ kind, code, message, cause }: AppError): AppError {
  return new AppError(kind, code, message, { details: NOT_ASKED, cause })
}

function notAsked(message: string): AppError {
  return new AppError('refused', 'refund_refused', message, { details: NOT_ASKED })
}

function byHand(message: string, cause?: unknown): AppError {
  return new AppError('refused', 'refund_refused', message, cause === undefined ? {} : { cause })
}
