import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()
const { db } = shop

type Vendor = { id: string; orders: { blocked: number }; stores: { problem: string | null }[] }

async function list(query = ''): Promise<Vendor[]> {
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  const answer = await shop.get(`/operator/vendors${query}`, operator.headers)
  expect(answer.status).toBe(200)
  return (answer.body as { vendors: Vendor[] }).vendors
}

test('vendors are listed with wallet, stores, listings and orders, and marked when a store is unreachable', async () => {
  const vendor = await createShopVendor(shop)
  await publishProduct(shop, vendor)
  await orderInShop(shop, vendor)
  await topUpWallet(shop, vendor, 60)
  const [listed] = await list()
  const wallet = await asVendor(shop, vendor)('/vendor/wallet')
  expect(listed).toMatchObject({
    id: vendor.publicId,
    email: vendor.email,
    stores: [{ platform: 'woocommerce', isPractice: false, problem: null }],
    wallet: [{ currency: 'USD', amount: getField(wallet, 'wallet', 'balance') }],
    listings: { published: 1, failed: 0 },
    orders: { blocked: 0, lastAt: expect.any(String) },
  })
  expect(await list('?filter=attention')).toEqual([])
  await db.execute(sql`update store_connections set problem = 'The store answers 401.'`)
  expect(await list('?filter=attention')).toMatchObject([{ stores: [{ problem: 'The store answers 401.' }] }])
})

test('vendors are found by the beginning of name or address, page by page, and shoppers are excluded', async () => {
  const made: string[] = []
  for (let index = 0; index < 52; index += 1) {
    const email = `vendor-${index}@paged.example`
    const account = await createSignedInAccount(db, shop.now(), { email })
    made.push(account.publicId)
    await db.execute(sql`
      insert into store_connections (public_id, account_id, platform, address, name, currency, access, checked_at, created_at)
      values (${`stc_${index}`}, ${account.id}, 'shopify', 'paged.example', ${`Paged ${index}`}, 'USD', '\\x00', ${shop.now()}, ${shop.now()})`)
  }
  await createSignedInAccount(db, shop.now(), { email: 'shopper@paged.example' })
  expect((await list('?search=VENDOR-51')).map(({ id }) => id)).toEqual([made[51]])
  expect(await list('?search=shopper')).toEqual([])
  expect((await list('?search=paged 7')).map(({ id }) => id)).toEqual([made[7]])
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  const first = Object((await shop.get('/operator/vendors', operator.headers)).body)
  const second = Object(
    (await shop.get(`/operator/vendors?cursor=${String(first.nextCursor)}`, operator.headers)).body,
  )
  const listed = [...first.vendors, ...second.vendors].map(({ id }: Vendor) => id)
  expect(listed).toEqual(made.toReversed())
  expect(second.nextCursor).toBeNull()
})
