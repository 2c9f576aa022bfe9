const constraintStates = new Set(['23505', '23503', '23514', '23502', '23P01'])

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Shut down by an administrator or by a crash, not ready yet, or too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only: the primary has become a replica.
  '25006',
])

// Errors of `pg` and its pool without a code.
const connectionMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|connection error and is not queryable/

/**
 * Returns the name of the constraint that a statement violated; undefined for other errors. It covers unique, foreign
 * key, check and exclusion constraints; the error may be the driver's or wrapped by Drizzle.
 */
export function violatedConstraint(error: unknown): string | undefined {
  for (const current of errorChain(error)) {
    const state = getTextField(current, 'code')
    if (state !== undefined && constraintStates.has(state)) return getTextField(current, 'constraint')
  }
  return undefined
}

/**
 * Returns whether the database could not be reached or the connection was lost. Such errors are answered with 503.
 */
export function isConnectionFailure(error: unknown): boolean {
  return errorChain(error).some((current) => {
    const code = getTextField(current, 'code')
    // SQLSTATE class 08 is "connection exception".
    if (code !== undefined && (connectionCodes.has(code) || /^08\w{3}$/.test(code))) return true
    return connectionMessages.test(current.message)
  })
}

/** Returns whether a pooler refused a connection because of its settings, as PgBouncer does. */
export function isPoolerRefusal(error: unknown): boolean {
  return (
    sqlState(error) === '08P01' &&
    errorChain(error).some(({ message }) => message.includes('unsupported startup parameter'))
  )
}

/** Returns PostgreSQL's five-letter code (SQLSTATE) of a failed statement. */
export function sqlState(error: unknown): string | undefined {
  return errorChain(error)
    .map((current) => getTextField(current, 'code'))
    .find((code) => code !== undefined && /^[0-9A-Z]{5}$/.test(code))
}

function errorChain(error: unknown): Error[] {
  const errors: Error[] = []
  let current = error
  while (current instanceof Error && !errors.includes(current)) {
    errors.push(current)
    current = current.cause
  }
  return errors
}

function getTextField(error: Error, field: 'code' | 'constraint'): string | undefined {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}
