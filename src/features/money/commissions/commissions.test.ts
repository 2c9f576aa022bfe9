import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, placeGuestOrder, createTestSupplier } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { expectSuccess, createOperator } from '#tests/steps/payouts.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  readOrderMoney,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { type CommissionRule, findRuleState, selectRate } from './rules.ts'

const shop = await createTestShop({
  COMMISSION_PERCENT: '12.5',
  SHIPPING_COMMISSION_PERCENT: '0',
  COMMISSION_TAX_PERCENT: '8',
})
const DAY = 86_400_000

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

const saveRule = (body: object) => operator.post('/commission-rules', body)
const readRate = async (query: string) =>
  getField<number>(await operator.get(`/commission-rate${query}`), 'percent')

test.each([
  [[], 1_250],
  [['all'], 10],
  [['all', 'channel'], 15],
  [['all', 'channel', 'category'], 20],
  [['all', 'category', 'supplier'], 30],
  [['supplier', 'supplierChannel'], 35],
  [['both', 'category', 'supplier', 'supplierChannel', 'all'], 40],
  [['other', 'otherCategory', 'otherChannel'], 1_250],
])('the most specific of the commission rules %j applies', (names, rate) => {
  const rule = { supplierId: null, categoryId: null, channel: null }
  const all: Record<string, CommissionRule> = {
    all: { ...rule, bps: 10 },
    channel: { ...rule, channel: 'vendor', bps: 15 },
    category: { ...rule, categoryId: 2, bps: 20 },
    supplier: { ...rule, supplierId: 1, bps: 30 },
    supplierChannel: { ...rule, supplierId: 1, channel: 'vendor', bps: 35 },
    both: { ...rule, supplierId: 1, categoryId: 2, bps: 40 },
    other: { ...rule, supplierId: 9, categoryId: 2, bps: 50 },
    otherCategory: { ...rule, supplierId: 1, categoryId: 3, bps: 60 },
    otherChannel: { ...rule, supplierId: 1, channel: 'marketplace', bps: 70 },
  }
  const rules = names.flatMap((name) => all[name] ?? [])
  const item = { supplierId: 1, categoryId: 2, channel: 'vendor' } as const
  expect(selectRate(item, rules, 1_250)).toBe(rate)
  expect(selectRate(item, rules.toReversed(), 1_250)).toBe(rate)
})

test('a commission rule for one channel does not change the rate of the other', async () => {
  await expectSuccess(saveRule({ channel: 'vendor', percent: 4 }))
  expect([await readRate('?channel=vendor'), await readRate('?channel=marketplace')]).toEqual([4, 12.5])
  await expectSuccess(saveRule({ percent: 9 }))
  expect([await readRate('?channel=vendor'), await readRate('')]).toEqual([4, 9])
  expect((await operator.get('/commission-rules')).body).toMatchObject({
    shippingPercent: 0,
    rules: [
      { channel: null, percent: 9, state: 'current' },
      { channel: 'vendor', percent: 4, state: 'current' },
    ],
  })
  expect((await saveRule({ channel: 'shop', percent: 4 })).status).toBe(400)
})

test('a rule applies from its start date until a later one, and a rule without a rate cancels it', async () => {
  const { publicId: supplier } = await createTestSupplier(shop.db)
  expect(await readRate(`?supplier=${supplier}`)).toBe(12.5)
  const inTwoDays = new Date(shop.now().getTime() + 2 * DAY).toISOString()
  await expectSuccess(saveRule({ supplier, percent: 5, validFrom: inTwoDays }))
  await expectSuccess(saveRule({ supplier, category: 'Rings', percent: 7.25 }))
  expect(await readRate(`?supplier=${supplier}`)).toBe(12.5)
  expect(await readRate(`?supplier=${supplier}&category=Rings`)).toBe(7.25)
  expect(await readRate('?category=Rings')).toBe(12.5)
  shop.passTime(2 * DAY)
  operator = await createOperator(shop)
  expect(await readRate(`?supplier=${supplier}`)).toBe(5)
  await expectSuccess(saveRule({ supplier, percent: null }))
  expect(await readRate(`?supplier=${supplier}`)).toBe(12.5)
  expect(await readRate(`?supplier=${supplier}&category=Rings`)).toBe(7.25)
  const listed = await operator.get('/commission-rules')
  expect(listed.body).toMatchObject({
    standardPercent: 12.5,
    taxPercent: 8,
    rules: [{ percent: null }, {}, {}],
  })
})

test('refuses a rule for the past, with three decimals, or for an unknown supplier or category', async () => {
  const yesterday = new Date(shop.now().getTime() - DAY).toISOString()
  expect((await saveRule({ percent: 5, validFrom: yesterday })).body).toMatchObject({ code: 'day_is_over' })
  expect((await saveRule({ percent: 5.125 })).status).toBe(400)
  expect((await saveRule({ percent: 5, supplier: 'sup_0' })).body).toMatchObject({
    code: 'supplier_not_found',
  })
  expect((await saveRule({ percent: 5, category: 'Boats' })).body).toMatchObject({
    code: 'category_not_found',
  })
})

/** Creates a paid order from one supplier: two rings and two necklaces at 100.00 each. */
async function createOrderOfTwo(rings: number): Promise<CreatedOrder> {
  const supplier = await createTestSupplier(shop.db)
  await expectSuccess(saveRule({ supplier: supplier.publicId, category: 'Rings', percent: rings }))
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  const products = [
    { ...(await createTestProduct(shop.db, { supplier, categoryId: 1 })), quantity: 2 },
    { ...(await createTestProduct(shop.db, { supplier, categoryId: 2 })), quantity: 2 },
  ]
  const { id: purchaseId } = await placeGuestOrder(shop, products)
  await completePayment(shop, purchaseId, 'pay')
  const tracked = await shop.get(`/shop/trackOrder/${purchaseId}`)
  const id = getField(tracked, 'order', 'supplierOrders', '0', 'id')
  return { shop, purchaseId, id, supplier, owner, variantIds: products.map(({ variantId }) => variantId) }
}

test('each line keeps the commission rate of its sale, in every parcel', async () => {
  const created = await createOrderOfTwo(20)
  await expectSuccess(saveRule({ supplier: created.supplier.publicId, category: 'Rings', percent: 90 }))
  await expectSuccess(
    operator.post(`/supplier/orders/${created.id}/move`, { event: 'submit', reason: 'now' }),
  )
  await expectSuccess(postAsSupplier(created, 'accept'))
  const order = await operator.get(`/supplier/orders/${created.id}`)
  expect(getField<object[]>(order, 'order', 'lines')).toMatchObject([
    { commissionPercent: 20 },
    { commissionPercent: 12.5 },
  ])
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody('one', [{ line: 1, quantity: 1 }])))
  // 20 % of a ring, and nothing of the shipping, which the first parcel earns.
  const first = 2_000
  expect((await readOrderMoney(shop, created)).commission).toBe(first)
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody('two', [{ line: 2, quantity: 2 }])))
  expect((await readOrderMoney(shop, created)).commission).toBe(first + 2_500)
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody('rest')))
  expect((await readOrderMoney(shop, created)).commission).toBe(first + 2_500 + 2_000)
  const explained = await operator.get(
    `/ledger/explain/commission?subledger=${created.supplier.publicId}/${created.id}`,
  )
  expect(explained.body).toMatchObject({
    amount: first + 4_500,
    postings: [{ kind: 'earned' }, { kind: 'earned' }, { kind: 'earned' }],
  })
})

test('an order without rules uses the configured standard rate and its tax', async () => {
  const created = await createSubmittedOrder(shop)
  await expectSuccess(postAsSupplier(created, 'accept'))
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody('one')))
  // 12.5 % of the product, and nothing of the shipping.
  expect(await readOrderMoney(shop, created)).toMatchObject({
    commission: 1_250,
    pending: 10_206 - 1_250 - 100,
  })
})

test('a preview shows what a rule would have changed, saves nothing and changes no order', async () => {
  const created = await createOrderOfTwo(20)
  const { publicId: supplier } = created.supplier
  const preview = async (body: object) =>
    getField<object>(await expectSuccess(operator.post('/commission-rules/preview', body)), 'preview')
  const nothing = { days: 90, currency: 'USD', orders: 0, sales: 0, commission: 0, newCommission: 0 }
  // Two rings at 20 % and two necklaces at 12.5 %, 100.00 each.
  expect(await preview({ supplier, percent: 10 })).toEqual({
    ...nothing,
    orders: 1,
    sales: 200,
    commission: 25,
    newCommission: 20,
  })
  expect(await preview({ supplier, category: 'Rings', percent: 5 })).toMatchObject({
    orders: 1,
    sales: 200,
    commission: 40,
    newCommission: 10,
  })
  expect(await preview({ supplier, category: 'Rings', percent: null })).toMatchObject({ newCommission: 25 })
  expect(await preview({ supplier, channel: 'vendor', percent: 1 })).toEqual(nothing)
  expect(await preview({ supplier, category: 'Rings', percent: 20 })).toEqual(nothing)
  expect(
    (await operator.post('/commission-rules/preview', { supplier: 'sup_0', percent: 1 })).body,
  ).toMatchObject({
    code: 'supplier_not_found',
  })
  await expectSuccess(postAsGuest(shop, created, 'cancel'))
  expect(await preview({ supplier, percent: 10 })).toEqual(nothing)
  expect(await readRate(`?supplier=${supplier}&category=Rings`)).toBe(20)
})

test('the rate always comes from a matching rule or is the standard rate', () => {
  const id = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null })
  const channel = fc.constantFrom('marketplace', 'vendor', null)
  const anyRate = fc.integer({ min: 0, max: 10_000 })
  const anyRule = fc.record({ supplierId: id, categoryId: id, channel, bps: anyRate })
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 8 }), (rules) => {
      const rate = selectRate({ supplierId: 1, categoryId: 2, channel: 'vendor' }, rules, 777)
      const fitting = rules.filter(
        (rule) =>
          [1, null].includes(rule.supplierId) &&
          [2, null].includes(rule.categoryId) &&
          ['vendor', null].includes(rule.channel),
      )
      expect(fitting.length === 0 ? [777] : fitting.map(({ bps }) => bps)).toContain(rate)
    }),
  )
})

test('of several rules with one scope, the one that started last is current', () => {
  const createRule = (publicId: string, day: number, scope: object = {}) => ({
    publicId,
    supplierPublicId: null,
    category: null,
    channel: null,
    validFrom: new Date(2026, 2, day),
    ...scope,
  })
  const rules = [
    createRule('future', 11),
    createRule('added later', 9),
    createRule('added first', 9),
    createRule('first', 1),
    createRule('rings', 2, { category: 'Rings' }),
    createRule('vendors', 2, { channel: 'vendor' }),
  ]
  expect(rules.map((rule) => findRuleState(rule, rules, new Date(2026, 2, 10)))).toEqual([
    'scheduled',
    'current',
    'replaced',
    'replaced',
    'current',
    'current',
  ])
})
