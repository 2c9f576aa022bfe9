import { inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { type AuditSource, recordVendorChange } from '#features/identity/audit/service.ts'
import { addMs } from '#core/time.ts'
import { getConnection, listConnectionViews, type ConnectionRef } from '../connecting/connect-store.ts'
import { listRuns, lockConnections } from '../connecting/connection-queries.ts'
import type { ConnectionData } from '../contract.ts'
import type { StoreConnectionDeps } from '../deps.ts'
import { markPending } from '../listings/listing-queries.ts'
import { STALE_MS } from '../rules.ts'
import { findActiveRun, insertRun, listLostRuns, advanceRun, type RunRequest } from './run-queries.ts'
import { countSelection } from '../listings/selection-queries.ts'
import { toConnectionView } from '../views.ts'

/** The job that processes a chunk of a run, by its kind. */
export const JOBS_BY_KIND = { push: 'stores.push', pull: 'stores.pull' } as const

/**
 * Starts jobs that push an account's selection to all its stores. An active run continues, and includes the products
 * selected meanwhile. `source` is the team member who starts it, if any. Throws `no_connection` and `nothing_selected`.
 */
export async function startSync(
  db: Queryable,
  { enqueue }: Pick<StoreConnectionDeps, 'enqueue'>,
  { accountId, now, source }: Readonly<{ accountId: number; now: Date; source?: AuditSource }>,
): Promise<ConnectionData[]> {
  await inTransaction(db, async (tx) => {
    const connections = await lockConnections(tx, accountId)
    if (connections.length === 0)
      throw refused('no_connection', 'Connect a store first, so there is somewhere to sync the products to.')
    const products = await countSelection(tx, accountId)
    if (products === 0) throw refused('nothing_selected', 'Choose at least one product first.')
    for (const { id: connectionId } of connections) {
      const runId = await startOrJoinRun(tx, enqueue, { connectionId, kind: 'push', now })
      await markPending(tx, { accountId, connectionId, runId })
    }
    if (source)
      await recordVendorChange(tx, source, {
        kind: 'listing',
        action: `Synced the selection to ${connections.map(({ name }) => name).join(' and ')}`,
        entity: 'selection',
        before: { listings: null },
        after: { listings: products },
      })
  })
  return listConnectionViews(db, accountId)
}

/** Reads the products of a connected shop, as jobs; an active one continues. Throws `connection_not_found`. */
export async function startPull(
  db: Queryable,
  { enqueue }: Pick<StoreConnectionDeps, 'enqueue'>,
  { now, ...scope }: ConnectionRef & Readonly<{ now: Date }>,
): Promise<ConnectionData> {
  const connection = await getConnection(db, scope)
  await inTransaction(db, async (tx) => {
    await lockConnections(tx, scope.accountId)
    await startOrJoinRun(tx, enqueue, { connectionId: connection.id, kind: 'pull', now })
  })
  return toConnectionView(connection, await listRuns(db, scope.accountId))
}

/** Enqueues the runs whose worker's process ended; a job of theirs that is still retried changes nothing. */
export async function resumeLostRuns(
  db: Queryable,
  { enqueue }: Pick<StoreConnectionDeps, 'enqueue'>,
  now: Date,
): Promise<void> {
  for (const { id: runId, kind } of await listLostRuns(db, now))
    await enqueue(db, { job: JOBS_BY_KIND[kind], input: { runId } })
}

/** Starts a run, or joins the active one; a dead one is restarted. Returns its key. */
export async function startOrJoinRun(
  tx: Transaction,
  enqueue: StoreConnectionDeps['enqueue'],
  request: RunRequest,
): Promise<number> {
  const job = JOBS_BY_KIND[request.kind]
  const startedId = await insertRun(tx, request)
  if (startedId !== undefined) {
    await enqueue(tx, { job, input: { runId: startedId } })
    return startedId
  }
  const activeRun = await findActiveRun(tx, request)
  if (!activeRun) throw new Error('a run ended while its connection was locked')
  if (activeRun.movedAt < addMs(request.now, -STALE_MS)) {
    await advanceRun(tx, activeRun.id, { now: request.now })
    await enqueue(tx, { job, input: { runId: activeRun.id } })
  }
  return activeRun.id
}
