import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitProportionally } from '#core/money.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { escrowKey, createLedger, createTopUpPosting, walletKey } from '#tests/steps/ledger.ts'
import { cancelledPosting, paidByWalletPosting, type Posting } from '../service.ts'

const { db, pool, reset } = await createTestDatabase()
const { book, balance } = createLedger(db)

/** Steps of the model: top up a wallet, pay orders, cancel, reverse and replay. */
const STEP = fc.oneof(
  fc.record({ does: fc.constant('tops up' as const), amount: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({
    does: fc.constant('pays' as const),
    amount: fc.integer({ min: 1, max: 5000 }),
    orders: fc.nat(3),
  }),
  fc.record({
    does: fc.constant('cancels' as const),
    which: fc.nat(9),
    amount: fc.integer({ min: 1, max: 3000 }),
  }),
  fc.record({ does: fc.constant('replays' as const), which: fc.nat(99) }),
)

test('after any postings, balances equal a simple model and the sums of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 25 }), async (steps) => {
      await reset()
      const [done, escrow, wallet]: [Posting[], Map<string, number>, { has: number }] = [
        [],
        new Map(),
        { has: 0 },
      ]
      for (const [index, one] of steps.entries()) {
        const posting = toPosting(one, { index, done, orders: [...escrow.keys()] })
        if (!posting) continue
        const isNew = !done.includes(posting)
        const fits = isNew && applyPosting(posting, { escrow, wallet })
        const outcome = await book(posting).then(
          () => 'booked',
          (error: { code?: string }) => error.code,
        )
        expect(outcome).toBe(!isNew || fits ? 'booked' : 'not_enough_money')
        if (fits) done.push(posting)
      }
      expect(await balance(walletKey('usr_1'))).toBe(wallet.has)
      for (const [order, has] of escrow) expect(await balance(escrowKey(order))).toBe(has)
      expect(await listBalanceMismatches()).toEqual([])
    }),
    { numRuns: 15 },
  )
})

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never
type Model = { escrow: Map<string, number>; wallet: { has: number } }

function toPosting(
  one: Step,
  { index, done, orders }: { index: number; done: Posting[]; orders: string[] },
): Posting | undefined {
  if (one.does === 'replays') return done[one.which % Math.max(1, done.length)]
  if (one.does === 'tops up') return createTopUpPosting(String(index), one.amount)
  if (one.does === 'pays') {
    const shares = splitProportionally(
      one.amount,
      Array.from({ length: one.orders + 1 }, (_, place) => place + 1),
    ).map((amount, place) => ({ order: `ord_${index}_${place}`, amount }))
    return paidByWalletPosting({ paymentId: String(index), vendor: 'usr_1', currency: 'USD', shares })
  }
  const order = orders[one.which % Math.max(1, orders.length)]
  const { amount } = one
  return order === undefined
    ? undefined
    : cancelledPosting({ refundId: String(index), order, currency: 'USD', amount, to: { wallet: 'usr_1' } })
}

/** Applies a posting to the model; returns false, without changes, if the ledger must refuse it. */
function applyPosting({ entries: lines }: Posting, { escrow, wallet }: Model): boolean {
  const nextEscrow = new Map(escrow)
  let has = wallet.has
  for (const { account, subledger, ...line } of lines) {
    const grows = (line.credit ?? 0) - (line.debit ?? 0)
    if (account === 'order_escrow') nextEscrow.set(subledger, (nextEscrow.get(subledger) ?? 0) + grows)
    if (account === 'vendor_wallet') has += grows
  }
  if (has < 0 || [...nextEscrow.values()].some((amount) => amount < 0)) return false
  for (const [order, amount] of nextEscrow) escrow.set(order, amount)
  Object.assign(wallet, { has })
  return true
}

/** Returns sub-ledgers whose balance is not the sum of their entries. */
async function listBalanceMismatches(): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select account, subledger, sum(amount) from (
      select account, subledger, amount from ledger_entries
      union all select account, subledger, -balance from ledger_balances) both_sides
    group by 1, 2 having sum(amount) <> 0`)
  return rows
}
