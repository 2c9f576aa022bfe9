import { sql } from 'drizzle-orm'
import type { Database } from '#database/database.ts'
import { rows } from '#database/database.ts'
import { AppError } from '#ground/errors.ts'
import type { Limit } from './endpoint.ts'

/** A call that counts: who calls what, and how often that may be. */
export type Counted = Readonly<{ name: string; client: string; limit: Limit; now: Date }>

/** Counts a call; throws `too_many_requests` (429) when it is one too many in its window. */
export type Limiter = (call: Counted) => Promise<void>

/**
 * A limiter that counts in the database, so that several web processes count together.
 * `factor` multiplies every limit.
 */
export function createLimiter(db: Database, factor: number): Limiter {
  return async ({ name, client, limit, now }) => {
    const allowed = Math.max(1, Math.floor(limit.calls * factor))
    const windowStart = Math.floor(now.getTime() / limit.windowMs) * limit.windowMs
    const [row] = await rows<{ calls: number }>(
      db,
      sql`insert into rate_limits (name, client, window_start, calls)
          values (${name}, ${client}, ${new Date(windowStart)}, 1)
          on conflict (name, client) do update set
            calls = case when rate_limits.window_start = excluded.window_start then rate_limits.calls + 1 else 1 end,
            window_start = excluded.window_start
          returning calls`,
    )
    if (!row || row.calls <= allowed) return
    const retryAfterSeconds = Math.max(1, Math.ceil((windowStart + limit.windowMs - now.getTime()) / 1000))
    throw new AppError(
      'refused',
      'too_many_requests',
      'That was a little fast. Please wait a moment and try again.',
      {
        details: { retryAfterSeconds },
      },
    )
  }
}
