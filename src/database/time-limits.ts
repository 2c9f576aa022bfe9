import { Client, type Pool } from 'pg'

/**
 * The time limits of the server in milliseconds. They are for a statement, an idle transaction, and the wait for a
 * lock.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  lock_timeout: 10_000,
} as const

/**
 * The longest wait of a connection for the response to a statement. The server ends statements sooner, so one that
 * says nothing for so long is away: its machine lost power, or the network loses packets.
 */
export const SILENCE_TIMEOUT_MS = 35_000

/**
 * Returns a connection of its own to a pool's database, without statement time limits. The caller ends it. Throws
 * when the database does not answer.
 */
export async function connectWithoutTimeLimits(pool: Pool): Promise<Client> {
  const client = new Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 })
  // A break between two statements is reported by the next one; without this it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
