import { Client, type Pool } from 'pg'

/**
 * The time limits of the server in milliseconds. They are for a statement, for an idle transaction, and for the wait
 * for a lock.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  lock_timeout: 10_000,
} as const

/**
 * The maximum wait for the response to a statement, in milliseconds. The server ends statements sooner, so after this
 * time it is unreachable: its machine has failed, or the network loses packets.
 */
export const SILENCE_TIMEOUT_MS = 35_000

/**
 * Returns a separate connection to a pool's database, without time limits for statements. The caller closes it.
 * Throws when the database does not respond.
 */
export async function connectWithoutTimeLimits(pool: Pool): Promise<Client> {
  // As an option, because pg doesn't send a limit of 0, and the role may have one for this database.
  const options = `${pool.options.options ?? ''} -c statement_timeout=0`
  const client = new Client({ ...pool.options, statement_timeout: 0, options })
  // The next statement reports a broken connection; without this listener it would crash the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
