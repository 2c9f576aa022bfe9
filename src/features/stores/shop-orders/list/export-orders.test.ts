import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/shop/shop.ts'
import { asVendor, createShopVendor } from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

const ORDERS = 1_203

async function createOrders(accountId: number, prefix: string): Promise<void> {
  // Seven orders were placed at each moment, so that batches end between orders of one.
  await shop.db.execute(sql`
    insert into shop_orders (public_id, account_id, store_name, platform, external_id, number, currency, total_amount, shop_state,
      state, reasons, is_recovered, placed_at, modified_at, received_at)
    select ${`sho_${prefix}`} || n, ${accountId}, 'Store', 'woocommerce', n, ${prefix} || n, 'USD', 100, 'paid', 'to_pay', '{}', false,
      now() - n / 7 * interval '1.000001 seconds', now(), now()
    from generate_series(1, ${ORDERS}::int) n`)
}

test('an export of many orders has each once, newest first, also of a search, and none of another vendor', async () => {
  const [vendor, other] = [await createShopVendor(shop), await createShopVendor(shop)]
  await createOrders(vendor.id, 'mine-')
  await createOrders(other.id, 'theirs-')
  const read = async (query: string) => {
    const { status, text } = await asVendor(shop, vendor)(`/vendor/order-export?view=all${query}`)
    expect(status).toBe(200)
    return text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0])
  }
  const { rows } = await shop.db.execute<{ number: string }>(
    sql`select number from shop_orders where account_id = ${vendor.id} order by placed_at desc, id desc`,
  )
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toHaveLength(ORDERS)
  expect(await read('')).toEqual(numbers)
  expect(await read('&search=mine-1')).toEqual(numbers.filter((number) => number.includes('mine-1')))
  expect(await read('&search=theirs')).toEqual([])
})
