import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'

/** Tells of a failed notice of a sender, where it was its signature that was not right. */
export type ForgeryAlarm = (sender: string, error: unknown, now: Date) => void

type Heard = { told: number; count: number }

/**
 * An alarm for notices that nobody rightly signed: somebody tries to forge them, or the secret is not the sender's any
 * more. At most a line a minute for each sender, with how many there were since the last one; nothing of what was sent
 * gets into it. `sender` is a name of ours, so that what is remembered stays small.
 */
export function forgeryAlarm(log: Log): ForgeryAlarm {
  const senders = new Map<string, Heard>()
  return (sender, error, now) => {
    if (!(error instanceof AppError) || error.code !== 'bad_signature') return
    const heard = senders.get(sender) ?? { told: Number.NEGATIVE_INFINITY, count: 0 }
    heard.count += 1
    senders.set(sender, heard)
    if (now.getTime() - heard.told < MINUTE) return
    log.warn(
      { sender, count: heard.count },
      'notices with a wrong signature: forged, or the secret has changed',
    )
    heard.told = now.getTime()
    heard.count = 0
  }
}
