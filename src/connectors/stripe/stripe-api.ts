import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import { encodeForm, type FormFields } from './form.ts'

/**
 * The version of the API that every request names. Since 2026-09-30 sessions take `allowed_payment_method_types`, no
 * `payment_method_types`. A webhook endpoint has a version of its own: it is to be made with this one.
 */
export const STRIPE_VERSION = '2026-10-28.endive'

/** Where Stripe answers. */
const STRIPE_URL = 'https://api.stripe.com'

/** How long one attempt may take, and how long is waited before each further one. */
const TIMEOUT_MS = 12_000
const WAITS_MS = [300, 1_200]

/** What speaking to Stripe needs; `pause` waits between attempts; it and the time for
 * one attempt can be handed over, so that tests need not wait. */
export type StripeAccount = Readonly<{
  secretKey: string
  baseUrl?: string | undefined
  send: (url: string, init: RequestInit) => Promise<Response>
  pause?: (ms: number) => Promise<unknown>
  timeoutMs?: number
}>

/** One call. A POST has an idempotency key that belongs to our own action, never to the attempt. */
export type StripeCall = Readonly<
  { path: string; params?: FormFields } & ({ method: 'GET' } | { method: 'POST'; idempotencyKey: string })
>

/** What Stripe said no to: its type and code (https://docs.stripe.com/api/errors), its words, the HTTP status. */
export type StripeRefusal = Readonly<{ status: number; type: string; code: string; message: string }>

/** Stripe's answer: an object of the wanted shape, or its refusal. */
export type StripeAnswer<Data> =
  | Readonly<{ ok: true; data: Data }>
  | Readonly<{ ok: false; refusal: StripeRefusal }>

const Refusal = z.object({
  error: z.object({
    type: z.string().default(''),
    code: z.string().nullish(),
    message: z.string().default(''),
  }),
})

/**
 * Asks Stripe, up to three times: an attempt that is lost, limited (429), still running (409) or failed over there (5xx)
 * is made again with the same idempotency key, so that it has its effect once. Throws `unavailable` when there is no
 * proper answer in the end: whether there was an effect is then unknown.
 */
export async function callStripe<Shape extends z.ZodType>(
  account: StripeAccount,
  call: StripeCall,
  shape: Shape,
): Promise<StripeAnswer<z.output<Shape>>> {
  const { pause = delay } = account
  for (let attempt = 0; ; attempt += 1) {
    const answer = await attemptCall(account, call)
    const wait = WAITS_MS[attempt]
    if (answer.mayRetry && wait !== undefined) await pause(wait)
    else return readAnswer(answer, shape)
  }
}

type RawAnswer = { status: number; body: unknown; mayRetry: boolean; cause?: unknown }

async function attemptCall(
  { secretKey, baseUrl = STRIPE_URL, send, timeoutMs = TIMEOUT_MS }: StripeAccount,
  call: StripeCall,
): Promise<RawAnswer> {
  const form = encodeForm(call.params ?? {})
  const isPost = call.method === 'POST'
  try {
    const answer = await send(`${baseUrl}${call.path}${isPost || form === '' ? '' : `?${form}`}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': STRIPE_VERSION,
        ...(isPost && {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': call.idempotencyKey,
        }),
      },
      ...(isPost && { body: form }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await answer.json().catch(() => undefined)
    return { status: answer.status, body, mayRetry: mayRetry(answer) }
  } catch (cause) {
    return { status: 0, body: undefined, mayRetry: true, cause }
  }
}

/** Stripe says itself whether trying again makes sense; where it does not, the status does. */
function mayRetry({ status, headers }: Response): boolean {
  const shouldRetry = headers.get('stripe-should-retry')
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return isTransient(status)
}

function isTransient(status: number): boolean {
  return status === 409 || status === 424 || status === 429 || status >= 500
}

function readAnswer<Shape extends z.ZodType>(
  { status, body, cause }: RawAnswer,
  shape: Shape,
): StripeAnswer<z.output<Shape>> {
  if (status >= 200 && status < 300) {
    const read = shape.safeParse(body)
    if (read.success) return { ok: true, data: read.data }
    throw unreachable(new Error('Stripe gave an answer of another shape', { cause: read.error }))
  }
  const failure = Refusal.safeParse(body)
  // Without words of Stripe's it was something on the way. A wrong key (401, 403) is ours to mend, not the shopper's.
  if (!failure.success || isTransient(status) || status === 401 || status === 403) {
    const detail = failure.success ? failure.data.error.message : 'no words'
    throw unreachable(cause ?? new Error(`Stripe answered ${status}: ${detail}`))
  }
  const { type, code, message } = failure.data.error
  if (type === 'idempotency_error') throw new Error(`An idempotency key was used for two things: ${message}`)
  return { ok: false, refusal: { status, type, code: code ?? '', message } }
}

function unreachable(cause: unknown) {
  return unavailable(
    'provider_unreachable',
    'The payment provider can’t be reached right now. Please try again.',
    cause,
  )
}
