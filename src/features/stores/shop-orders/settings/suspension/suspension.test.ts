import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestOperator } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  readShopOrder,
  type ShopVendor,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()
const { db } = shop
const reason = 'Sells copies of a brand'

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

async function change(vendor: ShopVendor, name: 'suspend' | 'lift') {
  const answer = await operator.post(`/operator/vendors/${vendor.publicId}/status`, { change: name, reason })
  await shop.work()
  return answer
}

/** Returns how many units of its products a vendor's practice shop has. */
async function countUnits(vendor: ShopVendor): Promise<number> {
  const [found] = await queryRows<{ units: number }>(
    db,
    sql`
      select coalesce(sum(p.quantity), 0)::int as units from practice_products p join practice_shops s on s.id = p.shop_id
      where s.account_id = ${vendor.id}`,
  )
  return found?.units ?? 0
}

test('suspending a vendor sells out listings and blocks new orders, not forwarded ones; lifting it reverts that', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor, { stock: 9 })
  await topUpWallet(shop, vendor, 500)
  const before = await orderInShop(shop, vendor)
  expect(await readShopOrder(shop, vendor, before)).toMatchObject({ state: 'in_progress' })
  expect(await countUnits(vendor)).toBe(8)

  await expectSuccess(change(vendor, 'suspend'))
  expect(await countUnits(vendor)).toBe(0)
  await db.execute(sql`update practice_products set quantity = 1`)
  const waiting = await orderInShop(shop, vendor)
  expect(await readShopOrder(shop, vendor, waiting)).toMatchObject({
    state: 'blocked',
    reasons: [{ code: 'vendor_suspended' }],
    lines: [{ bought: 0 }],
  })
  expect(await readShopOrder(shop, vendor, before)).toMatchObject({
    state: 'in_progress',
    lines: [{ bought: 1 }],
  })
  expect((await asVendor(shop, vendor)('/vendor/orders')).body).toMatchObject({ suspension: { reason } })

  await expectSuccess(change(vendor, 'lift'))
  expect(await readShopOrder(shop, vendor, waiting)).toMatchObject({
    state: 'in_progress',
    lines: [{ bought: 1 }],
  })
  expect(await countUnits(vendor)).toBe(7)
  expect((await asVendor(shop, vendor)('/vendor/orders')).body).toMatchObject({ suspension: null })
})

test('a suspended vendor cannot pay, and unpaid orders are blocked', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  const number = await orderInShop(shop, vendor)
  const { id, state } = await readShopOrder(shop, vendor, number)
  expect(state).toBe('to_pay')
  await expectSuccess(change(vendor, 'suspend'))
  const paid = await asVendor(shop, vendor)('/vendor/orders/pay', { orders: [id], by: 'vm' })
  expect(paid.body).toMatchObject({ paid: 0, paymentUrl: null, problems: [{ id }] })
  expect(await readShopOrder(shop, vendor, number)).toMatchObject({ state: 'blocked', quote: null })
})

test('the vendor is emailed about the suspension, and both logs state the reason', async () => {
  const vendor = await createShopVendor(shop)
  await expectSuccess(change(vendor, 'suspend'))
  const emails = await queryRows<{ subject: string; text: string }>(
    db,
    sql`select subject, text from emails where recipient = ${vendor.email} order by id desc limit 1`,
  )
  expect(emails).toMatchObject([
    { subject: 'Your vendor account is suspended', text: expect.stringContaining(reason) },
  ])
  const { body } = await expectSuccess(operator.get('/operator/audit-log?kind=status'))
  expect(body).toMatchObject({
    entries: [
      {
        action: 'Suspended the vendor',
        role: 'operator',
        before: { suspended: false },
        after: { suspended: true, reason },
      },
    ],
  })
  expect((await asVendor(shop, vendor)('/vendor/activity')).text).toContain('Suspended the vendor')
  expect((await operator.get(`/operator/accounts/${vendor.publicId}`)).body).toMatchObject({
    account: { suspension: { reason } },
  })
  expect((await operator.get('/operator/vendors?filter=suspended')).text).toContain(vendor.publicId)
})

test('of two concurrent suspensions one is refused, and so are other roles, unknown vendors and empty reasons', async () => {
  const vendor = await createShopVendor(shop)
  const path = `/operator/vendors/${vendor.publicId}/status`
  const body = { change: 'suspend', reason }
  const answers = await Promise.all([1, 2].map(() => operator.post(path, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { headers } = await createTestOperator(db, shop.now(), ['catalogue'])
  expect(await shop.post(path, body, headers)).toMatchObject({ status: 403 })
  expect(await operator.post(path, { change: 'lift', reason: ' ' })).toMatchObject({ status: 400 })
  expect(await operator.post('/operator/vendors/usr_0/status', body)).toMatchObject({ status: 404 })
})
