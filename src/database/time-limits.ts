import type { ClientBase } from 'pg'

/** How long a statement may take before the server ends it. */
export const STATEMENT_TIMEOUT_MS = 30_000

/**
 * How long a connection waits for the answer to a statement. The server ends statements sooner, so one that says nothing for so long is
 * away: its machine lost power, or the network loses packets.
 */
export const SILENCE_TIMEOUT_MS = 35_000

/** Lets the statements of a connection take as long as they need; returns what sets the limits of a request again. */
export async function liftTimeLimits(
  client: ClientBase,
  scope: 'session' | 'transaction' = 'session',
): Promise<() => void> {
  const before = setSilenceTimeout(client, 0)
  await client.query(`set ${scope === 'transaction' ? 'local ' : ''}statement_timeout = 0`)
  return () => void setSilenceTimeout(client, before)
}

/** Sets how long the driver waits for answers on one connection, which it reads before each statement; returns what was set before. */
function setSilenceTimeout(client: ClientBase, ms: number): number {
  // The driver has no call for it; a pool sets it for all of its connections.
  const parameters: unknown = Reflect.get(client, 'connectionParameters')
  if (!(parameters instanceof Object))
    throw new Error('The database driver has no parameters of a connection.')
  const before = Number(Reflect.get(parameters, 'query_timeout'))
  Reflect.set(parameters, 'query_timeout', ms)
  return before
}
