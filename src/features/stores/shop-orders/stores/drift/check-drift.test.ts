import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { HOUR } from '#core/time.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  publishProduct,
  type ShopVendor,
  submitForm,
} from '#tests/steps/vendor-orders.ts'
import { findDrift, type SentListing } from './drift-rules.ts'

const shop = await createTestShop()

/** Reconciles the store, as the timer does, and pushes the changes. */
async function reconcile(): Promise<void> {
  shop.passTime(HOUR + 1)
  await shop.app.jobs.enqueue(shop.db, { job: 'shop_orders.reconcile_due', input: {} })
  await shop.work()
  await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
  await shop.work()
}

async function readDrift(vendor: ShopVendor): Promise<unknown> {
  return getField(await asVendor(shop, vendor)('/vendor/stores'), 'stores', '0', 'listings', 'drift')
}

async function readStore(vendor: ShopVendor) {
  return queryRows<{ quantity: number; price: string }>(
    shop.db,
    sql`
      select quantity, regular_price as price from practice_products
      where shop_id = (select max(id) from practice_shops where account_id = ${vendor.id}) order by id`,
  )
}

test.each(['shopify', 'woocommerce'] as const)(
  '%s: stock and prices changed in the store are counted and corrected by the next comparison',
  async (platform) => {
    const vendor = await createShopVendor(shop, { platform })
    await publishProduct(shop, vendor, { name: 'Quay ring', stock: 9 })
    await publishProduct(shop, vendor, { name: 'Harbour ring', stock: 4 })
    const published = await readStore(vendor)
    await reconcile()
    expect(await readDrift(vendor)).toMatchObject({
      compared: 2,
      stockDiffers: 0,
      priceDiffers: 0,
      missing: 0,
      correctedTotal: 0,
    })
    await shop.db.execute(sql`update practice_products set quantity = 90 where name = 'Quay ring'`)
    await shop.db.execute(
      sql`update practice_products set regular_price = '1.00' where name = 'Harbour ring'`,
    )
    await reconcile()
    expect(await readDrift(vendor)).toMatchObject({
      compared: 2,
      stockDiffers: 1,
      priceDiffers: 1,
      correctedTotal: 2,
    })
    expect(await readStore(vendor)).toEqual(published)
    await reconcile()
    expect(await readDrift(vendor)).toMatchObject({ stockDiffers: 0, priceDiffers: 0, correctedTotal: 2 })
  },
)

test('units reserved by unpaid orders are no drift, and an unreachable store is compared later', async () => {
  const vendor = await createShopVendor(shop, { platform: 'woocommerce' })
  await publishProduct(shop, vendor, { stock: 9 })
  await orderInShop(shop, vendor, { units: [2], fields: { action: 'unpaid' } })
  await shop.db.execute(sql`update practice_products set quantity = 7`)
  await submitForm(shop, vendor.admin, { answers: 'locked' })
  await reconcile()
  expect(await readDrift(vendor)).toBe(null)
  await submitForm(shop, vendor.admin, { answers: 'normal' })
  await reconcile()
  expect(await readDrift(vendor)).toMatchObject({ compared: 1, stockDiffers: 0 })
})

test('a price set by the vendor, several prices and untracked stock are no drift', () => {
  const listing: SentListing = {
    productKey: 1,
    externalId: '7',
    sent: { currency: 'USD', variants: { var_1: { price: '12.00', quantity: 3 } } },
    isPriceLocked: false,
    unpaidUnits: 0,
  }
  const remote = { quantity: 3, priceAmount: 1_200 }
  expect(findDrift(listing, remote, 'USD')).toEqual({ stock: false, price: false })
  expect(findDrift(listing, { quantity: 2, priceAmount: 1_300 }, 'USD')).toEqual({ stock: true, price: true })
  expect(findDrift(listing, { quantity: null, priceAmount: null }, 'USD')).toEqual({
    stock: false,
    price: false,
  })
  expect(findDrift({ ...listing, isPriceLocked: true }, { ...remote, priceAmount: 1 }, 'USD').price).toBe(
    false,
  )
  expect(findDrift(listing, { ...remote, priceAmount: 1 }, 'SGD').price).toBe(false)
  const variants = { ...listing.sent.variants, var_2: { price: '15.00', quantity: 4 } }
  const several = { ...listing, sent: { currency: 'USD', variants } }
  expect(findDrift(several, { quantity: 7, priceAmount: 1_500 }, 'USD')).toEqual({
    stock: false,
    price: false,
  })
})
