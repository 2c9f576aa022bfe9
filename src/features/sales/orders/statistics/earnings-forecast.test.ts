import { expect, test } from 'vitest'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import {
  type CreatedOrder,
  createParcelBody,
  createSentOrder,
  createSubmittedOrder,
  postAsGuest,
  postAsSupplier,
  runOrderTimers,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 86_400_000

type ForecastDay = Readonly<{ day: string | null; stage: string; amount: number; orders: number }>

async function read({ owner }: CreatedOrder, name: string, query = '') {
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  return expectSuccess(shop.get(`${name}${query}`, headers))
}

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

test('the forecast gives the day on which pending money becomes available', async () => {
  const delivered = await createSentOrder(shop)
  await expectSuccess(postAsGuest(shop, delivered, 'received'))
  const due = shop.now().getTime() + 14 * DAY
  const like = { supplier: delivered.supplier, owner: delivered.owner }
  await createSentOrder(shop, { like })
  const half = await createSubmittedOrder(shop, { like, quantities: [2] })
  await expectSuccess(postAsSupplier(half, 'accept'))
  await expectSuccess(postAsSupplier(half, 'parcels', createParcelBody('half', [{ line: 1, quantity: 1 }])))
  await createSentOrder(shop)

  const days = getField<ForecastDay[]>(await read(delivered, '/supplier/earnings-forecast'), 'days')
  expect(days.map(({ stage, orders }) => [stage, orders])).toEqual([
    ['delivered', 1],
    ['in_transit', 1],
    ['unfinished', 1],
  ])
  expect(days[0]).toMatchObject({
    day: toDay(due),
    amount: 85.37,
    largest: [{ id: delivered.id, amount: 85.37 }],
  })
  expect(days[2]?.day).toBeNull()
  const pending = getField<number>(await read(delivered, '/supplier/balances/pending'), 'amount')
  expect(Math.round(days.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(Math.round(pending * 100))

  shop.passTime(due - shop.now().getTime() - 60_000)
  await runOrderTimers(shop)
  expect(getField(await read(delivered, '/supplier/balances/available'), 'amount')).toBe(0)
  shop.passTime(60_000)
  await runOrderTimers(shop)
  expect(getField(await read(delivered, '/supplier/balances/available'), 'amount')).toBe(85.37)
})

test('forecast days use the reader’s time zone, and a store without orders has none', async () => {
  const order = await createSentOrder(shop)
  await expectSuccess(postAsGuest(shop, order, 'received'))
  const at = shop.now().getTime() + 14 * DAY
  for (const [query, day] of [
    ['?utcOffset=840', toDay(at + 840 * 60_000)],
    ['?utcOffset=-840', toDay(at - 840 * 60_000)],
  ] as const)
    expect(getField(await read(order, '/supplier/earnings-forecast', query), 'days', '0', 'day')).toBe(day)
  const fresh = await createSubmittedOrder(shop)
  expect(getField(await read(fresh, '/supplier/earnings-forecast'), 'days')).toEqual([])
})
