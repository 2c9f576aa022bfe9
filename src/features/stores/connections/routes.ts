import { MINUTE } from '#core/time.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import {
  updateRetailSettings,
  changeWhenRemoved,
  checkConnection,
  selectProducts,
  connectStore,
  deselectProducts,
  listConnectionViews,
  readSelection,
  readStoreProducts,
  removeConnection,
  replaceKeys,
  startPull,
  startSync,
  type StoreConnectionDeps,
} from './service.ts'

/** The limit for all accounts and networks together, so that the call cannot be used to guess keys. */
const ACCOUNT_LIMIT = { calls: 30, windowMs: 15 * MINUTE }

/** Returns the routes of connected stores, their selections and runs. */
export function storeConnectionRoutes(deps: StoreConnectionDeps): readonly Route[] {
  return [...connectionRoutes(deps), ...selectionRoutes, ...runRoutes(deps)]
}

function connectionRoutes(deps: StoreConnectionDeps): readonly Route[] {
  return [
    route(contract.connectStore, async ({ body }, call) => {
      const { db, actor, count } = call
      await countStoreCall(count, actor.id)
      const source = toAuditSource(call)
      const connection = await connectStore(db, deps, { actor, source, wanted: body })
      return ok(`${connection.name} is connected.`, { connection })
    }),

    route(contract.listConnections, async (_input, { db, actor }) =>
      ok('Connected stores', { connections: await listConnectionViews(db, actor.id) }),
    ),

    route(contract.checkConnection, async ({ params: { id } }, { db, actor, now, count }) => {
      await countStoreCall(count, actor.id)
      const connection = await checkConnection(db, deps, { actor, id, now })
      return ok(connection.problem ?? `${connection.name} is connected.`, { connection })
    }),

    route(contract.replaceStoreKeys, async ({ params: { id }, body }, call) => {
      const { db, actor, count } = call
      await countStoreCall(count, actor.id)
      const connection = await replaceKeys(db, deps, { actor, source: toAuditSource(call), id, keys: body })
      return ok(`${connection.name} uses the new keys.`, { connection })
    }),

    route(contract.saveWhenRemoved, async ({ params: { id }, body }, call) => {
      const { db, actor } = call
      const change = { ...body, actor, source: toAuditSource(call), id }
      return ok('Saved.', { connection: await changeWhenRemoved(db, change) })
    }),

    route(contract.removeConnection, async ({ params: { id } }, call) => {
      await removeConnection(call.db, { actor: call.actor, source: toAuditSource(call) }, id)
      return ok('The store is disconnected, and its keys are deleted.', {})
    }),
  ]
}

const selectionRoutes: readonly Route[] = [
  route(contract.listSelection, async ({ query }, { db, actor }) =>
    ok('Selection', await readSelection(db, actor.id, query)),
  ),

  route(contract.addToSelection, async ({ body }, call) => {
    const result = await selectProducts(call.db, toAuditSource(call), body.products)
    return ok('Your selection has been saved.', result)
  }),

  route(contract.changeSelected, async ({ body }, call) =>
    ok('Saved.', { product: await updateRetailSettings(call.db, toAuditSource(call), body) }),
  ),

  route(contract.removeFromSelection, async ({ body }, call) =>
    ok('Removed from your selection.', await deselectProducts(call.db, toAuditSource(call), body.productIds)),
  ),
]

function runRoutes(deps: StoreConnectionDeps): readonly Route[] {
  return [
    route(contract.startSync, async (_input, call) => {
      const { actor, now } = call
      const request = { accountId: actor.id, now, source: toAuditSource(call) }
      return ok('Your products are being synced.', {
        connections: await startSync(call.db, deps, request),
      })
    }),

    route(contract.pullProducts, async ({ params: { id } }, { db, actor, now }) =>
      ok('We’re reading the products of your store.', {
        connection: await startPull(db, deps, { accountId: actor.id, id, now }),
      }),
    ),

    route(contract.listStoreProducts, async ({ params: { id }, query }, { db, actor }) =>
      ok(
        'Products of your store',
        await readStoreProducts(db, { accountId: actor.id, id, page: query.page }),
      ),
    ),
  ]
}

function countStoreCall(count: RequestContext['count'], accountId: number): Promise<void> {
  return count('stores.asked', ACCOUNT_LIMIT, `account ${accountId}`)
}
