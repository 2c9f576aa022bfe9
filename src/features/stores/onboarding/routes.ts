import type { Enqueue } from '#platform/jobs/job.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
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
      const { unpricedIn, uncounted, ...done } = await takeConnected(db, order)
      return ok(takenText({ taken: done.taken, uncounted, unpricedIn }), done)
    }),
  ]
}

type Told = Readonly<{ taken: number; uncounted: number; unpricedIn: string | null }>

function takenText({ taken, uncounted, unpricedIn }: Told): string {
  if (taken === 0) return 'Nothing new was added.'
  const what = taken === 1 ? 'One product is' : `${taken} products are`
  const stock = `Your store does not count ${uncountedText(taken, uncounted)}: the quantity here is 100.`
  const price = `Your store sells in ${unpricedIn}: give ${taken === 1 ? 'it a price' : 'them prices'} in US dollars before you publish.`
  return [
    `${what} among your drafts.`,
    ...(uncounted > 0 ? [stock] : []),
    ...(unpricedIn === null ? [] : [price]),
  ].join(' ')
}

function uncountedText(taken: number, uncounted: number): string {
  if (taken === uncounted) return taken === 1 ? 'it' : 'them'
  return uncounted === 1 ? 'one of them' : `${uncounted} of them`
}
