import type { Enqueue } from '#platform/jobs/job.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { readConnectedProducts, importConnectedProducts } from './connected-products.ts'
import * as contract from './contract.ts'

/** Returns the routes by which suppliers import products of their own store elsewhere. */
export function onboardingRoutes({ enqueue }: Readonly<{ enqueue: Enqueue }>): Route[] {
  return [
    route(contract.getConnectedProducts, async ({ params, query }, { db, actor }) => {
      const ref = { accountId: actor.id, connectionId: params.id }
      return ok('Products of your store', await readConnectedProducts(db, ref, query.page))
    }),

    route(contract.takeConnectedProducts, async ({ body: { data } }, { db, actor, now, count }) => {
      await count(contract.takeConnectedProducts.path, contract.takeConnectedProducts.limit, actor.publicId)
      const input = { ...data, accountId: actor.id, now, enqueue }
      const { unpricedIn, uncounted, ...done } = await importConnectedProducts(db, input)
      return ok(formatImportMessage({ taken: done.taken, uncounted, unpricedIn }), done)
    }),
  ]
}

type ImportMessageInput = Readonly<{ taken: number; uncounted: number; unpricedIn: string | null }>

function formatImportMessage({ taken, uncounted, unpricedIn }: ImportMessageInput): string {
  if (taken === 0) return 'Nothing new was added.'
  const subject = taken === 1 ? 'One product is' : `${taken} products are`
  const stock = `Your store doesn’t track stock of ${formatUncounted(taken, uncounted)}, so the quantity here is 100.`
  const price = `Your store sells in ${unpricedIn}: give ${taken === 1 ? 'it a price' : 'them prices'} in US dollars before you publish.`
  return [
    `${subject} among your drafts.`,
    ...(uncounted > 0 ? [stock] : []),
    ...(unpricedIn === null ? [] : [price]),
  ].join(' ')
}

function formatUncounted(taken: number, uncounted: number): string {
  if (taken === uncounted) return taken === 1 ? 'it' : 'them'
  return uncounted === 1 ? 'one of them' : `${uncounted} of them`
}
