import type { Pool } from 'pg'
import { createDatabaseClient, type Database } from '../../queryable.ts'
import { type Replica, ReplicaFailure } from './replica.ts'

/** The number of reads that may wait for each one that runs at the primary. */
const MAX_WAITING = 25

/** Runs a statement of `pg`, given as configuration and values. */
export type Query = (config: unknown, values?: unknown) => Promise<unknown>

/** Returns a query that runs at a replica, or at the primary when the replica cannot answer it. */
export function createFallbackQuery(replica: Replica, queryPrimary: Query, onRepeat: () => void): Query {
  const queryReplica = toQuery(replica.pool)
  return async (config, values) => {
    try {
      return await replica.run(() => queryReplica(config, values))
    } catch (error) {
      if (!(error instanceof ReplicaFailure)) throw error
      onRepeat()
      return queryPrimary(config, values)
    }
  }
}

/** Returns a query of which at most `limit` run at once, so that lost replicas do not block purchases. */
export function limitQueries(pool: Pool, limit: number): Query {
  const query = toQuery(pool)
  const waiting: (() => void)[] = []
  let running = 0
  return async (config, values) => {
    if (running >= limit) {
      if (waiting.length >= limit * MAX_WAITING) throw tooManyReadsError()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await query(config, values)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Returns an error that is answered with 503, as when the server has no connection left. */
function tooManyReadsError(): Error {
  return Object.assign(new Error('too many reads wait for the primary'), { code: '53300' })
}

function toQuery(pool: Pool): Query {
  // Only one of the overloads of `query` is used: promises, with a configuration.
  return pool.query.bind(pool) as Query
}

/** Returns the database with another way to run single statements; transactions are the primary's. */
export function createReadClient(db: Database, query: Query): Database {
  const pool: Pool = Object.assign(Object.create(db.$client), {
    query,
    connect: db.$client.connect.bind(db.$client),
  })
  return createDatabaseClient(pool, db.$relaxed, db.$direct ?? db.$client)
}
