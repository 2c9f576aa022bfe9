import type { Enqueue } from '#platform/jobs/job.ts'
import { ok, route, type Route } from '#platform/http/route.ts'
import { readConnectedProducts, takeConnected } from './connected-products.ts'
import { getConnectedProducts, takeConnectedProducts } from './contract.ts'

/** How manufacturers bring the products of their own shop elsewhere here. */
export function onboardingRoutes({ enqueue }: Readonly<{ enqueue: Enqueue }>): Route[] {
  return [
    route(getConnectedProducts, async ({ params, query }, { db, actor }) => {
      const whose = { personId: actor.id, connectionId: params.id }
      return ok('Products of your store', await readConnectedProducts(db, whose, query.page))
    }),

    route(takeConnectedProducts, async ({ body: { data } }, { db, actor, now, count }) => {
      await count(takeConnectedProducts.path, takeConnectedProducts.limit, actor.publicId)
      const order = { ...data, personId: actor.id, now, enqueue }
      const { unpricedIn, ...done } = await takeConnected(db, order)
      return ok(takenText(done.taken, unpricedIn), done)
    }),
  ]
}

function takenText(taken: number, unpricedIn: string | null): string {
  if (taken === 0) return 'Nothing new was added.'
  const what = taken === 1 ? 'One product is' : `${taken} products are`
  const price = `Your store sells in ${unpricedIn}: give ${taken === 1 ? 'it a price' : 'them prices'} in US dollars before you publish.`
  return unpricedIn === null ? `${what} among your drafts.` : `${what} among your drafts. ${price}`
}
