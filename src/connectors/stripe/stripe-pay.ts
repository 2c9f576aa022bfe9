import { AppError, refused, unavailable } from '#core/errors.ts'
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
import type { FormFields } from './form.ts'
import { readEvent } from './webhook-events.ts'
import { fromStripeSession, CheckoutSession } from './objects.ts'
import { findStripeRefund, refundStripePayment } from './refunds.ts'
import { callStripe, type StripeAccount, type StripeRefusal } from './stripe-api.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The header of a webhook: `t=epoch seconds,v1=hex[,v1=hex…][,v0=…]`. */
const SIGNATURE_HEADER = 'stripe-signature'

/** How far the sender's clock and ours may be apart: a recorded notice cannot be played again later. */
const TOLERANCE = 5 * MINUTE

/**
 * Throws `bad_signature` unless one of the header's `v1` signatures is HMAC-SHA256 over `t.body` with one of the
 * secrets: while a secret is changed over, Stripe signs with both and the shop may know both. Other schemes (`v0`, of
 * test events) are worth nothing. https://docs.stripe.com/webhooks#verify-manually
 */
function checkSignature(
  body: string,
  header: string | undefined,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  const items = (header ?? '').split(',').map((item) => item.trim().split('='))
  const seconds = items.find(([scheme]) => scheme === 't')?.[1] ?? ''
  const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(now.getTime() - Number(seconds) * 1000) <= TOLERANCE
  const signatures = items.flatMap(([scheme, value]) =>
    scheme === 'v1' && value ? [Buffer.from(value)] : [],
  )
  const expected = secrets.map((secret) => Buffer.from(computeSignature(`${seconds}.${body}`, secret)))
  const isSigned = expected.some((expectedSignature) =>
    signatures.some((one) => isSameSignature(one, expectedSignature)),
  )
  if (isFresh && isSigned) return
  throw new AppError('invalid', 'bad_signature', 'The signature of the webhook is invalid.')
}

function isSameSignature(given: Buffer, expectedSignature: Buffer): boolean {
  return given.length === expectedSignature.length && timingSafeEqual(given, expectedSignature)
}

function computeSignature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The name under which notices arrive: `/payments/notify/stripe`. */
export const STRIPE = 'stripe'

/** The account, and the secrets that its webhook endpoints sign with: several while one is changed over. */
export type StripeSettings = StripeAccount & Readonly<{ webhookSecrets: readonly string[] }>

/** A page lives 30 minutes to 24 hours; a minute is spared for clocks that differ. */
const MIN_PAGE_LIFETIME = 31 * MINUTE
const MAX_PAGE_LIFETIME = 24 * HOUR - MINUTE

/** Stripe as a provider of the shop: hosted Checkout pages, signed webhooks, refunds. */
export function stripePay(settings: StripeSettings): PaymentProvider {
  const isLive = /^[sr]k_live_/.test(settings.secretKey)
  return {
    name: STRIPE,
    capabilities: STRIPE_CAPABILITIES,
    start: (request) => openPage(settings, request),
    reopen: (page) => reopenPage(settings, page),
    close: (providerRef) => closePage(settings, providerRef),
    find: (by) =>
      'providerRef' in by ? findSession(settings, by.providerRef) : findByReference(settings, by.reference),
    refund: (request) => refundStripePayment(settings, request),
    findRefund: (request) => findStripeRefund(settings, request),
    parseWebhookEvent(body, header, now) {
      checkSignature(body, header(SIGNATURE_HEADER), { secrets: settings.webhookSecrets, now })
      return readEvent(body, { isLive })
    },
  }
}

/** An id comes back into an address: anything but a session's could ask for another thing. */
const SESSION_ID = /^cs_\w+$/

async function openPage(account: StripeAccount, request: PaymentRequest): Promise<StartedPayment> {
  const amount = toStripeAmount(request.amount, request.currency)
  if (amount === undefined) throw refusedPayment(explainUnsupportedAmount(request.currency))
  const answer = await callStripe(
    account,
    {
      method: 'POST',
      path: '/v1/checkout/sessions',
      idempotencyKey: request.reference,
      params: sessionParams(request, amount),
    },
    CheckoutSession,
  )
  if (!answer.ok) throw refusedPayment(answer.refusal.code)
  const page = toPage(account, answer.data)
  if (!page) throw unavailable('provider_confused', 'The payment provider gave no page.')
  return page
}

/** Nobody is sent anywhere but to a page that is encrypted, save by a fake on one's own machine. */
function toPage({ baseUrl }: StripeAccount, { id, url }: CheckoutSession): StartedPayment | undefined {
  const isSafe = url?.startsWith('https://') || baseUrl
  return url && isSafe ? { providerRef: id, paymentUrl: url } : undefined
}

/** An open session has its page still, also after a declined card; one that is complete or expired has none. */
async function reopenPage(
  account: StripeAccount,
  request: ReopenRequest,
): Promise<StartedPayment | undefined> {
  const session = await readSession(account, request.providerRef)
  const isReusable =
    session?.status === 'open' &&
    session.client_reference_id === request.reference &&
    session.amount_total === toStripeAmount(request.amount, request.currency) &&
    session.success_url === successUrl(request) &&
    session.cancel_url === request.backUrl
  return isReusable ? toPage(account, session) : undefined
}

/**
 * Expires a session. Stripe refuses that for one that is complete or expired, whose page is closed then; throws `unavailable`
 * where it refuses and the page is still open.
 */
async function closePage(account: StripeAccount, id: string): Promise<void> {
  if (!SESSION_ID.test(id)) return
  const path = `/v1/checkout/sessions/${id}/expire`
  const answer = await callStripe(
    account,
    { method: 'POST', path, idempotencyKey: `expire:${id}` },
    CheckoutSession,
  )
  if (answer.ok) return
  const session = await readSession(account, id)
  if (session?.status === 'open') throw toUnavailable(answer)
}

function refusedPayment(code: string) {
  const message = 'The payment provider declined this payment. Please choose another payment method.'
  return refused('provider_refused', message, { said: code })
}

/**
 * What a session is opened with. The money is grouped by our reference, so that suppliers can be paid out of it by
 * transfers later; `amount` is as Stripe counts. Prices in the payer's own currency are off: the amount has to be the order's.
 */
function sessionParams(request: PaymentRequest, amount: number): FormFields {
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

/** Where the shopper comes back to with the money paid. */
function successUrl({ redirectUrl, reference }: Pick<PaymentRequest, 'redirectUrl' | 'reference'>): string {
  const success = new URL(redirectUrl)
  success.searchParams.set('transaction_id', reference)
  return success.href
}

/** With the order where that is allowed. It follows from the request alone: asked again, it must be the same. */
function getExpiry({ requestedAt, payableUntil }: PaymentRequest): Date {
  const [earliest, latest] = [addMs(requestedAt, MIN_PAGE_LIFETIME), addMs(requestedAt, MAX_PAGE_LIFETIME)]
  if (payableUntil < earliest) return earliest
  return payableUntil > latest ? latest : payableUntil
}

async function findSession(account: StripeAccount, id: string): Promise<ProviderPayment | undefined> {
  const session = await readSession(account, id)
  return session && fromStripeSession(session)
}

async function readSession(account: StripeAccount, id: string): Promise<CheckoutSession | undefined> {
  if (!SESSION_ID.test(id)) return undefined
  const answer = await callStripe(
    account,
    { method: 'GET', path: `/v1/checkout/sessions/${id}`, params: { expand: ['payment_intent'] } },
    CheckoutSession,
  )
  if (answer.ok) return answer.data
  if (answer.refusal.status === 404) return undefined
  throw toUnavailable(answer)
}

/** A refused question says nothing of what was asked about: neither that it is there nor that it is not. */
function toUnavailable({ refusal }: { refusal: StripeRefusal }) {
  return unavailable('provider_unreachable', refusal.message)
}

const IntentList = z.object({ data: z.array(z.object({ id: z.string() })) })
const SessionList = z.object({ data: z.array(CheckoutSession) })

/**
 * For a payment whose page was opened but whose answer never arrived. Sessions cannot be searched by our reference, but
 * intents can, and there is one as soon as somebody has tried to pay; the search is up to a minute behind.
 */
async function findByReference(
  account: StripeAccount,
  reference: string,
): Promise<ProviderPayment | undefined> {
  if (!/^\w+$/.test(reference)) return undefined
  const query = `metadata['reference']:'${reference}'`
  const intents = await callStripe(
    account,
    { method: 'GET', path: '/v1/payment_intents/search', params: { query, limit: 1 } },
    IntentList,
  )
  if (!intents.ok) throw toUnavailable(intents)
  const [intent] = intents.data.data
  if (!intent) return undefined
  const params = { payment_intent: intent.id, limit: 1, expand: ['data.payment_intent'] }
  const sessions = await callStripe(
    account,
    { method: 'GET', path: '/v1/checkout/sessions', params },
    SessionList,
  )
  if (!sessions.ok) throw toUnavailable(sessions)
  const [session] = sessions.data.data
  return session && fromStripeSession(session)
}
