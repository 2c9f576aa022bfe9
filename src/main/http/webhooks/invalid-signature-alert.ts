import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'

/** Reports a sender's rejected webhook event, if its signature was invalid. */
export type InvalidSignatureAlert = (sender: string, error: unknown, now: Date) => void

type SenderFailures = { alertedAt: number; count: number }

/**
 * Returns an alert for webhook events with invalid signatures. Either they are forged, or the secret
 * is not the sender's any more. It logs at most a line a minute for each sender, with how many there were since the
 * last one and nothing of their content. `sender` is a name of ours, so that what is remembered stays small.
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
