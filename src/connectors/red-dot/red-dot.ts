import { AppError, invalid } from '#core/errors.ts'
import type { PaymentProvider, ProviderNotice, ProviderPayment } from '#features/money/payments/port.ts'
import { capabilitiesOf, listAccounts } from './accounts.ts'
import { type RedDot, unreachable } from './ask.ts'
import { findPayment, notTold, query } from './find-payment.ts'
import { openPage } from './open-page.ts'
import { asProviderPayment, readPayment, type RedDotPayment } from './payment.ts'
import { refundPayment } from './refund.ts'
import { isSigned, signMessage } from './signature.ts'
import { readMessage, type WireMessage } from './wire.ts'

/** The name under which notices arrive: `/payments/notify/reddot`. */
export const RED_DOT = 'reddot'

/** Red Dot's servers (reddotpayment.com/developers, "Redirect API"). */
export const RED_DOT_SERVERS = {
  live: 'https://secure.reddotpayment.com',
  test: 'https://secure-dev.reddotpayment.com',
} as const

/**
 * Red Dot Payment of Singapore, hosted payment page. What is believed of a payment is always Red Dot's own answer to a
 * question of ours; a notice, though signed, only says which payment to ask about.
 */
export function redDot(setup: RedDot): PaymentProvider {
  return {
    name: RED_DOT,
    capabilities: capabilitiesOf(setup.settings),
    start: (request) => openPage(setup, request),
    async find(by) {
      const found = await findPayment(setup, by)
      return found && understood(found)
    },
    refund: (request) => refundPayment(setup, request),
    findRefund: async () => 'cannot_tell',
    readNotice: (body) => readNotice(setup, body),
  }
}

/**
 * Reads a notice and asks Red Dot about its payment: the signature is over values with nothing between them, so that those of
 * a notice that somebody has seen could be cut anew and still be signed.
 */
async function readNotice(setup: RedDot, body: string): Promise<ProviderNotice> {
  const message = readMessage(body)
  const mid = message?.['request_mid'] ?? message?.['mid']
  const account = listAccounts(setup.settings.accounts).find((one) => one.mid === mid)
  if (!message || !account || !isSigned(message, account.secretKey))
    throw new AppError('invalid', 'bad_signature', 'The signature of the notice is not right.')
  const payment = readPayment(message)
  if (!payment) throw invalid('bad_notice', 'The notice cannot be read.')
  const { transaction_id } = payment
  const known = await query(setup, { account, named: { transaction_id } })
  if (known === 'none') throw invalid('bad_notice', 'The notice is about a payment that is not known.')
  if ('refusal' in known) throw notTold(known)
  const eventId = `${transaction_id}:${signMessage(message, account.secretKey).slice(0, 32)}`
  return { eventId, kept: withoutPerson(message), about: 'payment', payment: understood(known) }
}

/** Of the payer and the card nothing is needed, so nothing is kept. */
function withoutPerson(message: WireMessage): string {
  return JSON.stringify(Object.fromEntries(Object.entries(message).filter(([name]) => !PERSONAL.test(name))))
}

const PERSONAL = /^(payer_|first_6$|last_4$|exp_date$)/

function understood(payment: RedDotPayment): ProviderPayment {
  const known = asProviderPayment(payment)
  if (known) return known
  throw unreachable(new Error(`Red Dot told an amount that is none: ${payment.request_amount}`))
}
