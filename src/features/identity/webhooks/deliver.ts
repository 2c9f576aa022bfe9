import { AppError } from '#core/errors.ts'
import { addMs, MINUTE, DAY, HOUR, SECOND } from '#core/time.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import {
  claimDue,
  type DueDelivery,
  type EndpointHealth,
  failPending,
  updateAttempted,
  updateHealth,
} from './delivery-queries.ts'
import { updateState } from './endpoint-queries.ts'
import type { WebhookDeps } from './port.ts'
import { signMessage } from './signature.ts'

const BATCH = 20
const TIMEOUT_MS = 10_000
/** How long a delivery is claimed, which exceeds the time of an attempt. */
const LEASE_MS = 2 * MINUTE
/** The most characters stored of an answer. */
const MAX_MESSAGE = 300

/** Returns the context with which an endpoint's signing secret is sealed. */
export function toSecretContext(endpointId: string): string {
  return `webhook secret of ${endpointId}`
}

/** Returns the body of a webhook: its type, its time, and its data. */
export function toBody({
  type,
  occurredAt,
  data,
}: Pick<DueDelivery, 'type' | 'occurredAt' | 'data'>): string {
  return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data })
}

/** Attempts every delivery that is due, until none is; returns how many attempts were made. */
export async function deliverDue(db: Database, deps: WebhookDeps, clock: () => Date): Promise<number> {
  let count = 0
  for (;;) {
    const now = clock()
    const due = await inTransaction(db, (tx) =>
      claimDue(tx, { now, leaseUntil: addMs(now, LEASE_MS), limit: BATCH }),
    )
    await Promise.all(due.map((delivery) => attemptDelivery(db, deps, { delivery, now })))
    count += due.length
    if (due.length === 0) return count
  }
}

type Attempt = Readonly<{ delivery: DueDelivery; now: Date }>

async function attemptDelivery(db: Database, deps: WebhookDeps, { delivery, now }: Attempt): Promise<void> {
  const startedAt = performance.now()
  const result = await send(deps, { delivery, now })
  const milliseconds = Math.round(performance.now() - startedAt)
  await inTransaction(db, (tx) => settle(tx, deps, { delivery, now, result, milliseconds }))
}

/** Sends a delivery; a forbidden or unreachable address is a result, too. */
async function send(
  { send: fetchSafely, sealer }: WebhookDeps,
  { delivery, now }: Attempt,
): Promise<AttemptResult> {
  const { url, endpointId, secret, previousSecret, event } = delivery
  const body = toBody(delivery)
  const secrets = await Promise.all(
    [secret, previousSecret]
      .filter((one) => one !== null)
      .map((one) => sealer.open(one, toSecretContext(endpointId))),
  )
  const headers = signMessage({ id: event, sentAt: now, body }, secrets)
  try {
    const { status, text } = await fetchSafely({ url, headers, body, timeoutMs: TIMEOUT_MS })
    const isRedirect = status >= 300 && status < 400
    return {
      status,
      message: isRedirect ? 'It redirects elsewhere, which is not followed.' : toMessage(text),
    }
  } catch (error) {
    if (error instanceof AppError) return { status: null, message: toMessage(error.message) }
    throw error
  }
}

/** Returns the beginning of an answer without characters that the database rejects. */
function toMessage(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_MESSAGE).toWellFormed()
}

type SettledAttempt = Attempt & Readonly<{ result: AttemptResult; milliseconds: number }>

async function settle(
  tx: Transaction,
  deps: WebhookDeps,
  { delivery, now, result, milliseconds }: SettledAttempt,
): Promise<void> {
  const { key, endpoint, attempts } = delivery
  const isSuccess = isDelivered(result)
  // Attempts at one endpoint wait for each other here: one that ends after a pause is not retried.
  const health = await updateHealth(tx, { endpoint, isDelivered: isSuccess, now })
  const problem =
    !health || isSuccess || health.state === 'paused'
      ? undefined
      : explainPause(result, { failingSince: health.failingSince ?? now, now })
  const isOver = isSuccess || health?.state !== 'active' || problem !== undefined
  const delay = isOver ? undefined : getRetryDelay(attempts)
  await updateAttempted(tx, {
    key,
    state: isSuccess ? 'delivered' : delay === undefined ? 'failed' : 'pending',
    attempt: { at: now.toISOString(), milliseconds, ...result },
    nextAttemptAt: delay === undefined ? null : addMs(now, delay),
  })
  if (health && problem) await pause(tx, deps, { delivery, health, problem, now })
}

/** Pauses an endpoint that accepts nothing, and emails its manager. */
async function pause(
  tx: Transaction,
  { enqueue, publicUrl }: WebhookDeps,
  paused: Readonly<{ delivery: DueDelivery; health: EndpointHealth; problem: string; now: Date }>,
): Promise<void> {
  const { delivery, health, problem, now } = paused
  await updateState(tx, delivery.endpoint, { state: 'paused', problem })
  await failPending(tx, delivery.endpoint)
  if (health.email === null) return
  const email = createEmail(
    { key: `webhook-paused:${delivery.endpointId}:${now.getTime()}`, to: health.email },
    {
      ...writeEmail('webhook_paused', { endpoint: health.url }, [
        problem,
        'Once it works again, resume it under API and webhooks in your dashboard, and replay the deliveries that failed.',
      ]),
      preview: problem,
      tables: [],
      action: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
      closing: [],
    },
  )
  await sendEmails(tx, { emails: [email], now, enqueue })
}

/** The waits after failed attempts: eight attempts in about 28 hours, then the delivery has failed. */
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** How long an endpoint may fail without a success before it is paused. */
const PAUSE_AFTER_MS = 3 * DAY

/** The result of an attempt: the status of the answer, or why there was none. */
type AttemptResult = Readonly<{ status: number | null; message: string }>

/** Returns whether the receiver accepted a webhook: any status from 200 to 299. */
function isDelivered({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Returns the milliseconds until the next attempt after that many attempts; undefined for none. */
function getRetryDelay(attempts: number): number | undefined {
  return RETRY_DELAYS_MS[attempts - 1]
}

/** Returns why an endpoint is paused after a failed attempt; undefined while it is not. */
function explainPause(
  { status }: Pick<AttemptResult, 'status'>,
  { failingSince, now }: Readonly<{ failingSince: Date; now: Date }>,
): string | undefined {
  if (status === 410) return 'It answered 410 Gone: it no longer wants webhooks.'
  return now.getTime() - failingSince.getTime() >= PAUSE_AFTER_MS
    ? 'No delivery has succeeded for three days.'
    : undefined
}
