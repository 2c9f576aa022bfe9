/** The six kinds of failures. The HTTP layer maps each to one status. */
export type ErrorKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'refused' | 'unavailable'

/** The details of an error for programs: plain JSON. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/**
 * Reports a failure to the caller: `message` is for people, `code` (snake_case, stable) for programs. Any other
 * thrown error is a bug and answered with 500.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: ErrorDetails | undefined

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: { details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.details = options.details
  }
}

/** Returns the error for an invalid request: 400. */
export function invalid(code: string, message: string, details?: ErrorDetails): AppError {
  return new AppError('invalid', code, message, details ? { details } : {})
}

/** Returns the error for something that does not exist, or that the caller may not see: 404. */
export function notFound(code: string, message: string): AppError {
  return new AppError('not_found', code, message)
}

/** Returns the error for a valid request that the shop's rules or the current state forbid: 409. */
export function refused(code: string, message: string, details?: ErrorDetails): AppError {
  return new AppError('refused', code, message, details ? { details } : {})
}

/** Returns the error for a service that does not respond now; the same call may work later: 503. */
export function unavailable(code: string, message: string, cause?: unknown): AppError {
  return new AppError('unavailable', code, message, cause === undefined ? {} : { cause })
}
