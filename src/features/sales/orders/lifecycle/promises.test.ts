import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createPaidOrder, type CreatedOrder } from '#tests/steps/supplier-orders.ts'
import { completePayment } from '#tests/steps/payments.ts'
import {
  createTestProduct,
  createTestSupplier,
  type CreatedSupplier,
  GUEST_FORM,
  placeGuestOrder,
  quoteRate,
} from '#tests/shop/factories.ts'
import { DAY } from '#core/time.ts'
import { estimateDelivery } from '#features/sales/shipping/contract.ts'

// Stores' handling times and holidays, from settings to orders and estimates.
const shop = await createTestShop()
const MONDAY = new Date('2026-03-02T10:00:00.000Z')
const HANDLING = { leadDays: 3, cutOff: '14:00', timeZone: 'Asia/Singapore', workingDays: [1, 2, 3, 4, 5] }

let supplier: CreatedSupplier
let owner: CreatedAccount
beforeEach(async () => {
  shop.passTime(MONDAY.getTime() - shop.now().getTime())
  supplier = await createTestSupplier(shop.db)
  owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
})

const toHoliday = (mode: 'later' | 'pause', from = '2026-03-01', to = '2026-03-08') => ({
  from,
  to,
  mode,
  message: 'We are at a fair.',
  timeZone: 'UTC',
})
const post = async (path: string, body: object, account = owner) =>
  shop.post(path, body, (await createSession(shop.db, account.id, shop.now())).headers)
const readPromises = async () => (await shop.get('/supplier/handling', owner.headers)).body
const findWarehouse = async (): Promise<number> =>
  getField({ body: await readPromises() }, 'promises', 'warehouses', '0', 'id')
const saveHandling = async (handling: object = HANDLING) =>
  post(`/supplier/handling/${await findWarehouse()}`, handling)

async function readShipBy({ id }: CreatedOrder): Promise<string> {
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  return getField(await shop.get(`/supplier/orders/${id}`, headers), 'order', 'shipBy')
}

test('the ship-by date follows the warehouse’s handling time, and later changes do not affect it', async () => {
  expect((await saveHandling()).status).toBe(200)
  // Monday 18:00 in Singapore is after the cut-off: Tuesday, plus three working days.
  const created = await createPaidOrder(shop, { like: { supplier, owner } })
  expect(await readShipBy(created)).toBe('2026-03-06T15:59:59.999Z')
  await saveHandling({ ...HANDLING, leadDays: 10 })
  expect(await readShipBy(created)).toBe('2026-03-06T15:59:59.999Z')
  const later = await createPaidOrder(shop, { like: { supplier, owner } })
  expect(await readShipBy(later)).toBe('2026-03-17T15:59:59.999Z')
})

test('each supplier order of a purchase has its own store’s ship-by date', async () => {
  await saveHandling()
  const slow = await createTestProduct(shop.db, { supplier, stock: 5 })
  const other = await createTestProduct(shop.db, { stock: 5 })
  const { id } = await placeGuestOrder(shop, [slow, other])
  await completePayment(shop, id, 'pay')
  const dates = await queryRows<{ shipBy: Date }>(
    shop.db,
    sql`select o.ship_by as "shipBy" from supplier_orders o join purchases p on p.id = o.purchase_id
      where p.public_id = ${id} order by o.ship_by`,
  )
  expect(dates.map(({ shipBy }) => shipBy.toISOString())).toEqual([
    '2026-03-04T10:00:00.000Z',
    '2026-03-06T15:59:59.999Z',
  ])
})

test('delivery estimates include handling time and holidays', async () => {
  const product = await createTestProduct(shop.db, { supplier, stock: 5 })
  const readShipping = async () =>
    getField<object>(await shop.get(`/shop/getProductsByID/${product.id}`), 'getProduct', 'shipping')
  const getStandard = async () => {
    const input = { params: { id: product.id }, query: { country: 'SG' } }
    const { options } = await shop.call(estimateDelivery, input)
    const { fromDays, toDays } = options.find(({ service }) => service === 'Standard') ?? {}
    return [fromDays, toDays]
  }
  expect(await getStandard()).toEqual([6, 9])
  expect(await readShipping()).toEqual({ hasOwnRates: false, handlingDays: null })
  await saveHandling()
  expect(await getStandard()).toEqual([9, 11])
  expect(await readShipping()).toEqual({ hasOwnRates: false, handlingDays: 3 })
  await post('/supplier/holiday', toHoliday('later'))
  // The next working day after the fair is Monday the 9th, and the order counts as paid then.
  expect(await getStandard()).toEqual([15, 17])
})

test('refuses orders of a paused store before payment, and reserves nothing', async () => {
  const product = await createTestProduct(shop.db, { supplier, stock: 1 })
  expect((await post('/supplier/holiday', toHoliday('pause'))).status).toBe(200)
  const order = async () => {
    const { id } = await quoteRate(shop)
    const items = [{ id: product.id, variantId: product.variantId, quantity: 1 }]
    return shop.post('/shop/saveOrder', { ...GUEST_FORM, items, selectedShippingRate: { id } })
  }
  const refused = await order()
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'store_paused', details: { until: '2026-03-08' } })
  expect((await post('/supplier/holiday/end', {})).status).toBe(200)
  expect((await order()).status).toBe(200)
})

test('a holiday pauses the store only between its dates', async () => {
  await post('/supplier/holiday', toHoliday('pause', '2026-03-03', '2026-03-04'))
  expect(await readPromises()).toMatchObject({ promises: { holiday: { isNow: false, mode: 'pause' } } })
  await createPaidOrder(shop, { like: { supplier, owner } })
  shop.passTime(3 * DAY)
  await createPaidOrder(shop, { like: { supplier, owner } })
})

test('refuses reversed dates, an unknown time zone, and same-day handling without a cut-off time', async () => {
  const refusal = async (path: string, body: object) => {
    const answer = await post(path, body)
    return [answer.status, getField(answer, 'code')]
  }
  const backwards = toHoliday('later', '2026-03-08', '2026-03-07')
  expect(await refusal('/supplier/holiday', backwards)).toEqual([400, 'holiday_dates'])
  expect(await refusal('/supplier/holiday', toHoliday('later', '2026-02-01', '2026-02-02'))).toEqual([
    400,
    'holiday_dates',
  ])
  expect(await refusal('/supplier/holiday', toHoliday('later', '2026-03-03', '2027-03-03'))).toEqual([
    400,
    'holiday_dates',
  ])
  const path = `/supplier/handling/${await findWarehouse()}`
  expect(await refusal(path, { ...HANDLING, timeZone: 'Mars/Base' })).toEqual([400, 'unknown_time_zone'])
  expect(await refusal(path, { ...HANDLING, leadDays: 0, cutOff: null })).toEqual([400, 'cut_off_missing'])
  expect(await refusal(path, { ...HANDLING, workingDays: [] })).toEqual([400, 'invalid_input'])
  expect(await readPromises()).toMatchObject({
    promises: { holiday: null, warehouses: [{ handling: null }] },
  })
})

test('a store can change its own warehouses only, and the changes are in its log', async () => {
  const warehouse = await findWarehouse()
  const stranger = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(shop.db),
  })
  expect((await post(`/supplier/handling/${warehouse}`, HANDLING, stranger)).status).toBe(404)
  await saveHandling()
  await post('/supplier/holiday', toHoliday('later'))
  const { text } = await shop.get('/supplier/activity', owner.headers)
  expect(text).toContain('Changed the handling time')
  expect(text).toContain('Set a holiday')
})
