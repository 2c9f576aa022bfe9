import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'
import { isUnexpected } from '../calls/failure.ts'

/** Logs a failure of a call, unless it is the caller's. `message` says what failed. */
export type LogFailure = (error: unknown, requestId: string, message: string) => void

/**
 * Creates what logs failures of calls: bugs and outages as errors. Calls that are refused because the shop is busy are the
 * protection at work and may be thousands: one warning for the first, and one a minute with the number of the others.
 */
export function createFailureLog(log: Log): LogFailure {
  let suppressedCount: number | undefined
  const report = (): void => {
    if (!suppressedCount) {
      suppressedCount = undefined
      return
    }
    log.warn({ code: TOO_BUSY_CODE, calls: suppressedCount }, 'refused further calls: the shop is busy')
    startMinute()
  }
  const startMinute = (): void => {
    suppressedCount = 0
    setTimeout(report, MINUTE).unref()
  }
  return (error, requestId, message) => {
    if (!isUnexpected(error)) return
    if (!isTooBusy(error)) return log.error({ requestId, err: error }, message)
    if (suppressedCount !== undefined) {
      suppressedCount += 1
      return
    }
    log.warn({ code: TOO_BUSY_CODE, requestId }, 'refused a call: the shop is busy')
    startMinute()
  }
}

/** What the queue of sign-ins refuses with when it is full. */
const TOO_BUSY_CODE = 'too_busy'

function isTooBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === TOO_BUSY_CODE
}
