import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { DAY } from '#core/time.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  asVendor,
  changeInShop,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

test('profit is what bought items sell for less what was paid, by day and period, without what was refunded', async () => {
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

  // Practice orders are counted by themselves, in their own currency.
  await shop.db.execute(sql`update store_connections set is_practice = true where account_id = ${vendor.id}`)
  await asVendor(shop, vendor)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  await orderInShop(shop, vendor)
  expect(await read()).toMatchObject({ figures: { kind: 'real', hasBoth: true } })
  expect(await read('?kind=practice')).toMatchObject({
    figures: { kind: 'practice', currency: 'XTS', periods: [{ now: { orders: 1 } }, {}, {}] },
  })
  expect(await asVendor(shop, vendor)('/vendor/figures?utcOffset=9999')).toMatchObject({ status: 400 })
})
