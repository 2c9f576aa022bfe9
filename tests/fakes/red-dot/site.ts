import { type Context, Hono } from 'hono'
import type { RedDotAccount } from '#connectors/red-dot/accounts.ts'
import { fromDecimalText } from '#connectors/red-dot/decimal.ts'
import {
  findRequestError,
  type FakePayment,
  getRefundable,
  createFakePayment,
  toResult,
} from './fake-payments.ts'
import { renderHostedPage } from './page.ts'
import {
  isFormSignatureValid,
  isRequestSignatureValid,
  isSignatureValid,
  signFakeMessage,
  signFakeForm,
} from './signing.ts'

/** The dependencies of the fake Red Dot's site. */
export type FakeSiteDeps = Readonly<{
  accounts: readonly Pick<RedDotAccount, 'mid' | 'secretKey'>[]
  payments: FakePayment[]
  clock: () => Date
  hasUniqueOrderIds: boolean
  /** The merchant ids of wallets, which cannot be refunded. */
  refusesRefundsOf: readonly string[]
  /** The address of this server. */
  origin: () => string
  /** Called when a payment was decided: the push notification is due. */
  onDecided: (payment: FakePayment) => void
}>

/** Returns Red Dot's site: page requests, the hosted page, the query and the Merchant API. */
export function createFakeSite(deps: FakeSiteDeps): Hono {
  const app = new Hono()
  app.post('/service/payment-api', async (c) => openPage(c, deps, await c.req.json()))
  app.post('/service/Merchant_processor/query_redirection', async (c) => query(c, deps, await c.req.json()))
  app.post('/merchant-api', async (c) =>
    refund(c, deps, Object.fromEntries(new URLSearchParams(await c.req.text()))),
  )
  app.get('/service/payment/--SERVER--/:token', (c) => {
    const payment = deps.payments.find(({ token }) => token === c.req.param('token'))
    return payment ? c.html(renderHostedPage(payment, isExpired(payment, deps))) : c.notFound()
  })
  app.post('/service/payment/--SERVER--/:token', async (c) => {
    const payment = deps.payments.find(({ token }) => token === c.req.param('token'))
    const choice = new URLSearchParams(await c.req.text()).get('choice')
    if (!payment || payment.state !== 'open' || isExpired(payment, deps)) return c.notFound()
    return c.redirect(decide(payment, choice, deps), 303)
  })
  return app
}

type Fields = Readonly<Record<string, string>>

function openPage(c: Context, deps: FakeSiteDeps, request: Fields) {
  const account = deps.accounts.find(({ mid }) => mid === request['mid'])
  if (!account || !isRequestSignatureValid(request, account.secretKey))
    return errorReply(c, -1001, 'invalid signature')
  const requestError = findRequestError(request)
  if (requestError) return errorReply(c, -1002, requestError)
  const isDuplicate = deps.payments.some((payment) => payment.request['order_id'] === request['order_id'])
  if (deps.hasUniqueOrderIds && isDuplicate) return errorReply(c, -1003, 'duplicate order_id')
  const payment = createFakePayment(request, deps.clock())
  deps.payments.push(payment)
  const { openedAt, expiresAt, transactionId, token } = payment
  const answer = {
    created_timestamp: openedAt,
    expired_timestamp: expiresAt,
    mid: account.mid,
    order_id: request['order_id'] ?? '',
    transaction_id: transactionId,
    payment_url: `${deps.origin()}/service/payment/--SERVER--/${token}`,
    response_code: 0,
    response_msg: 'successful',
  }
  return c.json(signFakeMessage(answer, account.secretKey))
}

function query(c: Context, deps: FakeSiteDeps, fields: Fields) {
  const account = deps.accounts.find(({ mid }) => mid === fields['request_mid'])
  if (!account || !isSignatureValid(fields, account.secretKey))
    return errorReply(c, -1001, 'invalid signature')
  const { transaction_id, order_id } = fields
  const payment = deps.payments.find(
    ({ transactionId, request }) =>
      request['mid'] === account.mid &&
      (transaction_id === undefined ? request['order_id'] === order_id : transactionId === transaction_id),
  )
  if (!payment) return errorReply(c, -1004, 'transaction not found')
  return c.json(signFakeMessage(toResult(payment), account.secretKey))
}

function refund(c: Context, deps: FakeSiteDeps, form: Fields) {
  const account = deps.accounts.find(({ mid }) => mid === form['mid'])
  if (!account || !isFormSignatureValid(form, account.secretKey))
    return errorReply(c, -1001, 'invalid signature')
  const payment = deps.payments.find(({ acquirerId }) => acquirerId === form['transaction_id'])
  const amount = fromDecimalText(form['amount'] ?? '', form['currency'] ?? '') ?? 0
  const isFine =
    payment !== undefined &&
    form['action_type'] === 'refund' &&
    payment.request['order_id'] === form['order_number'] &&
    payment.request['ccy'] === form['currency'] &&
    !deps.refusesRefundsOf.includes(account.mid) &&
    amount > 0 &&
    amount <= getRefundable(payment)
  if (isFine) {
    payment.refunded += amount
    payment.refunds += 1
  }
  const answer = {
    result_status: isFine ? 'accepted' : 'failed',
    reason_code: isFine ? '00' : '12',
    order_number: form['order_number'] ?? '',
    amount: form['amount'] ?? '',
    currency: form['currency'] ?? '',
    timestamp: deps.clock().toISOString().slice(0, 19).replace('T', ' '),
  }
  return c.json(signFakeForm(answer, account.secretKey))
}

/** Decides a payment; returns the address the shopper continues to. */
function decide(payment: FakePayment, choice: string | null, deps: FakeSiteDeps): string {
  if (choice === 'cancel') {
    payment.state = 'cancelled'
    return payment.request['back_url'] ?? ''
  }
  decidePaymentState(payment, choice === 'pay' ? 'paid' : choice === 'wait' ? 'waiting' : 'declined', deps)
  const redirectUrl = new URL(payment.request['redirect_url'] ?? '')
  redirectUrl.searchParams.set('transaction_id', payment.transactionId)
  return redirectUrl.href
}

/** Records how a payment ended and that its webhook event is due. */
export function decidePaymentState(
  payment: FakePayment,
  state: 'waiting' | 'paid' | 'declined',
  deps: FakeSiteDeps,
): void {
  payment.state = state
  payment.decidedAt = Math.floor(deps.clock().getTime() / 1000)
  if (state === 'paid' && payment.authorized === '') payment.authorized = payment.request['amount'] ?? ''
  if (state !== 'waiting') deps.onDecided(payment)
}

function isExpired({ expiresAt }: FakePayment, { clock }: FakeSiteDeps): boolean {
  return clock().getTime() >= expiresAt * 1000
}

function errorReply(c: Context, response_code: number, response_msg: string) {
  return c.json({ response_status: 'error', response_code, response_msg })
}
