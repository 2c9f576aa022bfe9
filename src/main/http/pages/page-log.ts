import type { Log } from '#platform/log.ts'
import { isApiFailure } from '#web/app/calls/api.ts'

/** What pages tell of while they are drawn, in the log: what the shop refused is an answer, all else is an error. */
export function pageLog(log: Log): (text: string, error: unknown) => void {
  return (text, error) => {
    if (isApiFailure(error)) log.debug({ err: error }, text)
    else log.error({ err: error }, text)
  }
}
