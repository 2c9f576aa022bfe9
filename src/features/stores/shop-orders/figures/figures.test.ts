import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { DAY } from '#core/time.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  changeInShop,
  createShopVendor,
  orderInShop,
  passHold,
  publishProduct,
  readShopOrder,
  shipPracticeOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('profit is the revenue of bought items minus their cost, by day and period, without refunds', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 20 })
  const read = async (query = '') => (await asVendor(shop, vendor)(`/vendor/figures${query}`)).body
  expect(await read()).toMatchObject({
    figures: {
      kind: 'real',
      hasBoth: false,
      currency: 'USD',
      periods: [{ now: { orders: 0, profit: 0 } }, {}, {}],
    },
  })
  await topUpWallet(shop, vendor, 500)
  const earlier = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [2] }))
  shop.passTime(8 * DAY)
  const number = await orderInShop(shop, vendor)
  const today = await readShopOrder(shop, vendor, number)
  const [profitBefore, profitToday] = [Number(earlier['profit']), Number(today['profit'])]
  expect(profitBefore).toBeGreaterThan(0)
  const figures = await read()
  expect(figures).toMatchObject({
    figures: {
      periods: [
        { days: 1, now: { orders: 1, profit: profitToday } },
        { days: 7, now: { orders: 1 }, before: { orders: 1, profit: profitBefore } },
        { days: 30, now: { orders: 2, profit: expect.closeTo(profitBefore + profitToday, 2) } },
      ],
      products: [{ title: expect.any(String), units: 3 }],
    },
  })
  expect(JSON.stringify(figures)).toContain(`"profit":${profitToday},"profitBefore":0,"orders":1`)
  await changeInShop(shop, vendor, { order: number, action: 'cancel' })
  expect(await read()).toMatchObject({
    figures: { periods: [{ now: { cost: 0, retail: 0, profit: 0 } }, {}, {}] },
  })

  // Practice orders are counted separately, in their own currency.
  await shop.db.execute(sql`update store_connections set is_practice = true where account_id = ${vendor.id}`)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  await orderInShop(shop, vendor)
  expect(await read()).toMatchObject({ figures: { kind: 'real', hasBoth: true } })
  expect(await read('?kind=practice')).toMatchObject({
    figures: { kind: 'practice', currency: 'XTS', periods: [{ now: { orders: 1 } }, {}, {}] },
  })
  expect(await asVendor(shop, vendor)('/vendor/figures?utcOffset=9999')).toMatchObject({ status: 400 })
})

test('profit of a finished order is the store’s revenue after refunds minus the cost in the ledger [PROD-06]', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  const { id: productId } = await publishProduct(shop, vendor, { stock: 20 })
  const call = asVendor(shop, vendor)
  await call('/vendor/wallet/top-ups', { wallet: 'practice', amount: 1000 })
  const number = await orderInShop(shop, vendor, { units: [2] })
  await shipPracticeOrder(shop, vendor, { number, part: 0 })
  const sent = await readShopOrder(shop, vendor, number)
  const part = getField<{ id: string; total: number }>({ body: sent } as never, 'supplierOrders', '0')
  expect(sent).toMatchObject({ cost: part.total, profit: Number(sent['retail']) - part.total })

  // A refund in the store alone moves no wholesale money, and lowers the profit.
  await changeInShop(shop, vendor, { order: number, action: 'refund_amount', amount: '5.00' })
  const lowered = await readShopOrder(shop, vendor, number)
  expect(lowered).toMatchObject({ cost: part.total, profit: Number(sent['profit']) - 5 })
  expect((await call('/vendor/figures')).body).toMatchObject({
    figures: { periods: [{ now: { profit: lowered['profit'], cost: part.total } }, {}, {}] },
  })
  await call(`/vendor/supplier-orders/${part.id}/practice/deliver`, {})
  await passHold(shop, 15 * 24 * 60)
  expect((await call(`/vendor/products/${productId}/figures`)).body).toMatchObject({
    figures: { isPractice: true, orders: 1, units: 2, cost: part.total, retail: lowered['retail'] },
  })

  // A refund here lowers the cost, and a full refund in the store leaves no revenue.
  await changeInShop(shop, vendor, { order: number, action: 'refund' })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ retail: 0, profit: -part.total })
})

test('items that a supplier rejects have no revenue and no cost', async () => {
  const vendor = await createShopVendor(shop, { isReal: false })
  await publishProduct(shop, vendor, { stock: 20 })
  const call = asVendor(shop, vendor)
  await call('/vendor/wallet/top-ups', { wallet: 'practice', amount: 1000 })
  const number = await orderInShop(shop, vendor)
  const { id, supplierOrders } = await readShopOrder(shop, vendor, number)
  await call(`/vendor/orders/${id}/forward`, {})
  const part = getField<string>({ body: { supplierOrders } } as never, 'supplierOrders', '0', 'id')
  await call(`/vendor/supplier-orders/${part}/practice/reject`, {})
  await shop.work()
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ cost: 0, retail: 0, profit: 0 })
})
