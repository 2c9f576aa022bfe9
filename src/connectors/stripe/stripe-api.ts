import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import { lazyModule } from '#platform/lazy-module.ts'

/** Returns Stripe's package, which holds 40 MB: shops that take no money by Stripe never load it. */
export const loadStripe = lazyModule<typeof Stripe>('stripe')

/**
 * The version of the API that every request names: the one that the package is typed for. Since 2026-09-30 sessions take
 * `allowed_payment_method_types`, no `payment_method_types`. A webhook endpoint has a version of its own: it is to be made with this one.
 */
const STRIPE_VERSION = '2026-10-28.endive'

/** How long one attempt may take, and how long is waited before each further one. */
const TIMEOUT_MS = 12_000
const WAITS_MS = [300, 1_200]

/**
 * The settings of calls to Stripe. `pause` waits between attempts; it and the time for one attempt can be set, so
 * that tests need not wait.
 */
export type StripeAccount = Readonly<{
  secretKey: string
  baseUrl?: string | undefined
  send: (url: string, init: RequestInit) => Promise<Response>
  pause?: (ms: number) => Promise<unknown>
  timeoutMs?: number
}>

/** An account with Stripe's own client for it, which is made with the first call. */
export type StripeClient = StripeAccount & Readonly<{ getSdk: () => Stripe }>

/** A refusal of Stripe: the HTTP status, its code (https://docs.stripe.com/api/errors) and its message. */
export type StripeRefusal = Readonly<{ status: number; code: string; message: string }>

/** Stripe's answer: an object of the wanted shape, or its refusal. */
export type StripeAnswer<Data> =
  | Readonly<{ ok: true; data: Data }>
  | Readonly<{ ok: false; refusal: StripeRefusal }>

/** Returns the account with a client that sends through `send`, follows no redirect and tells Stripe nothing of this machine. */
export function createStripeClient(account: StripeAccount): StripeClient {
  let sdk: Stripe | undefined
  return { ...account, getSdk: () => (sdk ??= createSdk(account)) }
}

function createSdk({ secretKey, baseUrl, send, timeoutMs = TIMEOUT_MS }: StripeAccount): Stripe {
  const StripeSdk = loadStripe()
  return new StripeSdk(secretKey, {
    apiVersion: STRIPE_VERSION,
    httpClient: StripeSdk.createFetchHttpClient(toFetch(send)),
    // `callStripe` makes the attempts: the package does not repeat what was limited (429).
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...(baseUrl !== undefined && toAddress(new URL(baseUrl))),
  })
}

/** The package asks for the address as a text, and calls headers in a writing of its own. */
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
 * Calls Stripe, with up to three attempts under one idempotency key. An attempt that is lost, limited (429), still
 * running (409) or failed there (5xx) is repeated, and so has its effect once. The key belongs to our own action,
 * never to the attempt. Throws `unavailable` when there is no proper answer in the end: whether there was an effect
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

/** The package takes every JSON without `error` for a success, whatever its status: a gateway's may be none of Stripe's. */
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

/** Stripe says itself whether trying again makes sense; where it does not, the status does. One that has none was lost. */
function mayRetry(error: unknown): boolean {
  if (!(error instanceof loadStripe().errors.StripeError)) return false
  const shouldRetry = error.headers?.['stripe-should-retry']
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return error.statusCode === undefined || isTransient(error.statusCode)
}

function isTransient(status: number): boolean {
  return status === 409 || status === 424 || status === 429 || status >= 500
}

/** Only what Stripe words as a refusal is one. A wrong key (401, 403) is ours to mend, not the shopper's. */
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
