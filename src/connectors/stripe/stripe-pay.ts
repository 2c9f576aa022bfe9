import { refused, unavailable } from '#core/errors.ts'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import type {
  PaymentProvider,
  PaymentRequest,
  ProviderPayment,
  ReopenRequest,
  StartedPayment,
} from '#features/money/payments/port.ts'
import { explainUnsupportedAmount, toStripeAmount } from './amounts.ts'
import { STRIPE_CAPABILITIES, STRIPE_METHOD } from './capabilities.ts'
import { readEvent, verifyWebhook } from './webhook-events.ts'
import { fromStripeSession, CheckoutSession } from './objects.ts'
import { findStripeRefund, refundStripePayment } from './refunds.ts'
import {
  callStripe,
  createStripeClient,
  type StripeAccount,
  type StripeClient,
  type StripeRefusal,
} from './stripe-api.ts'
import type Stripe from 'stripe'
import { z } from 'zod'

/** The header of a webhook: `t=epoch seconds,v1=hex[,v1=hex…][,v0=…]`. */
const SIGNATURE_HEADER = 'stripe-signature'

/** The provider's name in the path of its webhook events: `/payments/notify/stripe`. */
export const STRIPE = 'stripe'

/** The account, and the signing secrets of its webhook endpoints: several during a rotation. */
export type StripeSettings = StripeAccount & Readonly<{ webhookSecrets: readonly string[] }>

/** The minimum lifetime of a page: Stripe's 30 minutes, and one for clock differences; the maximum is 24 hours. */
const MIN_PAGE_LIFETIME = 31 * MINUTE
const MAX_PAGE_LIFETIME = 24 * HOUR - MINUTE

/** Returns the payment provider Stripe: hosted Checkout pages, signed webhooks, refunds. */
export function stripePay(settings: StripeSettings): PaymentProvider {
  const client = createStripeClient(settings)
  const isLive = /^[sr]k_live_/.test(settings.secretKey)
  return {
    name: STRIPE,
    capabilities: STRIPE_CAPABILITIES,
    start: (request) => openPage(client, request),
    reopen: (page) => reopenPage(client, page),
    close: (providerRef) => closePage(client, providerRef),
    find: (by) =>
      'providerRef' in by ? findSession(client, by.providerRef) : findByReference(client, by.reference),
    refund: (request) => refundStripePayment(client, request),
    findRefund: (request) => findStripeRefund(client, request),
    parseWebhookEvent(body, header, now) {
      const { webhookSecrets: secrets } = settings
      return readEvent(verifyWebhook(body, header(SIGNATURE_HEADER), { secrets, now }), { isLive })
    },
  }
}

/** The form of a session id. It becomes part of a URL, where any other text could address another resource. */
const SESSION_ID = /^cs_\w+$/

async function openPage(client: StripeClient, request: PaymentRequest): Promise<StartedPayment> {
  const amount = toStripeAmount(request.amount, request.currency)
  if (amount === undefined) throw refusedPayment(explainUnsupportedAmount(request.currency))
  const params = sessionParams(request, amount)
  const answer = await callStripe(
    client,
    (sdk) => sdk.checkout.sessions.create(params, { idempotencyKey: request.reference }),
    CheckoutSession,
  )
  if (!answer.ok) throw refusedPayment(answer.refusal.code)
  const page = toPage(client, answer.data)
  if (!page) throw unavailable('provider_confused', 'The payment provider gave no page.')
  return page
}

/** Returns the payment page; its URL must be https, except from a fake on this machine. */
function toPage({ baseUrl }: StripeClient, { id, url }: CheckoutSession): StartedPayment | undefined {
  const isSafe = url?.startsWith('https://') || baseUrl
  return url && isSafe ? { providerRef: id, paymentUrl: url } : undefined
}

/** Reopens the page of a session, which stays open after a declined card; complete and expired ones have none. */
async function reopenPage(client: StripeClient, request: ReopenRequest): Promise<StartedPayment | undefined> {
  const session = await readSession(client, request.providerRef)
  const isReusable =
    session?.status === 'open' &&
    session.client_reference_id === request.reference &&
    session.amount_total === toStripeAmount(request.amount, request.currency) &&
    session.success_url === successUrl(request) &&
    session.cancel_url === request.backUrl
  return isReusable ? toPage(client, session) : undefined
}

/**
 * Expires a session. Stripe refuses that for a complete or expired one, whose page is already closed; throws
 * `unavailable` when it refuses and the page is still open.
 */
async function closePage(client: StripeClient, id: string): Promise<void> {
  if (!SESSION_ID.test(id)) return
  const answer = await callStripe(
    client,
    (sdk) => sdk.checkout.sessions.expire(id, {}, { idempotencyKey: `expire:${id}` }),
    CheckoutSession,
  )
  if (answer.ok) return
  const session = await readSession(client, id)
  if (session?.status === 'open') throw toUnavailable(answer)
}

function refusedPayment(code: string) {
  const message = 'The payment provider declined this payment. Please choose another payment method.'
  return refused('provider_refused', message, { said: code })
}

/**
 * Returns the parameters of a session. The money is grouped by our reference, so that suppliers can be paid from it
 * by transfers later; `amount` is in Stripe's unit. Prices in the payer's own currency are disabled, because the
 * amount must be the order's.
 */
function sessionParams(request: PaymentRequest, amount: number): Stripe.Checkout.SessionCreateParams {
  const { reference, method, currency, description, payerEmail, backUrl } = request
  return {
    mode: 'payment',
    client_reference_id: reference,
    customer_email: payerEmail,
    allowed_payment_method_types: [STRIPE_METHOD[method]],
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name: description },
        },
      },
    ],
    payment_intent_data: { description, transfer_group: reference, metadata: { reference } },
    metadata: { reference },
    success_url: successUrl(request),
    cancel_url: backUrl,
    expires_at: Math.floor(getExpiry(request).getTime() / 1000),
  }
}

/** Returns the URL to which the shopper returns after the payment. */
function successUrl({ redirectUrl, reference }: Pick<PaymentRequest, 'redirectUrl' | 'reference'>): string {
  const success = new URL(redirectUrl)
  success.searchParams.set('transaction_id', reference)
  return success.href
}

/**
 * Returns the expiry: the end of the order's payment period, within Stripe's limits. It depends only on the request,
 * because a repeated request must be equal.
 */
function getExpiry({ requestedAt, payableUntil }: PaymentRequest): Date {
  const [earliest, latest] = [addMs(requestedAt, MIN_PAGE_LIFETIME), addMs(requestedAt, MAX_PAGE_LIFETIME)]
  if (payableUntil < earliest) return earliest
  return payableUntil > latest ? latest : payableUntil
}

async function findSession(client: StripeClient, id: string): Promise<ProviderPayment | undefined> {
  const session = await readSession(client, id)
  return session && fromStripeSession(session)
}

async function readSession(client: StripeClient, id: string): Promise<CheckoutSession | undefined> {
  if (!SESSION_ID.test(id)) return undefined
  const answer = await callStripe(
    client,
    (sdk) => sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }),
    CheckoutSession,
  )
  if (answer.ok) return answer.data
  if (answer.refusal.status === 404) return undefined
  throw toUnavailable(answer)
}

/** Returns the error of a refused query, which proves neither that the object exists nor that it does not. */
function toUnavailable({ refusal }: { refusal: StripeRefusal }) {
  return unavailable('provider_unreachable', refusal.message)
}

const IntentList = z.object({ data: z.array(z.object({ id: z.string() })) })
const SessionList = z.object({ data: z.array(CheckoutSession) })

/**
 * Finds a payment whose page was opened but whose response was lost. Sessions cannot be searched by our reference,
 * but intents can, and one exists as soon as the buyer has tried to pay; the search is up to a minute behind.
 */
async function findByReference(
  client: StripeClient,
  reference: string,
): Promise<ProviderPayment | undefined> {
  if (!/^\w+$/.test(reference)) return undefined
  const query = `metadata['reference']:'${reference}'`
  const intents = await callStripe(
    client,
    (sdk) => sdk.paymentIntents.search({ query, limit: 1 }),
    IntentList,
  )
  if (!intents.ok) throw toUnavailable(intents)
  const [intent] = intents.data.data
  if (!intent) return undefined
  const params = { payment_intent: intent.id, limit: 1, expand: ['data.payment_intent'] }
  const sessions = await callStripe(client, (sdk) => sdk.checkout.sessions.list(params), SessionList)
  if (!sessions.ok) throw toUnavailable(sessions)
  const [session] = sessions.data.data
  return session && fromStripeSession(session)
}
