import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { later } from '#core/time.ts'
import { getConnection, readConnections, type Whose } from '../connecting/connect-store.ts'
import { listRuns, lockKept } from '../connecting/connection-queries.ts'
import type { ConnectionData } from '../contract.ts'
import type { StoreDesk } from '../deps.ts'
import { markPending } from '../listings/listing-queries.ts'
import { STALE_MS } from '../rules.ts'
import { findRunning, insertRun, moveRun, type WantedRun } from './run-queries.ts'
import { countSelection } from '../listings/selection-queries.ts'
import { shownConnection } from '../shown.ts'

/** The job that does a chunk of a run, by its kind. */
export const JOB_OF = { push: 'stores.push', pull: 'stores.pull' } as const

/**
 * Brings somebody's selection into all their shops, as jobs. One that goes on already goes on, with what was chosen meanwhile.
 * Throws `no_connection` and `nothing_selected`.
 */
export async function startSync(
  db: Queryable,
  { enqueue }: Pick<StoreDesk, 'enqueue'>,
  { personId, now }: Readonly<{ personId: number; now: Date }>,
): Promise<ConnectionData[]> {
  await inTransaction(db, async (tx) => {
    const connections = await lockKept(tx, personId)
    if (connections.length === 0)
      throw refused('no_connection', 'Connect your store first: there is none to bring the products to.')
    if ((await countSelection(tx, personId)) === 0)
      throw refused('nothing_selected', 'Choose at least one product first.')
    for (const { id: connectionId } of connections) {
      const runId = await joinRun(tx, enqueue, { connectionId, kind: 'push', now })
      await markPending(tx, { personId, connectionId, runId })
    }
  })
  return readConnections(db, personId)
}

/** Reads the products of a connected shop, as jobs; a reading that goes on goes on. Throws `connection_not_found`. */
export async function startPull(
  db: Queryable,
  { enqueue }: Pick<StoreDesk, 'enqueue'>,
  { now, ...whose }: Whose & Readonly<{ now: Date }>,
): Promise<ConnectionData> {
  const connection = await getConnection(db, whose)
  await inTransaction(db, async (tx) => {
    await lockKept(tx, whose.personId)
    await joinRun(tx, enqueue, { connectionId: connection.id, kind: 'pull', now })
  })
  return shownConnection(connection, await listRuns(db, whose.personId))
}

/** Begins a run, or joins the one that goes on: one that has lost its worker is set going again. Gives its key. */
async function joinRun(tx: Transaction, enqueue: StoreDesk['enqueue'], wanted: WantedRun): Promise<number> {
  const job = JOB_OF[wanted.kind]
  const begun = await insertRun(tx, wanted)
  if (begun !== undefined) {
    await enqueue(tx, { job, input: { runId: begun } })
    return begun
  }
  const running = await findRunning(tx, wanted)
  if (!running) throw new Error('a run ended while its connection was locked')
  if (running.movedAt < later(wanted.now, -STALE_MS)) {
    await moveRun(tx, running.id, { now: wanted.now })
    await enqueue(tx, { job, input: { runId: running.id } })
  }
  return running.id
}
