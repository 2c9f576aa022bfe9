import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import {
  expectSuccess,
  createOperator,
  type PayableSupplier,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '../steps/payouts.ts'
import { PASSWORD } from '../shop/accounts.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { type Effect, type Outcome, type InterruptionPoint, startCalls } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

const SUPPLIER_COUNT = 2

/** Payouts that Stripe transfers. Its transfers of a payout are read first, and it knows the key. */
export const PAYOUT_EFFECT: Effect = {
  name: 'payout',
  async prepare(shop) {
    const operator = await createOperator(shop)
    const stores: PayableSupplier[] = []
    for (let created = 0; created < SUPPLIER_COUNT; created += 1)
      stores.push(await createStripeSupplier(shop, operator))
    return {
      count: SUPPLIER_COUNT,
      async begin(point) {
        const countStopped = await stopTransfers(shop, point)
        startCalls(
          stores.map(({ supplier }) =>
            expectSuccess(operator.post('/payouts/sweep', { supplier: supplier.publicId })),
          ),
        )
        return countStopped
      },
      finish: () =>
        waitUntil('the payouts are confirmed', async () =>
          (await listOutcomes(shop, stores)).every(({ isDone }) => isDone),
        ),
      outcomes: () => listOutcomes(shop, stores),
    }
  },
}

async function createStripeSupplier(
  shop: KilledShop,
  operator: Awaited<ReturnType<typeof createOperator>>,
): Promise<PayableSupplier> {
  const { accounts, balance } = shop.providers.stripe
  const store = await createPayableSupplier(shop, null)
  const { publicId: supplier } = store.supplier
  const account = `acct_${supplier}`
  accounts.add(account)
  balance.set('usd', 1_000_000_000)
  await expectSuccess(
    operator.post('/payout-accounts/stripe', {
      supplier,
      account,
      holder: 'Atelier',
      country: 'SG',
      password: PASSWORD,
    }),
  )
  await releaseBalance(shop, store.supplier, 6_000)
  return store
}

async function stopTransfers(
  { providers: { gates }, gates: database }: KilledShop,
  point: InterruptionPoint,
) {
  if (point === 'before its answer is kept') return database.stop('payout')
  const stripe = gates.stripe.stop(
    /^POST \/v1\/transfers$/,
    point === 'before it is asked' ? 'before' : 'after',
  )
  return async () => stripe()
}

async function listOutcomes(shop: KilledShop, stores: readonly PayableSupplier[]): Promise<Outcome[]> {
  return Promise.all(
    stores.map(async ({ supplier }) => {
      const payouts = await queryRows<{ id: string; state: string }>(
        shop.db,
        sql`select public_id as id, state from payouts where supplier_id = ${supplier.id}`,
      )
      const { transfers } = shop.providers.stripe
      const { available } = await readPayoutBalances(shop, supplier)
      return {
        theirs: transfers.filter(({ destination }) => destination === `acct_${supplier.publicId}`).length,
        ours: payouts.length,
        isDone: available === 0 && payouts.length > 0 && payouts.every(({ state }) => state === 'confirmed'),
      }
    }),
  )
}
