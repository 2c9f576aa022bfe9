import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import {
  findConnectionByKey,
  type StoreConnection,
  lockConnections,
  saveCheck,
} from '../connecting/connection-queries.ts'
import { truncateLine, MAX_PROBLEM_LENGTH } from '../truncate.ts'
import { openKeys, type StoreConnectionDeps } from '../deps.ts'
import { endPending } from '../listings/result-queries.ts'
import type { StoreAccess, StoreConnector } from '../port.ts'
import { MAX_MISSES } from '../rules.ts'
import { claimRun, endRun, findRun, countMiss, type StoreRun } from './run-queries.ts'
import { keepLease, type RunLease, runTakenError } from './run-lease.ts'
import { JOBS_BY_KIND } from './start-run.ts'

/** A chunk of a run. The store is called outside of any transaction; then `note` stores the result. */
export type Chunk = Readonly<{
  run: StoreRun
  connection: StoreConnection
  connector: StoreConnector
  access: StoreAccess
}>

/** Stores the result of a chunk; returns whether there is more to do. */
export type SaveChunk = (tx: Transaction) => Promise<boolean>

/** The dependencies of a chunk. */
export type ChunkTask = Readonly<{
  runId: number
  now: Date
  deps: StoreConnectionDeps
  work(chunk: Chunk): Promise<SaveChunk>
}>

/**
 * Processes a chunk of a run, and enqueues the next one in the transaction that stores it. A store that refuses ends
 * the run, with its message at the connection; one that does not answer is called again later, a few times. One worker
 * processes a run at a time: throws `unavailable` while another one does. A worker that lost its run stores nothing.
 */
export async function processChunk(db: Database, task: ChunkTask): Promise<void> {
  const { runId, now, deps } = task
  const run = await claimRun(db, runId, now)
  if (!run) return throwIfTaken(db, runId)
  const connection = await findConnectionByKey(db, run.connectionId)
  if (!connection) return
  const lease = keepLease(db, run, { clock: deps.clock })
  try {
    const access = await openKeys(deps, connection)
    const connector = deps.connectorFor(connection.platform)
    const save = await task.work({ run, connection, connector, access })
    await lease.stop()
    await inTransaction(db, async (tx) => {
      // A concurrent click waits for this lock, and then sees whether the run continues.
      await lockConnections(tx, connection.accountId)
      if (!(await lease.isHeld(tx))) throw runTakenError()
      const hasMore = await save(tx)
      if (hasMore) await deps.enqueue(tx, { job: JOBS_BY_KIND[run.kind], input: { runId } })
      else await finishRun(tx, run, { now: deps.clock(), problem: null })
    })
  } catch (error) {
    await lease.stop()
    await handleFailure(db, { run, connection, lease, now: deps.clock() }, error)
  }
}

/** Throws if another process has the run, so that it is retried later; does nothing if it ended or was deleted. */
async function throwIfTaken(db: Database, runId: number): Promise<void> {
  const run = await findRun(db, runId)
  if (run?.state === 'running') throw runTakenError()
}

async function handleFailure(
  db: Database,
  {
    run,
    connection,
    lease,
    now,
  }: Readonly<{ run: StoreRun; connection: StoreConnection; lease: RunLease; now: Date }>,
  error: unknown,
): Promise<void> {
  if (!(await lease.isHeld(db))) throw error
  const isRefusal = error instanceof AppError && error.kind !== 'unavailable'
  if (!isRefusal && run.misses + 1 < MAX_MISSES) {
    await countMiss(db, run.id)
    throw error
  }
  const problem =
    error instanceof AppError
      ? truncateLine(error.message, MAX_PROBLEM_LENGTH)
      : 'Something went wrong on our side.'
  await inTransaction(db, async (tx) => {
    await lockConnections(tx, connection.accountId)
    if (error instanceof AppError) await saveCheck(tx, connection.id, { problem, checkedAt: now })
    await finishRun(tx, run, { now, problem })
  })
  // Any other error is a bug, which belongs in the log.
  if (!(error instanceof AppError)) throw error
}

async function finishRun(
  tx: Transaction,
  { id, kind }: StoreRun,
  end: Readonly<{ now: Date; problem: string | null }>,
): Promise<void> {
  if (kind === 'push') await endPending(tx, id, end)
  await endRun(tx, id, end)
}
