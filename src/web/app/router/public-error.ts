import { isApiFailure } from '../calls/api.ts'
import { isScriptLoadError } from '../hydration/import-with-retry.ts'

/** The message of an unexpected error, whose own message may contain files and addresses. */
const UNEXPECTED_ERROR = '500 Something went wrong on our side.'

/** A status and a text, as on error pages (ROUTE-30). */
const STATUS_AND_TEXT = /^[45]\d\d /

/**
 * Returns the error in the form that users may see. Only the status and message of the server's refusal reach the
 * browser, otherwise a general message. `cause` is the error itself, for the log.
 */
export function toPublicError(error: unknown): Error {
  return new Error(publicErrorText(error), { cause: error })
}

/** Returns the text of an error page. */
export function publicErrorText(error: unknown): string {
  if (isScriptLoadError(error)) return 'We couldn’t load this page. Check your connection.'
  if (isApiFailure(error)) return `${error.status} ${error.message}`.trim()
  // An error during rendering on the server reaches the browser with this message only.
  return error instanceof Error && STATUS_AND_TEXT.test(error.message) ? error.message : UNEXPECTED_ERROR
}
