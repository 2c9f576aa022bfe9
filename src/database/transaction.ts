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
import { connectWithoutTimeLimits } from './connections/time-limits.ts'

const maxAttempts = 5
const isolationRank: Readonly<Record<Isolation, number>> = {
  'read committed': 0,
  'repeatable read': 1,
  serializable: 2,
}

/** The options of a transaction; statements of a long one have no time limit. */
type TransactionOptions = { isolation?: Isolation; isLong?: boolean }

/**
 * Runs `work` in a transaction, which commits when it returns and rolls back when it throws. Given a transaction, it
 * joins that one. A new one that fails by a deadlock or a serialization conflict is repeated a few times: `work` must
 * have no effects outside the database. Throws when a joining one requires a stronger isolation than the transaction
 * has, and when a statement failed but `work` returned normally (PostgreSQL then rolls back without an error).
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
      // Random delays, so that transactions in conflict do not collide again.
      await delay(Math.random() * 20 * attempt)
    }
  }
}

/**
 * Returns a transaction as a database, so that nested transactions join it. All of their work is committed or none; a
 * failure in one of them fails all.
 */
export function asDatabase(tx: Transaction): Database {
  // A safe cast: callers run statements on a database, or pass it to `inTransaction`, which recognises a transaction.
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
    // A connection to a server that is unreachable or now read-only is not reused.
    isBroken = isConnectionFailure(error)
    // Closing it rolls back, too; a rollback would have to wait for a silent server again.
    if (!isBroken) await connection.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    await release(isBroken)
  }
}

/** Returns the connection for a transaction: one of the pool, or a separate one for a long transaction. */
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

// Otherwise a statement that was not awaited could run on a connection that another transaction already uses.
function createGuardedClient(connection: Client | PoolClient, isolation: Isolation) {
  let isFinished = false
  let lastQuery: Promise<unknown> = Promise.resolve()
  const client: TransactionClient = {
    isolation,
    query: (config: QueryConfig, values?: unknown[]): Promise<QueryResult> => {
      if (isFinished) return Promise.reject(new Error('The transaction is over: a statement came too late'))
      // Statements run one at a time, as a connection requires, even if `work` starts several at once.
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
