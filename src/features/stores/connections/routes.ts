import { MINUTE } from '#core/time.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import {
  changePiece,
  checkConnection,
  choosePieces,
  connectStore,
  leaveOut,
  readConnections,
  readSelection,
  readStoreProducts,
  removeConnection,
  startPull,
  startSync,
  type StoreDesk,
} from './service.ts'

/** Whoever it is and wherever they call from: nobody tries out keys with our help. */
const ASKING = { calls: 30, windowMs: 15 * MINUTE }

/** Connected shops, what vendors choose for theirs, and what goes on between them and the marketplace. */
export function storeRoutes(desk: StoreDesk): readonly Route[] {
  return [...connectionRoutes(desk), ...selectionRoutes, ...runRoutes(desk)]
}

function connectionRoutes(desk: StoreDesk): readonly Route[] {
  return [
    route(contract.connectStore, async ({ body }, { db, actor, now, count }) => {
      await countAsking(count, actor.id)
      const connection = await connectStore(db, desk, { actor, wanted: body, now })
      return ok(`${connection.name} is connected.`, { connection })
    }),

    route(contract.listConnections, async (_input, { db, actor }) =>
      ok('Connected stores', { connections: await readConnections(db, actor.id) }),
    ),

    route(contract.checkConnection, async ({ params: { id } }, { db, actor, now, count }) => {
      await countAsking(count, actor.id)
      const connection = await checkConnection(db, desk, { actor, id, now })
      return ok(connection.problem ?? `${connection.name} is connected.`, { connection })
    }),

    route(contract.removeConnection, async ({ params: { id } }, { db, actor }) => {
      await removeConnection(db, { personId: actor.id, id })
      return ok('The store is disconnected, and its keys are deleted.', {})
    }),
  ]
}

const selectionRoutes: readonly Route[] = [
  route(contract.listSelection, async ({ query }, { db, actor }) =>
    ok('Selection', await readSelection(db, actor.id, query)),
  ),

  route(contract.addToSelection, async ({ body }, { db, actor, now }) => {
    const chosen = await choosePieces(db, { personId: actor.id, pieces: body.pieces, now })
    return ok('Your selection is saved.', chosen)
  }),

  route(contract.changeSelected, async ({ body }, { db, actor }) =>
    ok('Saved.', { piece: await changePiece(db, { personId: actor.id, piece: body }) }),
  ),

  route(contract.removeFromSelection, async ({ body }, { db, actor }) =>
    ok(
      'Left out of your selection.',
      await leaveOut(db, { personId: actor.id, productIds: body.productIds }),
    ),
  ),
]

function runRoutes(desk: StoreDesk): readonly Route[] {
  return [
    route(contract.startSync, async (_input, { db, actor, now }) =>
      ok('Your products are being synced.', {
        connections: await startSync(db, desk, { personId: actor.id, now }),
      }),
    ),

    route(contract.pullProducts, async ({ params: { id } }, { db, actor, now }) =>
      ok('The products of your store are being read.', {
        connection: await startPull(db, desk, { personId: actor.id, id, now }),
      }),
    ),

    route(contract.listStoreProducts, async ({ params: { id }, query }, { db, actor }) =>
      ok('Products of your store', await readStoreProducts(db, { personId: actor.id, id, page: query.page })),
    ),
  ]
}

function countAsking(count: RequestContext['count'], personId: number): Promise<void> {
  return count('stores.asked', ASKING, `person ${personId}`)
}
