import { AppError, type ErrorKind } from '#core/errors.ts'
import { isConnectionFailure, sqlState } from '#database/failures.ts'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  refused: 409,
  unavailable: 503,
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  body_too_large: 413,
  wrong_content_type: 415,
  method_not_allowed: 405,
  too_many_requests: 429,
}

/** The body of every failed response. */
export type FailureBody = Readonly<{
  success: false
  message: string
  code: string
  details?: unknown
  requestId: string
}>

/**
 * Returns the response for a failure. An unexpected one contains only the request's id, by which the log has the
 * whole error; an unavailable or slow database is reported as such, because a retry may work.
 */
export function toFailureResponse(error: unknown, requestId: string): Response {
  const appError = error instanceof AppError ? error : toUnavailable(error)
  if (!appError)
    return jsonResponse(500, { code: 'internal', message: 'Something went wrong on our side.', requestId })
  const { code, message, details } = appError
  const retryHeaders = appError.kind === 'unavailable' ? { 'retry-after': '2' } : toRetryAfterHeader(appError)
  return jsonResponse(
    STATUS_BY_CODE[code] ?? STATUS[appError.kind],
    { code, message, details, requestId },
    retryHeaders,
  )
}

/** Returns whether a failure is a bug or an outage, which belongs in the log as an error. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof AppError) || error.kind === 'unavailable'
}

/** A lock or statement timeout, a repeated deadlock, or no memory or disk space left. */
const OVERLOAD_SQL_STATES = /^(55P03|57014|40P01|40001|53\w{3})$/

function toUnavailable(error: unknown): AppError | undefined {
  if (!isConnectionFailure(error) && !OVERLOAD_SQL_STATES.test(sqlState(error) ?? '')) return undefined
  return new AppError(
    'unavailable',
    'database_unavailable',
    'The shop is busy. Please try again in a moment.',
    {
      cause: error,
    },
  )
}

function toRetryAfterHeader(error: AppError): Record<string, string> {
  const seconds = error.details?.['retryAfterSeconds']
  return typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}
}

function jsonResponse(
  status: number,
  {
    code,
    message,
    details,
    requestId,
  }: { code: string; message: string; details?: unknown; requestId: string },
  headers: Record<string, string> = {},
): Response {
  const body: FailureBody = { success: false, message, code, ...(details ? { details } : {}), requestId }
  return Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } })
}
