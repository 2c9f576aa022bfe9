import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts'

/** How long to wait after each failed attempt: eight attempts in about 28 hours, then the delivery has failed. */
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** How long an endpoint may fail without a success before it is paused. */
const PAUSE_AFTER_MS = 3 * DAY

/** The result of an attempt: the status of the answer, or why there was none. */
export type AttemptResult = Readonly<{ status: number | null; message: string }>

/** Returns whether the receiver has taken a webhook: any status from 200 to 299. */
export function isDelivered({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Returns after how many milliseconds a delivery is attempted again after that many attempts; undefined for never. */
export function getRetryDelay(attempts: number): number | undefined {
  return RETRY_DELAYS_MS[attempts - 1]
}

/** Returns why an endpoint is to be paused after a failed attempt; undefined while it is tried further. */
export function explainPause(
  { status }: Pick<AttemptResult, 'status'>,
  { failingSince, now }: Readonly<{ failingSince: Date; now: Date }>,
): string | undefined {
  if (status === 410) return 'It answered 410 Gone: it no longer wants webhooks.'
  return now.getTime() - failingSince.getTime() >= PAUSE_AFTER_MS
    ? 'No delivery has succeeded for three days.'
    : undefined
}
