import { AppError } from '#core/errors.ts'
import { MINUTE } from '#core/time.ts'
import type { Log } from '#platform/log.ts'
import { isUnexpected } from '../calls/failure.ts'

/** Logs a failure of a call, unless the caller caused it. `message` names the operation that failed. */
export type LogFailure = (error: unknown, requestId: string, message: string) => void

/**
 * Returns the log of failed calls, which logs bugs and outages as errors. Calls that are refused because the shop is
 * busy can be thousands, so they get one warning for the first, and one a minute with the number of the others.
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

/** The code of the error when the queue of sign-ins is full. */
const TOO_BUSY_CODE = 'too_busy'

function isTooBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === TOO_BUSY_CODE
}
