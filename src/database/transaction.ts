import { setTimeout as delay } from 'node:timers/promises'
import type { Client, PoolClient, QueryConfig, QueryResult } from 'pg'
import {
  getDirectPool,
  type Database,
  type Isolation,
  type Queryable,
  type Transaction,
  type TransactionClient,
  createTransactionClient,
} from './queryable.ts'
import { isConnectionFailure, sqlState } from './failures.ts'
import { connectWithoutTimeLimits } from './time-limits.ts'

const maxAttempts = 5
const isolationRank: Readonly<Record<Isolation, number>> = {
  'read committed': 0,
  'repeatable read': 1,
  serializable: 2,
}

/** How a transaction runs; a long one's statements may take as long as they need. */
type TransactionOptions = { isolation?: Isolation; isLong?: boolean }

/**
 * Runs `work` in a transaction: committed when it returns, rolled back when it throws. Given a
 * transaction it joins that one. A fresh one that lost against another (deadlock, serialization) is run
 * again from the start, a few times: `work` must do nothing outside the database. Throws when a
 * joining one asks for a stronger isolation than the transaction has, and when a statement had failed but
 * `work` returned as if nothing were (PostgreSQL then rolls back without a word).
 */
export async function inTransaction<Result>(
  db: Queryable,
  callback: (tx: Transaction) => Promise<Result>,
  { isolation, isLong = false }: TransactionOptions = {},
): Promise<Result> {
  if (isTransaction(db)) {
    const outer = db.$client.isolation
    if (isolation && isolationRank[isolation] > isolationRank[outer]) {
      throw new Error(`A ${isolation} transaction cannot join one that is ${outer}`)
    }
    return callback(db)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAttempt(db, callback, { isolation: isolation ?? 'read committed', isLong })
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
      // Different waits, so that those who collided do not do so again.
      await delay(Math.random() * 20 * attempt)
    }
  }
}

/**
 * Returns a transaction as a database, so that nested transactions join it. All of their work is committed or none;
 * what fails in one of them fails in all.
 */
export function asDatabase(tx: Transaction): Database {
  // The proven edge: callers run statements on a database, or pass it to `inTransaction`, which recognises a transaction.
  return tx as unknown as Database
}

function isTransaction(db: Database | Transaction): db is Transaction {
  return 'isolation' in db.$client
}

function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

async function runAttempt<Result>(
  db: Database,
  callback: (tx: Transaction) => Promise<Result>,
  { isolation, isLong }: Required<TransactionOptions>,
): Promise<Result> {
  const { connection, release } = await openConnection(db, isLong)
  const guardedClient = createGuardedClient(connection, isolation)
  let isBroken = false
  try {
    await connection.query(`begin isolation level ${isolation}`)
    const result = await callback(createTransactionClient(connection, guardedClient.client))
    guardedClient.end()
    const { command } = await connection.query('commit')
    if (command !== 'COMMIT') throw new Error('A statement of the transaction had failed: it was rolled back')
    return result
  } catch (error) {
    guardedClient.end()
    // What leads to a server that is away, or no longer the one that writes, is not used again.
    isBroken = isConnectionFailure(error)
    // Closing it rolls back, too; a server that is silent would be waited for once more.
    if (!isBroken) await connection.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    await release(isBroken)
  }
}

/** The connection that a transaction runs on: one of the pool, or for a long one its own. */
async function openConnection(
  db: Database,
  isLong: boolean,
): Promise<{ connection: Client | PoolClient; release: (isBroken: boolean) => void | Promise<void> }> {
  if (!isLong) {
    const connection = await db.$client.connect()
    return { connection, release: (isBroken) => connection.release(isBroken) }
  }
  const connection = await connectWithoutTimeLimits(getDirectPool(db))
  return { connection, release: () => connection.end() }
}

// A statement that was not awaited would otherwise run on a connection that another transaction uses by then.
function createGuardedClient(connection: Client | PoolClient, isolation: Isolation) {
  let isFinished = false
  let lastQuery: Promise<unknown> = Promise.resolve()
  const client: TransactionClient = {
    isolation,
    query: (config: QueryConfig, values?: unknown[]): Promise<QueryResult> => {
      if (isFinished) return Promise.reject(new Error('The transaction is over: a statement came too late'))
      // One after the other, also when `work` starts several at once: a connection does one at a time.
      const result = lastQuery.then(() => connection.query(config, values))
      lastQuery = result.catch(() => undefined)
      return result
    },
  }
  return {
    client,
    end: () => {
      isFinished = true
    },
  }
}
