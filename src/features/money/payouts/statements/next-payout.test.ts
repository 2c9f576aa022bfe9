import { expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import {
  createCompletedOrder,
  createOperator,
  expectSuccess,
  GERMAN_ACCOUNT,
  releaseBalance,
} from '#tests/steps/payouts.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { type NextPayoutInput, planNextPayout } from './next-payout.ts'

const shop = await createTestShop()

const INPUT: NextPayoutInput = {
  available: 8_537,
  owed: 0,
  minimum: 2_500,
  everyDays: 7,
  last: undefined,
  usableFrom: new Date('2026-01-01T00:00:00Z'),
  isStopped: false,
  now: new Date('2026-03-10T12:00:00Z'),
}

test.each<[string, Partial<NextPayoutInput>, string]>([
  ['tonight if nothing was paid yet', {}, '2026-03-11T03:20:00.000Z'],
  ['tonight even shortly before it', { now: new Date('2026-03-10T03:19:00Z') }, '2026-03-10T03:20:00.000Z'],
  ['a week after the last one', { last: new Date('2026-03-08T03:20:04Z') }, '2026-03-15T03:20:00.000Z'],
  [
    'once new bank details can be used',
    { usableFrom: new Date('2026-03-12T09:00:00Z') },
    '2026-03-13T03:20:00.000Z',
  ],
  ['not below the minimum', { available: 2_499 }, 'minimum'],
  ['not if debts leave less than the minimum', { owed: 7_000 }, 'minimum'],
  ['not without bank details', { usableFrom: undefined }, 'no_account'],
  ['not while payouts are stopped', { isStopped: true, usableFrom: undefined }, 'stopped'],
])('the next payout is made %s', (_when, change, expected) => {
  const next = planNextPayout({ ...INPUT, ...change })
  expect(next.block ?? next.at?.toISOString()).toBe(expected)
  expect(next.block === null).toBe(next.at !== null)
})

test('the next payout shown to a supplier equals that night’s sweep', async () => {
  const { supplier } = await createCompletedOrder(shop)
  const owner = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
    withPassword: true,
  })
  const readNext = async () => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    const answer = await expectSuccess(shop.get('/supplier/payouts', headers))
    return getField<{ at: string | null }>(answer, 'next', '0')
  }
  expect(await readNext()).toMatchObject({ amount: 85.37, minimum: 25, at: null, block: 'no_account' })
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  const next = await readNext()
  expect(next).toMatchObject({ amount: 85.37, currency: 'USD', block: null })

  await sweepAt(next.at)
  await releaseBalance(shop, supplier, 4_000)
  const second = await readNext()
  expect(second).toMatchObject({ amount: 40, block: null })
  shop.passTime(Date.parse(second.at ?? '') - shop.now().getTime() - 86_400_000)
  expect(await sweepAt(null)).toEqual([])
  expect(await sweepAt(second.at)).toHaveLength(1)
})

/** Runs a sweep at a moment, or now; returns the payouts. */
async function sweepAt(at: string | null): Promise<string[]> {
  if (at !== null) shop.passTime(Date.parse(at) - shop.now().getTime())
  const operator = await createOperator(shop)
  return getField<string[]>(await expectSuccess(operator.post('/payouts/sweep')), 'made')
}
