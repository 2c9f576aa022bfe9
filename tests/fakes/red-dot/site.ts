import { type Context, Hono } from 'hono'
import type { RedDotAccount } from '#connectors/red-dot/accounts.ts'
import { fromDecimalText } from '#connectors/red-dot/decimal.ts'
import { faultOf, type FakePayment, leftOf, newPayment, resultOf } from './books.ts'
import { hostedPage } from './page.ts'
import { isFormRight, isRequestRight, isRight, signed, signedForm } from './signing.ts'

/** What the played Red Dot knows and does. */
export type FakeSetup = Readonly<{
  accounts: readonly Pick<RedDotAccount, 'mid' | 'secretKey'>[]
  payments: FakePayment[]
  clock: () => Date
  hasUniqueOrderIds: boolean
  /** The merchant ids of wallets, whose money is not given back. */
  refusesRefundsOf: readonly string[]
  /** The address of this server. */
  origin: () => string
  /** Called when a payment was decided: the push notification is due. */
  onDecided: (payment: FakePayment) => void
}>

/** Red Dot's site: the page requests, the hosted page, the query and the Merchant API. */
export function fakeSite(setup: FakeSetup): Hono {
  const app = new Hono()
  app.post('/service/payment-api', async (c) => openPage(c, setup, await c.req.json()))
  app.post('/service/Merchant_processor/query_redirection', async (c) => query(c, setup, await c.req.json()))
  app.post('/merchant-api', async (c) =>
    refund(c, setup, Object.fromEntries(new URLSearchParams(await c.req.text()))),
  )
  app.get('/service/payment/--SERVER--/:token', (c) => {
    const payment = setup.payments.find(({ token }) => token === c.req.param('token'))
    return payment ? c.html(hostedPage(payment, isOver(payment, setup))) : c.notFound()
  })
  app.post('/service/payment/--SERVER--/:token', async (c) => {
    const payment = setup.payments.find(({ token }) => token === c.req.param('token'))
    const choice = new URLSearchParams(await c.req.text()).get('choice')
    if (!payment || payment.state !== 'open' || isOver(payment, setup)) return c.notFound()
    return c.redirect(decide(payment, choice, setup), 303)
  })
  return app
}

type Fields = Readonly<Record<string, string>>

function openPage(c: Context, setup: FakeSetup, request: Fields) {
  const account = setup.accounts.find(({ mid }) => mid === request['mid'])
  if (!account || !isRequestRight(request, account.secretKey)) return failure(c, -1001, 'invalid signature')
  const fault = faultOf(request)
  if (fault) return failure(c, -1002, fault)
  const isTaken = setup.payments.some((payment) => payment.request['order_id'] === request['order_id'])
  if (setup.hasUniqueOrderIds && isTaken) return failure(c, -1003, 'duplicate order_id')
  const payment = newPayment(request, setup.clock())
  setup.payments.push(payment)
  const { openedAt, expiresAt, transactionId, token } = payment
  const answer = {
    created_timestamp: openedAt,
    expired_timestamp: expiresAt,
    mid: account.mid,
    order_id: request['order_id'] ?? '',
    transaction_id: transactionId,
    payment_url: `${setup.origin()}/service/payment/--SERVER--/${token}`,
    response_code: 0,
    response_msg: 'successful',
  }
  return c.json(signed(answer, account.secretKey))
}

function query(c: Context, setup: FakeSetup, asked: Fields) {
  const account = setup.accounts.find(({ mid }) => mid === asked['request_mid'])
  if (!account || !isRight(asked, account.secretKey)) return failure(c, -1001, 'invalid signature')
  const { transaction_id, order_id } = asked
  const payment = setup.payments.find(
    ({ transactionId, request }) =>
      request['mid'] === account.mid &&
      (transaction_id === undefined ? request['order_id'] === order_id : transactionId === transaction_id),
  )
  if (!payment) return failure(c, -1004, 'transaction not found')
  return c.json(signed(resultOf(payment), account.secretKey))
}

function refund(c: Context, setup: FakeSetup, form: Fields) {
  const account = setup.accounts.find(({ mid }) => mid === form['mid'])
  if (!account || !isFormRight(form, account.secretKey)) return failure(c, -1001, 'invalid signature')
  const payment = setup.payments.find(({ acquirerId }) => acquirerId === form['transaction_id'])
  const amount = fromDecimalText(form['amount'] ?? '', form['currency'] ?? '') ?? 0
  const isFine =
    payment !== undefined &&
    form['action_type'] === 'refund' &&
    payment.request['order_id'] === form['order_number'] &&
    payment.request['ccy'] === form['currency'] &&
    !setup.refusesRefundsOf.includes(account.mid) &&
    amount > 0 &&
    amount <= leftOf(payment)
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
    timestamp: setup.clock().toISOString().slice(0, 19).replace('T', ' '),
  }
  return c.json(signedForm(answer, account.secretKey))
}

/** Decides a payment; gives the address the shopper goes on to. */
function decide(payment: FakePayment, choice: string | null, setup: FakeSetup): string {
  if (choice === 'cancel') {
    payment.state = 'cancelled'
    return payment.request['back_url'] ?? ''
  }
  settle(payment, choice === 'pay' ? 'paid' : choice === 'wait' ? 'waiting' : 'declined', setup)
  const back = new URL(payment.request['redirect_url'] ?? '')
  back.searchParams.set('transaction_id', payment.transactionId)
  return back.href
}

/** Notes how a payment ended and that its notice is due. */
export function settle(payment: FakePayment, state: 'waiting' | 'paid' | 'declined', setup: FakeSetup): void {
  payment.state = state
  payment.decidedAt = Math.floor(setup.clock().getTime() / 1000)
  if (state === 'paid' && payment.authorized === '') payment.authorized = payment.request['amount'] ?? ''
  if (state !== 'waiting') setup.onDecided(payment)
}

function isOver({ expiresAt }: FakePayment, { clock }: FakeSetup): boolean {
  return clock().getTime() >= expiresAt * 1000
}

function failure(c: Context, response_code: number, response_msg: string) {
  return c.json({ response_status: 'error', response_code, response_msg })
}
