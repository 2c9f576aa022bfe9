import { Client, type Pool, type PoolClient } from 'pg'

/**
 * Ends connections of a pool whose server sends nothing for `silenceMs` while they are in use. Statements that wait on
 * them fail, and the pool replaces them. One timer per pool: pg's own `query_timeout`, a timer per statement, took a quarter
 * of the processor time of a product list (decision 197).
 */
export function watchSilence(pool: Pool, silenceMs: number): void {
  /** When each connection in use was last seen at work, or given out. */
  const seenAt = new Map<PoolClient, number>()
  pool.on('connect', (client) => {
    // Emitted whenever all statements of a connection have been answered.
    client.on('drain', () => {
      if (seenAt.has(client)) seenAt.set(client, performance.now())
    })
  })
  pool.on('acquire', (client) => seenAt.set(client, performance.now()))
  pool.on('release', (_error, client) => seenAt.delete(client))
  pool.on('remove', (client) => seenAt.delete(client))
  const timer = setInterval(
    () => {
      if (pool.ended) clearInterval(timer)
      const latest = performance.now() - silenceMs
      for (const [client, at] of seenAt)
        if (at < latest) {
          seenAt.delete(client)
          end(client)
        }
    },
    Math.ceil(silenceMs / 10),
  )
  timer.unref()
}

/** Closes a connection at once: a farewell would wait for the server. */
function end(client: PoolClient): void {
  if (client instanceof Client) void client.end().catch(() => undefined)
}
