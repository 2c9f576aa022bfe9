import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { PaymentRequest, StartedPayment } from '#features/money/payments/port.ts'
import { findAccount, isMethodChosenOnPage, type RedDotAccount } from './accounts.ts'
import { sendRedDotRequest, type RedDot, unreachable } from './request.ts'
import { isSupportedCurrency, toDecimalText } from './decimal.ts'
import { toOrderId } from './order-id.ts'
import { isSigned, signRequest } from './signature.ts'
import type { WireMessage } from './wire.ts'

/** The maximum length of an email address at Red Dot; with a longer one the payer types it on the page. */
const MAX_EMAIL_LENGTH = 60

const PageAnswer = z.object({
  response_code: z.literal('0'),
  mid: z.string(),
  order_id: z.string(),
  transaction_id: z.string().min(1).max(100),
  payment_url: z.url(),
})

/**
 * Opens Red Dot's page for a payment. Throws `provider_refused` when Red Dot refuses, `provider_unreachable` when it
 * does not respond or its response is invalid; the page of a lost response was never shown.
 */
export async function openRedDotPage(
  { send, settings }: RedDot,
  request: PaymentRequest,
): Promise<StartedPayment> {
  const account = findAccount(settings.accounts, request.method)
  if (!account || !account.currencies.includes(request.currency) || !isSupportedCurrency(request.currency))
    throw providerRefused('no merchant id for this way to pay and this currency')
  const hasMethodPage = isMethodChosenOnPage(settings.accounts, request.method)
  const fields = buildFields(request, account, hasMethodPage)
  const answer = await sendRedDotRequest(send, {
    url: `${settings.baseUrl}/service/payment-api`,
    body: JSON.stringify({ ...fields, signature: signRequest(fields, account.secretKey) }),
    type: 'application/json',
  })
  if (answer['signature'] === undefined) throw providerRefused(describeAnswer(answer))
  if (!isSigned(answer, account.secretKey))
    throw unreachable(new Error('Red Dot’s response has an invalid signature'))
  const opened = PageAnswer.safeParse(answer)
  if (!opened.success) throw providerRefused(describeAnswer(answer))
  const { mid, order_id, transaction_id, payment_url } = opened.data
  if (mid !== account.mid || order_id !== fields.order_id || !isRedDotUrl(payment_url, settings.baseUrl))
    throw unreachable(new Error('Red Dot responded about another payment, or with a page that isn’t its own'))
  return { providerRef: transaction_id, paymentUrl: payment_url }
}

function buildFields(request: PaymentRequest, { mid }: RedDotAccount, hasMethodPage: boolean) {
  const { reference, method, amount, currency, payerEmail, redirectUrl, backUrl, notifyUrl } = request
  return {
    mid,
    api_mode: 'redirection_hosted',
    payment_type: 'S',
    order_id: toOrderId(reference, method),
    ccy: currency,
    amount: toDecimalText(amount, currency),
    back_url: backUrl,
    redirect_url: redirectUrl,
    notify_url: notifyUrl,
    merchant_reference: reference,
    ...(payerEmail.length <= MAX_EMAIL_LENGTH ? { payer_email: payerEmail } : {}),
    ...(hasMethodPage ? { multiple_method_page: '1' } : {}),
  }
}

/**
 * Returns whether a URL is a page of Red Dot's over TLS, or of the called server itself. Shoppers are redirected to
 * no other.
 */
function isRedDotUrl(address: string, baseUrl: string): boolean {
  const url = new URL(address)
  if (url.origin === new URL(baseUrl).origin) return true
  return url.protocol === 'https:' && /(^|\.)reddotpayment\.com$/.test(url.hostname)
}

function describeAnswer(answer: WireMessage): string {
  return `Red Dot answered ${String(answer['response_code'])}: ${String(answer['response_msg'])}`
}

function providerRefused(why: string): AppError {
  return new AppError(
    'refused',
    'provider_refused',
    'This payment method isn’t available right now. Please choose another one.',
    { cause: new Error(why) },
  )
}
