import { pino, type LoggerOptions } from 'pino'
import { maskPath } from './http/server/masked-path.ts'

/** The structured log: JSON lines on standard output, one object per event. */
export type Log = Readonly<{
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}>

/** The options of the log: `err` goes through `errorForLog`, the inputs of jobs through `inputForLog`. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: errorForLog, input: inputForLog, transactionId: inputForLog },
} satisfies LoggerOptions

/** Returns a log of the given level. Callers must not pass passwords, tokens and personal addresses. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  return pino({ ...LOG_OPTIONS, level })
}

/**
 * The logged fields of errors, which identify the failure. All others are omitted: `detail`, `where` and `params`
 * contain users' input.
 */
const LOGGED_FIELDS = ['code', 'kind', 'status', 'responseCode', 'constraint', 'table', 'column'] as const

/** The maximum depth of causes, because a chain can be circular. */
const MAX_CAUSE_DEPTH = 5

/**
 * Returns an error for the log, with its causes. It has the failure and its location, without the values of a query
 * or a row.
 */
export function errorForLog(error: unknown, depth = MAX_CAUSE_DEPTH): unknown {
  if (!(error instanceof Error)) return error
  const loggedFields = LOGGED_FIELDS.flatMap((name) =>
    name in error ? [[name, Reflect.get(error, name)] as const] : [],
  )
  const nestedErrors = error instanceof AggregateError ? error.errors : []
  return {
    type: error.name,
    message: toLoggableMessage(error.message),
    stack: getStackFrames(error),
    ...Object.fromEntries(loggedFields),
    ...(depth > 0 && error.cause !== undefined ? { cause: errorForLog(error.cause, depth - 1) } : {}),
    ...(depth > 0 && nestedErrors.length > 0
      ? { errors: nestedErrors.map((other: unknown) => errorForLog(other, depth - 1)) }
      : {}),
  }
}

/** Returns a job's input without personal addresses, and with shortened secrets. */
export function inputForLog(input: unknown): unknown {
  const text: string | undefined = JSON.stringify(input)
  return text === undefined ? undefined : JSON.parse(maskPath(maskEmails(text)))
}

/** Returns an error and its causes in one line, without the values of a query. */
export function describeError(error: unknown, depth = MAX_CAUSE_DEPTH): string {
  if (!(error instanceof Error)) return String(error)
  // Connections that failed at every address of a host have a code, but no message.
  const ownMessage = toLoggableMessage(error.message) || String(Reflect.get(error, 'code') ?? error.name)
  return depth > 0 && error.cause !== undefined
    ? `${ownMessage}: ${describeError(error.cause, depth - 1)}`
    : ownMessage
}

/** Returns a message without query values, and without the email addresses that mail servers include. */
function toLoggableMessage(text: string): string {
  return maskEmails(removeQueryValues(text))
}

function maskEmails(text: string): string {
  return text.replaceAll(EMAIL_PATTERN, '…@…')
}

/** Matches email addresses, with letters of all scripts, but without the punctuation around them. */
const EMAIL_PATTERN = /[^\s"'<>()[\],;:\\]{1,64}@[^\s"'<>()[\],;:\\]{1,255}/gu

/** Removes the values that Drizzle appends to the message of a failed query. */
function removeQueryValues(text: string): string {
  const values = text.indexOf('\nparams:')
  return values < 0 ? text : text.slice(0, values)
}

/** Returns the frames of a stack; the message at its beginning is cut off if it is there unchanged. */
function getStackFrames({ stack = '', message }: Error): string {
  return removeQueryValues(message ? stack.replace(message, () => toLoggableMessage(message)) : stack)
}
