import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { AppError, unavailable } from '#core/errors.ts'
import { findByKey, type KeptConnection, lockKept, noteCheck } from '../connecting/connection-queries.ts'
import { clippedLine, LONGEST_PROBLEM } from '../clipped.ts'
import { openKeys, type StoreDesk } from '../deps.ts'
import { endWaiting } from '../listings/listing-queries.ts'
import type { StoreAccess, StoreConnector } from '../port.ts'
import { MOST_MISSES } from '../rules.ts'
import { claimRun, endRun, findRun, missRun, type Run } from './run-queries.ts'
import { JOB_OF } from './start-run.ts'

/** A chunk of a run as it is done: the shop is asked outside of any transaction, then `note` writes down what came of it. */
export type Chunk = Readonly<{
  run: Run
  connection: KeptConnection
  connector: StoreConnector
  access: StoreAccess
}>

/** Writes down what a chunk has brought; gives whether there is more to do. */
export type Note = (tx: Transaction) => Promise<boolean>

/** What a chunk is done with. */
export type Doing = Readonly<{ runId: number; now: Date; desk: StoreDesk; work(chunk: Chunk): Promise<Note> }>

/**
 * Does a chunk of a run, and orders the next one in the transaction that writes it down. A shop that refuses ends the run, with its
 * words at the connection; one that does not answer is asked again later, a few times. One worker does a run at a time: throws
 * `unavailable` where another one is at it.
 */
export async function doChunk(db: Database, doing: Doing): Promise<void> {
  const { runId, now, desk } = doing
  const run = await claimRun(db, runId, now)
  if (!run) return standBack(db, runId)
  const connection = await findByKey(db, run.connectionId)
  if (!connection) return
  try {
    const access = await openKeys(desk, connection)
    const connector = desk.connectorFor(connection.platform)
    const note = await doing.work({ run, connection, connector, access })
    await inTransaction(db, async (tx) => {
      // Whoever clicks now waits, and sees whether the run goes on.
      await lockKept(tx, connection.personId)
      const isMore = await note(tx)
      if (isMore) await desk.enqueue(tx, { job: JOB_OF[run.kind], input: { runId } })
      else await finish(tx, run, { now: desk.clock(), problem: null })
    })
  } catch (error) {
    await giveUpOrWait(db, { run, connection, now: desk.clock() }, error)
  }
}

/** A run that is over, or that has gone with its connection, is nobody's any more; one that is somebody's is tried later. */
async function standBack(db: Database, runId: number): Promise<void> {
  const run = await findRun(db, runId)
  if (run?.state === 'running') throw unavailable('run_taken', 'Somebody else is at this run.')
}

async function giveUpOrWait(
  db: Database,
  { run, connection, now }: Readonly<{ run: Run; connection: KeptConnection; now: Date }>,
  error: unknown,
): Promise<void> {
  const isRefusal = error instanceof AppError && error.kind !== 'unavailable'
  if (!isRefusal && run.misses + 1 < MOST_MISSES) {
    await missRun(db, run.id)
    throw error
  }
  const problem =
    error instanceof AppError
      ? clippedLine(error.message, LONGEST_PROBLEM)
      : 'Something went wrong on our side.'
  await inTransaction(db, async (tx) => {
    await lockKept(tx, connection.personId)
    if (error instanceof AppError) await noteCheck(tx, connection.id, { problem, checkedAt: now })
    await finish(tx, run, { now, problem })
  })
  // What is no answer of the shop is a fault of ours, and belongs into the log.
  if (!(error instanceof AppError)) throw error
}

async function finish(
  tx: Transaction,
  { id, kind }: Run,
  end: Readonly<{ now: Date; problem: string | null }>,
): Promise<void> {
  if (kind === 'push') await endWaiting(tx, id, end.problem)
  await endRun(tx, id, end)
}
