import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
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
import { refreshReliability } from './jobs.ts'
import { getPercent, MINIMUM_FINISHED } from './rules.ts'

const shop = await createTestShop()
const DAY = 86_400_000

async function read({ owner }: CreatedOrder, path = '') {
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  return expectSuccess(shop.get(`/supplier/reliability${path}`, headers))
}

type Part = Readonly<{ part: string; counted: number; bad: number; percent: number | null }>

async function readParts(order: CreatedOrder): Promise<Record<string, [number, number]>> {
  const parts = getField<Part[]>(await read(order), 'parts')
  return Object.fromEntries(parts.map(({ part, counted, bad }) => [part, [counted, bad]]))
}

test('each figure counts its orders, and lists them with the failed ones first', async () => {
  const sent = await createSentOrder(shop)
  const like = { supplier: sent.supplier, owner: sent.owner }
  await expectSuccess(postAsGuest(shop, sent, 'received'))
  const rejected = await createSubmittedOrder(shop, { like })
  await expectSuccess(postAsSupplier(rejected, 'reject', { reason: 'out_of_stock' }))
  const cancelled = await createSubmittedOrder(shop, { like })
  await expectSuccess(postAsGuest(shop, cancelled, 'cancel'))
  const late = await createSubmittedOrder(shop, { like })
  await expectSuccess(postAsSupplier(late, 'accept'))
  shop.passTime(8 * DAY)
  await runOrderTimers(shop)
  expect(await readParts(sent)).toMatchObject({
    shipped_on_time: [2, 1],
    delivered_on_time: [1, 0],
    not_cancelled: [3, 1],
    answers: [3, 0],
    no_lost_cases: [2, 0],
    valid_tracking: [0, 0],
  })
  await expectSuccess(postAsSupplier(late, 'parcels', createParcelBody('late')))
  expect(await readParts(sent)).toMatchObject({ shipped_on_time: [2, 1] })
  expect(await read(sent)).toMatchObject({ body: { outOfStock: 1, finished: 2, minimum: 20 } })

  const list = await read(sent, '/shipped_on_time')
  expect(list.body).toMatchObject({
    total: 2,
    orders: [
      { id: late.id, isBad: true },
      { id: sent.id, isBad: false },
    ],
  })
  expect((await read(sent, '/not_cancelled')).body).toMatchObject({
    orders: [{ id: rejected.id, isBad: true, reason: 'Out of stock' }, {}, {}],
  })
  for (const [part, [counted]] of Object.entries(await readParts(sent)))
    expect([part, getField(await read(sent, `/${part}`), 'total')]).toEqual([part, counted])
  expect(await readParts(await createSubmittedOrder(shop))).toMatchObject({ not_cancelled: [1, 0] })
})

test('a case lost by the supplier’s fault counts, a change of mind does not', async () => {
  const order = await createSentOrder(shop)
  await shop.db.execute(sql`
    insert into cases (public_id, supplier_order_id, kind, reason, currency, state, outcome, refunded_amount, opened_at, updated_at, closed_at)
    select 'cas_' || md5(x.reason), o.id, x.kind, x.reason, 'USD', 'closed', 'refunded', 100, ${shop.now()}, ${shop.now()}, ${shop.now()}
    from supplier_orders o, (values ('return', 'changed_mind')) as x(kind, reason) where o.public_id = ${order.id}`)
  await expectSuccess(postAsGuest(shop, order, 'received'))
  expect(await readParts(order)).toMatchObject({ no_lost_cases: [1, 0] })
  await shop.db.execute(sql`update cases set kind = 'damaged', reason = 'broken'`)
  expect(await readParts(order)).toMatchObject({ no_lost_cases: [1, 1] })
})

test('buyers see the measured figures once twenty orders are finished, equal to the supplier’s [PDP-39]', async () => {
  const first = await createSentOrder(shop)
  const { supplier } = first
  const product = await createTestProduct(shop.db, { supplier })
  const readPublic = async () => ({
    product: getField<unknown>(
      await shop.get(`/shop/getProductsByID/${product.id}`),
      'getProduct',
      'manufacturer',
      'reliability',
    ),
    store: getField<unknown>(
      await shop.get(`/shop/getStoreByID/${supplier.publicId}`),
      'getStore',
      'reliability',
    ),
  })
  await expectSuccess(postAsGuest(shop, first, 'received'))
  await refreshReliability(shop.db, shop.now())
  expect(await readPublic()).toEqual({ product: null, store: null })

  const like = { supplier, owner: first.owner }
  for (let finished = 1; finished < MINIMUM_FINISHED; finished += 1)
    await expectSuccess(postAsGuest(shop, await createSentOrder(shop, { like }), 'received'))
  await refreshReliability(shop.db, shop.now())
  const expected = {
    finishedOrders: MINIMUM_FINISHED,
    onTimeDeliveryPercent: 100,
    onTimeShippingPercent: 100,
    answerMinutes: expect.any(Number),
    storeRating: null,
  }
  expect(await readPublic()).toEqual({ product: expected, store: expected })
  const parts = getField<Part[]>(await read(first), 'parts')
  expect(parts.find(({ part }) => part === 'delivered_on_time')).toMatchObject({ percent: 100, counted: 20 })
})

test('figures are recomputed after changes, and all once a day', async () => {
  await createSentOrder(shop)
  expect(await refreshReliability(shop.db, shop.now())).toBe(1)
  shop.passTime(1_000)
  await refreshReliability(shop.db, shop.now())
  expect(await refreshReliability(shop.db, shop.now())).toBe(0)
  shop.passTime(DAY + 1_000)
  expect(await refreshReliability(shop.db, shop.now())).toBe(1)
})

test.each([
  [{ counted: 20, bad: 0 }, 19, null],
  [{ counted: 0, bad: 0 }, 40, null],
  [{ counted: 1_000, bad: 1 }, 40, 99.9],
  // Only a complete count is shown as 100 per cent.
  [{ counted: 10_000, bad: 1 }, 40, 99.9],
  [{ counted: 20, bad: 20 }, 20, 0],
  [{ counted: 20, bad: 0 }, 20, 100],
])('%o of a supplier with %d finished orders is %d per cent', (counts, finished, percent) => {
  expect(getPercent(counts, finished)).toBe(percent)
})
