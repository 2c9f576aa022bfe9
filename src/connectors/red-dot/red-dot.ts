import { AppError, invalid } from '#core/errors.ts'
import type { PaymentProvider, PaymentWebhookEvent, ProviderPayment } from '#features/money/payments/port.ts'
import { listCapabilities, listAccounts } from './accounts.ts'
import { type RedDot, unreachable } from './request.ts'
import { findRedDotPayment, toQueryError, queryPayment } from './find-payment.ts'
import { openRedDotPage } from './open-page.ts'
import { fromRedDotPayment, readPayment, type RedDotPayment } from './payment.ts'
import { refundRedDotPayment } from './refund.ts'
import { isSigned, signMessage } from './signature.ts'
import { readMessage, type WireMessage } from './wire.ts'

/** The provider's name in the path of its webhook events: `/payments/notify/reddot`. */
export const RED_DOT = 'reddot'

/** Red Dot's servers (reddotpayment.com/developers, "Redirect API"). */
export const RED_DOT_SERVERS = {
  live: 'https://secure.reddotpayment.com',
  test: 'https://secure-dev.reddotpayment.com',
} as const

/**
 * Returns the provider Red Dot Payment of Singapore, with its hosted payment page. The state of a payment is always
 * read by querying Red Dot; a webhook event, though signed, only names the payment to query.
 */
export function redDot(setup: RedDot): PaymentProvider {
  return {
    name: RED_DOT,
    capabilities: listCapabilities(setup.settings),
    start: (request) => openRedDotPage(setup, request),
    async find(by) {
      const payment = await findRedDotPayment(setup, by)
      return payment && toProviderPayment(payment)
    },
    refund: (request) => refundRedDotPayment(setup, request),
    findRefund: async () => 'cannot_tell',
    parseWebhookEvent: (body) => readWebhookEvent(setup, body),
  }
}

/**
 * Parses a webhook event and queries its payment at Red Dot. The signature covers concatenated values without
 * separators, so the values of an intercepted event could be split differently and still be valid.
 */
async function readWebhookEvent(setup: RedDot, body: string): Promise<PaymentWebhookEvent> {
  const message = readMessage(body)
  const mid = message?.['request_mid'] ?? message?.['mid']
  const account = listAccounts(setup.settings.accounts).find((one) => one.mid === mid)
  if (!message || !account || !isSigned(message, account.secretKey))
    throw new AppError('invalid', 'bad_signature', 'The signature of the webhook is invalid.')
  const payment = readPayment(message)
  if (!payment) throw invalid('bad_webhook_event', 'The webhook can’t be read.')
  const { transaction_id } = payment
  const current = await queryPayment(setup, { account, named: { transaction_id } })
  if (current === 'none') throw invalid('bad_webhook_event', 'The webhook is about an unknown payment.')
  if ('refusal' in current) throw toQueryError(current)
  const eventId = `${transaction_id}:${signMessage(message, account.secretKey).slice(0, 32)}`
  return {
    eventId,
    storedBody: withoutPersonalData(message),
    about: 'payment',
    payment: toProviderPayment(current),
  }
}

/** Removes data of the payer and the card, which are not needed and therefore not stored. */
function withoutPersonalData(message: WireMessage): string {
  return JSON.stringify(Object.fromEntries(Object.entries(message).filter(([name]) => !PERSONAL.test(name))))
}

const PERSONAL = /^(payer_|first_6$|last_4$|exp_date$)/

function toProviderPayment(payment: RedDotPayment): ProviderPayment {
  const providerPayment = fromRedDotPayment(payment)
  if (providerPayment) return providerPayment
  throw unreachable(new Error(`Red Dot reported an invalid amount: ${payment.request_amount}`))
}
