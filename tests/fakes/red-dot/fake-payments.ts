import { randomBytes, randomInt } from 'node:crypto'
import { fromDecimalText } from '#connectors/red-dot/decimal.ts'

/** The received request for a payment page. */
export type PageRequest = Readonly<Record<string, string>>

/** The state of a payment; `waiting` is a wallet's that is not confirmed yet. */
export type FakeState = 'open' | 'waiting' | 'paid' | 'declined' | 'cancelled'

/** A payment of the fake. `refunded` is in minor units, from this many `refunds`; `authorized` is the bank's amount as text. */
export type FakePayment = {
  readonly request: PageRequest
  readonly transactionId: string
  readonly token: string
  readonly acquirerId: string
  readonly openedAt: number
  readonly expiresAt: number
  state: FakeState
  decidedAt: number
  authorized: string
  refunded: number
  refunds: number
}

/** The lifetime of a page in seconds; the documentation's example has a day. */
const PAGE_TTL_SECONDS = 86_400

const FIELDS = new Set(
  `mid api_mode payment_type order_id ccy amount back_url redirect_url notify_url payer_email merchant_reference
   multiple_method_page locale payer_id payer_name signature`.split(/\s+/),
)

/** Returns the error of a request for a payment page by the documentation; undefined when valid. */
export function findRequestError(request: PageRequest): string | undefined {
  const { mid = '', api_mode, payment_type, order_id = '', ccy = '', amount = '', payer_email = '' } = request
  if (Object.keys(request).some((name) => !FIELDS.has(name))) return 'unknown field'
  if (mid === '' || mid.length > 20) return 'invalid mid'
  if (api_mode !== 'redirection_hosted') return 'invalid api_mode'
  if (payment_type !== 'S') return 'invalid payment_type'
  if (!/^[A-Za-z0-9-]{1,20}$/.test(order_id)) return 'invalid order_id'
  if (!/^[A-Z]{3}$/.test(ccy)) return 'invalid ccy'
  if (!(ccy === 'JPY' ? /^[1-9]\d*$/ : /^\d+\.\d\d$/).test(amount)) return 'invalid amount'
  if (payer_email.length > 60) return 'invalid payer_email'
  const addresses = [request['back_url'], request['redirect_url'], request['notify_url']]
  return addresses.every((address) => URL.canParse(address ?? '')) ? undefined : 'invalid url'
}

/** Creates a payment for a request; IDs have the form of those of the documentation. */
export function createFakePayment(request: PageRequest, now: Date): FakePayment {
  const openedAt = Math.floor(now.getTime() / 1000)
  return {
    request,
    transactionId: `${request['order_id']}_${randomDigits(17)}`,
    token: randomBytes(32).toString('hex'),
    acquirerId: randomDigits(16),
    openedAt,
    expiresAt: openedAt + PAGE_TTL_SECONDS,
    state: 'open',
    decidedAt: openedAt,
    authorized: '',
    refunded: 0,
    refunds: 0,
  }
}

const CODES = { waiting: '1', paid: '0', declined: '-1' } as const
const STATE_MESSAGES = { waiting: 'pending', paid: 'successful', declined: 'bank rejected' } as const
const BANK_MESSAGES = { waiting: '', paid: 'Approved', declined: 'Declined' } as const
const BANK = { waiting: '', paid: '00', declined: '05' } as const

/**
 * Returns Red Dot's message about a payment, unsigned. One that nobody decided, or that was cancelled on the page,
 * is pending.
 */
export function toResult(payment: FakePayment): Record<string, string | number> {
  const { request, transactionId, acquirerId, openedAt, decidedAt, authorized } = payment
  const state = payment.state === 'paid' || payment.state === 'declined' ? payment.state : 'waiting'
  const isPaid = state === 'paid'
  return {
    mid: request['mid'] ?? '',
    request_mid: request['mid'] ?? '',
    order_id: request['order_id'] ?? '',
    transaction_id: transactionId,
    request_amount: request['amount'] ?? '',
    request_ccy: request['ccy'] ?? '',
    request_timestamp: String(openedAt),
    authorized_amount: isPaid ? authorized : '',
    authorized_ccy: isPaid ? (request['ccy'] ?? '') : '',
    transaction_type: request['payment_type'] ?? '',
    created_timestamp: String(decidedAt),
    response_code: Number(CODES[state]),
    response_msg: STATE_MESSAGES[state],
    acquirer_response_code: BANK[state],
    acquirer_response_msg: BANK_MESSAGES[state],
    acquirer_transaction_id: acquirerId,
    acquirer_authorization_code: isPaid ? '831000' : '',
    merchant_reference: request['merchant_reference'] ?? '',
    first_6: '411111',
    last_4: '1111',
    payment_mode: 'CC',
    payer_name: 'MEI TAN',
    payer_email: request['payer_email'] ?? '',
  }
}

/** Returns the refundable rest of a payment, in minor units. */
export function getRefundable({ state, authorized, request, refunded }: FakePayment): number {
  return state === 'paid' ? (fromDecimalText(authorized, request['ccy'] ?? '') ?? 0) - refunded : 0
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => String(randomInt(10))).join('')
}
