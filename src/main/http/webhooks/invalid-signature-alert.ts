import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'

/** Reports a sender's rejected webhook event, if its signature was invalid. */
export type InvalidSignatureAlert = (sender: string, error: unknown, now: Date) => void

type SenderFailures = { alertedAt: number; count: number }

/**
 * Returns an alert for webhook events with invalid signatures. They are forged, or the sender's secret has changed.
 * It logs at most one line per minute and sender, with the number since the last one and without their content.
 * `sender` is one of our names, which limits the stored entries.
 */
export function createInvalidSignatureAlert(log: Log): InvalidSignatureAlert {
  const senders = new Map<string, SenderFailures>()
  return (sender, error, now) => {
    if (!(error instanceof AppError) || error.code !== 'bad_signature') return
    const failures = senders.get(sender) ?? { alertedAt: Number.NEGATIVE_INFINITY, count: 0 }
    failures.count += 1
    senders.set(sender, failures)
    if (now.getTime() - failures.alertedAt < MINUTE) return
    log.warn(
      { sender, count: failures.count },
      'webhook events with invalid signatures: forged, or the secret has changed',
    )
    failures.alertedAt = now.getTime()
    failures.count = 0
  }
}
