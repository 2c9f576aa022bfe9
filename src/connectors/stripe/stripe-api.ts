import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import { lazyModule } from '#platform/lazy-module.ts'

/** Returns Stripe's package, which needs 40 MB and is loaded only by shops that use Stripe. */
export const loadStripe = lazyModule<typeof Stripe>('stripe')

/**
 * The version of the API in every request, for which the package is typed. Since 2026-09-30 sessions have
 * `allowed_payment_method_types` instead of `payment_method_types`. A webhook endpoint has its own version: create it
 * with this one.
 */
const STRIPE_VERSION = '2026-10-28.endive'

/** The time limit of one attempt, and the delays before further ones, in milliseconds. */
const TIMEOUT_MS = 12_000
const WAITS_MS = [300, 1_200]

/**
 * The settings of calls to Stripe. `pause` waits between attempts; it and the time limit of an attempt can be
 * replaced, so that tests need not wait.
 */
export type StripeAccount = Readonly<{
  secretKey: string
  baseUrl?: string | undefined
  send: (url: string, init: RequestInit) => Promise<Response>
  pause?: (ms: number) => Promise<unknown>
  timeoutMs?: number
}>

/** An account with Stripe's own client, which is created by the first call. */
export type StripeClient = StripeAccount & Readonly<{ getSdk: () => Stripe }>

/** A refusal of Stripe: the HTTP status, its code (https://docs.stripe.com/api/errors) and its message. */
export type StripeRefusal = Readonly<{ status: number; code: string; message: string }>

/** The result of a call: an object of the expected shape, or a refusal. */
export type StripeAnswer<Data> =
  | Readonly<{ ok: true; data: Data }>
  | Readonly<{ ok: false; refusal: StripeRefusal }>

/** Returns the account with a client that sends through `send`, without redirects and telemetry. */
export function createStripeClient(account: StripeAccount): StripeClient {
  let sdk: Stripe | undefined
  return { ...account, getSdk: () => (sdk ??= createSdk(account)) }
}

function createSdk({ secretKey, baseUrl, send, timeoutMs = TIMEOUT_MS }: StripeAccount): Stripe {
  const StripeSdk = loadStripe()
  return new StripeSdk(secretKey, {
    apiVersion: STRIPE_VERSION,
    httpClient: StripeSdk.createFetchHttpClient(toFetch(send)),
    // `callStripe` makes the attempts, because the package does not retry rate-limited requests (429).
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(baseUrl !== undefined && toAddress(new URL(baseUrl))),
  })
}

/** Adapts `send` to the package, which expects the URL as text and its own form of headers. */
function toFetch(send: StripeAccount['send']): typeof fetch {
  return (url, init) =>
    send(url instanceof Request ? url.url : url.toString(), {
      ...init,
      headers: Object.fromEntries(new Headers(init?.headers)),
      redirect: 'error',
    })
}

function toAddress({ hostname, port, protocol }: URL) {
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/**
 * Calls Stripe, with up to three attempts under one idempotency key. An attempt that is lost, rate limited (429),
 * still running (409) or failed there (5xx) is repeated, and has its effect only once. The key belongs to our own
 * action, not to the attempt. Throws `unavailable` without a valid response in the end; whether there was an effect
 * is then unknown.
 */
export async function callStripe<Shape extends z.ZodType>(
  { getSdk, pause = delay }: StripeClient,
  request: (sdk: Stripe) => Promise<Stripe.Response<unknown>>,
  shape: Shape,
): Promise<StripeAnswer<z.output<Shape>>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return readAnswer(requireSuccess(await request(getSdk())), shape)
    } catch (error) {
      const wait = WAITS_MS[attempt]
      if (wait === undefined || !mayRetry(error)) return toRefusal(error)
      await pause(wait)
    }
  }
}

/**
 * Throws for unsuccessful responses: the package accepts any JSON without `error`, even from a gateway with an error
 * status.
 */
function requireSuccess<Answer extends Stripe.Response<unknown>>(answer: Answer): Answer {
  const { statusCode, headers } = answer.lastResponse
  if (statusCode >= 200 && statusCode < 300) return answer
  const { StripeAPIError } = loadStripe().errors
  throw new StripeAPIError({
    type: 'api_error',
    message: `Stripe answered ${statusCode}`,
    statusCode,
    headers,
  })
}

function readAnswer<Shape extends z.ZodType>(answer: unknown, shape: Shape): StripeAnswer<z.output<Shape>> {
  const read = shape.safeParse(answer)
  if (read.success) return { ok: true, data: read.data }
  throw new Error('Stripe gave an answer of another shape', { cause: read.error })
}

/**
 * Returns whether a retry may help, by Stripe's own header or else by the status. A request without a status was
 * lost.
 */
function mayRetry(error: unknown): boolean {
  if (!(error instanceof loadStripe().errors.StripeError)) return false
  const shouldRetry = error.headers?.['stripe-should-retry']
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return error.statusCode === undefined || isTransient(error.statusCode)
}

function isTransient(status: number): boolean {
  return status === 409 || status === 424 || status === 429 || status >= 500
}

/**
 * Returns the refusal of an error; throws for errors that are no refusals. A wrong key (401, 403) is the operator's
 * to fix, not the shopper's.
 */
function toRefusal(error: unknown): StripeAnswer<never> {
  const { StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = loadStripe().errors
  if (error instanceof StripeIdempotencyError)
    throw new Error(`An idempotency key was used for two things: ${error.message}`)
  if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError))
    throw unavailable(
      'provider_unreachable',
      'The payment provider can’t be reached right now. Please try again.',
      error,
    )
  const { statusCode: status = 0, code = '', message } = error
  return { ok: false, refusal: { status, code, message } }
}
