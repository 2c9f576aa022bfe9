import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { asVendor, createShopVendor, type ShopVendor } from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Creates orders numbered from 1, the first one the newest: each third one is blocked, each fifth has a problem in its store. */
async function createOrders(accountId: number, count: number): Promise<void> {
  await shop.db.execute(sql`
    insert into shop_orders (public_id, account_id, store_name, platform, external_id, number, currency, total_amount, shop_state,
      state, reasons, is_recovered, has_store_problem, placed_at, modified_at, received_at)
    select 'sho_' || ${accountId} || '_' || n, ${accountId}, 'Store', 'woocommerce', n, case when n % 2 = 0 then '#' else '' end || n,
      'USD', 100, 'paid', case when n % 3 = 0 then 'blocked' else 'completed' end,
      case when n % 3 = 0 then array['unmapped'] else '{}' end, false, n % 5 = 0,
      now() - n * interval '1 second', now(), now()
    from generate_series(1, ${count}::int) n`)
}

async function listNumbers(vendor: ShopVendor, query: string): Promise<string[]> {
  const answer = await asVendor(shop, vendor)(`/vendor/orders?pageSize=5&${query}`)
  return getField<{ number: string }[]>(answer, 'orders').map(({ number }) => number)
}

const toNumber = (n: number) => (n % 2 === 0 ? `#${n}` : String(n))

test('orders that are blocked or have a problem in their store need attention, each once, newest first, page by page', async () => {
  const vendor = await createShopVendor(shop)
  await createOrders(vendor.id, 30)
  const waiting = Array.from({ length: 30 }, (_, index) => index + 1).filter(
    (n) => n % 3 === 0 || n % 5 === 0,
  )
  const pages = [1, 2, 3, 4].map((page) => listNumbers(vendor, `view=needs_attention&page=${page}`))
  expect((await Promise.all(pages)).flat()).toEqual(waiting.map(toNumber))
  expect(await listNumbers(vendor, 'view=completed&page=2')).toEqual([8, 10, 11, 13, 14].map(toNumber))
})

test('one or two digits find the orders with this number, and no others', async () => {
  const [vendor, other] = [await createShopVendor(shop), await createShopVendor(shop)]
  await createOrders(vendor.id, 30)
  await createOrders(other.id, 30)
  expect(await listNumbers(vendor, 'view=all&search=3')).toEqual(['3'])
  expect(await listNumbers(vendor, 'view=all&search=24')).toEqual(['#24'])
  expect(await listNumbers(vendor, 'view=all&search=%234')).toEqual(['#4'])
  expect(await listNumbers(vendor, 'view=completed&search=24')).toEqual([])
})
