import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { good, operatorOf, type PaidStore, released, standingOf, storeToPay } from '../steps/payouts.ts'
import { PASSWORD } from '../shop/people.ts'
import { until } from '../shop/running-shop.ts'
import { type Effect, type Outcome, type Point, setOff } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

const STORES = 2

/** Payouts that Stripe transfers. It is asked for the transfers of a payout first, and knows its key. */
export const PAYOUT: Effect = {
  name: 'payout',
  async prepare(shop) {
    const operator = await operatorOf(shop)
    const stores: PaidStore[] = []
    for (let made = 0; made < STORES; made += 1) stores.push(await storeAtStripe(shop, operator))
    return {
      count: STORES,
      async begin(point) {
        const standing = await stopTransfers(shop, point)
        setOff(
          stores.map(({ supplier }) =>
            good(operator.post('/payouts/sweep', { supplier: supplier.publicId })),
          ),
        )
        return standing
      },
      finish: () =>
        until('the payouts are confirmed', async () =>
          (await outcomes(shop, stores)).every(({ isDone }) => isDone),
        ),
      outcomes: () => outcomes(shop, stores),
    }
  },
}

async function storeAtStripe(
  shop: KilledShop,
  operator: Awaited<ReturnType<typeof operatorOf>>,
): Promise<PaidStore> {
  const { accounts, balance } = shop.providers.stripe
  const store = await storeToPay(shop, null)
  const { publicId: supplier } = store.supplier
  const account = `acct_${supplier}`
  accounts.add(account)
  balance.set('usd', 1_000_000_000)
  await good(
    operator.post('/payout-accounts/stripe', {
      supplier,
      account,
      holder: 'Atelier',
      country: 'SG',
      password: PASSWORD,
    }),
  )
  await released(shop, store.supplier, 6_000)
  return store
}

async function stopTransfers({ providers: { gates }, gates: database }: KilledShop, point: Point) {
  if (point === 'before its answer is kept') return database.stop('payout')
  const stripe = gates.stripe.stop(
    /^POST \/v1\/transfers$/,
    point === 'before it is asked' ? 'before' : 'after',
  )
  return async () => stripe()
}

async function outcomes(shop: KilledShop, stores: readonly PaidStore[]): Promise<Outcome[]> {
  return Promise.all(
    stores.map(async ({ supplier }) => {
      const payouts = await rows<{ id: string; state: string }>(
        shop.db,
        sql`select public_id as id, state from payouts where supplier_id = ${supplier.id}`,
      )
      const { transfers } = shop.providers.stripe
      const { available } = await standingOf(shop, supplier)
      return {
        theirs: transfers.filter(({ destination }) => destination === `acct_${supplier.publicId}`).length,
        ours: payouts.length,
        isDone: available === 0 && payouts.length > 0 && payouts.every(({ state }) => state === 'confirmed'),
      }
    }),
  )
}
