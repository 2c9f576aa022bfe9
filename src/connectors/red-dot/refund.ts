import { AppError } from '#core/errors.ts'
import { NOT_REQUESTED, type ProviderRefund, type RefundRequest } from '#features/money/payments/port.ts'
import { listAccounts } from './accounts.ts'
import { sendRedDotRequest, FORM, type RedDot } from './request.ts'
import { toDecimalText } from './decimal.ts'
import { findRedDotPayment } from './find-payment.ts'
import { getRequestedMid, type RedDotPayment, toPaymentState } from './payment.ts'
import { isFormSigned, signForm } from './signature.ts'
import type { WireMessage } from './wire.ts'

/**
 * Refunds a payment by the Merchant API, an older interface without idempotency. A repeated request would refund
 * twice, so it is sent once, and an operator resolves an unclear response in Red Dot's panel. Throws `refund_refused`
 * for that and for a refusal, and `provider_unreachable` only before anything was sent, which the error states.
 */
export async function refundRedDotPayment(redDot: RedDot, request: RefundRequest): Promise<ProviderRefund> {
  const { refundUrl, accounts } = redDot.settings
  if (refundUrl === undefined) throw notRequestedError('Red Dot refunds are made by hand in its dashboard.')
  const payment = await findRedDotPayment(redDot, request).catch((cause: unknown) => {
    throw cause instanceof AppError ? toNotRequestedError(cause) : cause
  })
  const account = payment && listAccounts(accounts).find(({ mid }) => mid === getRequestedMid(payment))
  if (!payment || !account || toPaymentState(payment) !== 'paid' || payment.acquirer_transaction_id === '')
    throw notRequestedError('Red Dot has no money from this payment.')
  const fields = buildFields(request, payment)
  const body = new URLSearchParams({ ...fields, signature: signForm(fields, account.secretKey) }).toString()
  const answer = await sendRedDotRequest(redDot.send, { url: refundUrl, body, type: FORM }).catch(
    (cause: unknown) => {
      throw manualRefundError(
        'Red Dot didn’t respond to this refund. Check its dashboard before you try again.',
        cause,
      )
    },
  )
  return readAnswer(answer, { request, orderId: payment.order_id, secretKey: account.secretKey })
}

function buildFields({ amount, currency }: RefundRequest, payment: RedDotPayment): Record<string, string> {
  return {
    action_type: 'refund',
    mid: getRequestedMid(payment),
    order_number: payment.order_id,
    transaction_id: payment.acquirer_transaction_id,
    amount: toDecimalText(amount, currency),
    currency,
    response_type: 'json',
  }
}

type RefundContext = Readonly<{ request: RefundRequest; orderId: string; secretKey: string }>

function readAnswer(answer: WireMessage, { request, orderId, secretKey }: RefundContext): ProviderRefund {
  const { refundId, receiptId, amount, currency } = request
  const answerFields = Object.fromEntries(
    Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const isOurs =
    isFormSigned(answerFields, secretKey) &&
    answerFields['order_number'] === orderId &&
    answerFields['amount'] === toDecimalText(amount, currency) &&
    answerFields['currency'] === currency
  const status = answerFields['result_status']
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
  const summary = `Red Dot answered "${status ?? 'nothing'}", reason ${answerFields['reason_code'] ?? 'none'}`
  throw manualRefundError(
    isOurs && status === 'failed'
      ? `Red Dot refused the refund. ${summary}.`
      : `${summary}. Check Red Dot’s dashboard before you try again.`,
  )
}

/** Returns the error with the detail that nothing was requested, so that it can be retried. */
function toNotRequestedError({ kind, code, message, cause }: AppError): AppError {
  return new AppError(kind, code, message, { details: NOT_REQUESTED, cause })
}

function notRequestedError(message: string): AppError {
  return new AppError('refused', 'refund_refused', message, { details: NOT_REQUESTED })
}

function manualRefundError(message: string, cause?: unknown): AppError {
  return new AppError('refused', 'refund_refused', message, cause === undefined ? {} : { cause })
}
