import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { post, readBalances, refundedPosting } from '#features/money/ledger/service.ts'
import { createSealer } from '#platform/security/sealing.ts'
import type { CreatedSupplier } from '#tests/shop/factories.ts'
import {
  listBrokenRules,
  createOperator,
  releaseBalance,
  readPayoutBalances,
  createPayableSupplier,
} from '#tests/steps/payouts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { movePayout } from './move-payout.ts'
import { listPayouts, type Payout } from './payout-queries.ts'
import type { PayoutDeps } from '../port.ts'
import { type PayoutEvent, getNextState } from '../rules.ts'
import { sweep } from './sweep.ts'

const shop = await createTestShop()

const deps: PayoutDeps = {
  settings: { minimum: 1, everyDays: 1, bank: undefined },
  sealer: createSealer({ secretsKey: Buffer.alloc(32, 1), dataDir: '' }),
  provider: undefined,
  enqueue: () => Promise.resolve(),
  publicUrl: 'http://localhost',
}
const listAllPayouts = async () =>
  (await listPayouts(shop.db, { ownerId: undefined, state: undefined, limit: 1_000, offset: 0 })).payouts
const sumPayouts = (payouts: readonly Payout[]) => payouts.reduce((sum, { amount }) => sum + amount, 0)
const isLive = ({ state }: Payout) => state !== 'failed'

/** Refunds an order from the supplier's available balance, and from later payouts if that is not enough. */
async function refundAfterPayout(
  { publicId: supplier }: CreatedSupplier,
  order: string,
  { amount, key }: { amount: number; key: string },
) {
  await inTransaction(shop.db, async (tx) => {
    const availableKey = { account: 'supplier_available', subledger: supplier, currency: 'USD' } as const
    const [has = 0] = await readBalances(tx, [availableKey], { locked: true })
    const available = Math.min(has, amount)
    const by = { available, receivable: amount - available }
    const to = { provider: 'sandbox', method: 'vm' }
    await post(tx, refundedPosting({ order, supplier, currency: 'USD', refundId: key, by, to }), shop.now())
  })
}

test('concurrent sweeps claim every cent once', async () => {
  const stores = [
    await createPayableSupplier(shop),
    await createPayableSupplier(shop),
    await createPayableSupplier(shop),
  ]
  for (const { supplier } of stores) {
    await releaseBalance(shop, supplier, 3_000)
    await releaseBalance(shop, supplier, 1_234)
  }
  const several = await Promise.all(
    Array.from({ length: 6 }, () => sweep(shop.db, { deps, now: shop.now() })),
  )
  expect(several.flatMap(({ made }) => made)).toHaveLength(3)
  expect((await listAllPayouts()).map(({ amount }) => amount)).toEqual([4_234, 4_234, 4_234])
  expect(await listBrokenRules(await createOperator(shop))).toEqual([])
})

test('concurrent sweeps, earnings and refunds lose nothing and pay nothing twice', async () => {
  const { supplier } = await createPayableSupplier(shop)
  const order = await releaseBalance(shop, supplier, 5_000)
  await Promise.all([
    sweep(shop.db, { deps, now: shop.now() }),
    releaseBalance(shop, supplier, 700),
    refundAfterPayout(supplier, order, { amount: 900, key: 'rfd_1' }),
    sweep(shop.db, { deps, now: shop.now() }),
    releaseBalance(shop, supplier, 40),
  ])
  shop.passTime(86_400_000)
  await sweep(shop.db, { deps, now: shop.now() })
  const { available = 0, owed = 0 } = await readPayoutBalances(shop, supplier)
  expect(sumPayouts(await listAllPayouts()) + available - owed).toBe(5_000 + 700 + 40 - 900)
  expect(await listBrokenRules(await createOperator(shop))).toEqual([])
})

test('a supplier’s debt is deducted before a payout, also when nothing is left to pay', async () => {
  const { supplier } = await createPayableSupplier(shop)
  const order = await releaseBalance(shop, supplier, 100)
  await refundAfterPayout(supplier, order, { amount: 1_000, key: 'rfd_1' })
  expect(await readPayoutBalances(shop, supplier)).toMatchObject({ available: 0, owed: 900 })
  await releaseBalance(shop, supplier, 600)
  expect((await sweep(shop.db, { deps, now: shop.now() })).made).toEqual([])
  expect(await readPayoutBalances(shop, supplier)).toMatchObject({ available: 0, owed: 300 })
  await releaseBalance(shop, supplier, 1_000)
  await sweep(shop.db, { deps, now: shop.now() })
  expect((await listAllPayouts()).map(({ amount }) => amount)).toEqual([700])
})

const EVENTS = ['bundle', 'send', 'confirm', 'fail', 'mark_unclear', 'return'] as const
const STEP_ARBITRARY = fc.oneof(
  fc.record({ do: fc.constant('earn' as const), amount: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ do: fc.constant('take' as const), amount: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ do: fc.constant('sweep' as const) }),
  fc.record({ do: fc.constant('move' as const), event: fc.constantFrom(...EVENTS), which: fc.nat(20) }),
)

/** Applies an event to a payout whose state allows it; otherwise nothing. */
async function moveOne(event: PayoutEvent, which: number): Promise<void> {
  // Bundling needs a file; only the state machine is tested here.
  if (event === 'bundle') return
  const payouts = (await listAllPayouts()).filter((payout) => getNextState(event, payout))
  const payout = payouts[which % Math.max(1, payouts.length)]
  const cause = { actor: 'system', reason: 'by chance' } as const
  if (payout)
    await inTransaction(shop.db, (tx) =>
      movePayout(tx, payout.publicId, { event, cause, deps, now: shop.now() }),
    )
}

test('after any sequence of events, payouts plus balances equal earnings minus refunds', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(STEP_ARBITRARY, { minLength: 5, maxLength: 25 }), async (steps) => {
      run += 1
      const { supplier } = await createPayableSupplier(shop)
      let [expected, order] = [0, await releaseBalance(shop, supplier, 1)]
      expected += 1
      for (const [index, step] of steps.entries()) {
        shop.passTime(86_400_000)
        if (step.do === 'earn') order = await releaseBalance(shop, supplier, step.amount)
        if (step.do === 'take')
          await refundAfterPayout(supplier, order, { amount: step.amount, key: `rfd_${run}_${index}` })
        if (step.do === 'sweep') await sweep(shop.db, { deps, now: shop.now() })
        if (step.do === 'move') await moveOne(step.event, step.which)
        expected += step.do === 'earn' ? step.amount : step.do === 'take' ? -step.amount : 0
        const { available = 0, owed = 0 } = await readPayoutBalances(shop, supplier)
        const live = (await listAllPayouts()).filter(isLive).filter((one) => one.supplierId === supplier.id)
        expect(sumPayouts(live) + available - owed).toBe(expected)
      }
    }),
    { numRuns: 12, seed: 30 },
  )
  expect(await listBrokenRules(await createOperator(shop))).toEqual([])
})
