import type { Transaction } from '#database/database.ts'
import { lockConnections } from '../connecting/connection-queries.ts'
import type { StoreConnectionDeps } from '../deps.ts'
import { startOrJoinRun } from '../runs/start-run.ts'
import { markListingsPending } from './mark-queries.ts'

/** The products (internal keys) to push to a store: by a plan, by a click, or after a change. */
export type ListingPush = Readonly<{
  accountId: number
  connectionId: number
  productKeys: readonly number[]
  isAutomatic: boolean
  planId?: number
  now: Date
}>

/**
 * Pushes products to a store by its run, or by the active one. New products are only pushed by a plan; pending ones are
 * left to the active run.
 */
export async function pushListings(
  tx: Transaction,
  { enqueue }: Pick<StoreConnectionDeps, 'enqueue'>,
  push: ListingPush,
): Promise<void> {
  const connections = await lockConnections(tx, push.accountId)
  if (!connections.some(({ id }) => id === push.connectionId)) return
  const { connectionId, now } = push
  const runId = await startOrJoinRun(tx, enqueue, { connectionId, kind: 'push', now })
  await markListingsPending(tx, { ...push, runId })
}
