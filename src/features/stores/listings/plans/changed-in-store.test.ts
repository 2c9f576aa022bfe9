import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { asVendor, createShopVendor, publishProducts, submitForm } from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** What a plan says about a removed variant: Shopify's list has the total stock, WooCommerce's the ids of variants. */
const REMOVED = {
  shopify: { reason: null, changes: [{ field: 'Stock', variant: 'all variants', before: '3', after: '6' }] },
  woocommerce: {
    reason: 'A variant was removed in your store. Publishing adds it again.',
    changes: [{ field: 'Variant', variant: '54', before: 'not in your store', after: '$120.00, 3 in stock' }],
  },
} as const

/** Publishes a product of two sizes with three units each in a practice shop. */
async function publishSizes(platform: keyof typeof REMOVED) {
  const vendor = await createShopVendor(shop, { isReal: false, platform })
  const product = await createTestProduct(shop.db, { stock: 3, price: 12_000 })
  await shop.db.execute(sql`update product_variants set size = '52' where product_id = ${product.productKey}`)
  await shop.db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, title, size, price_amount, stock)
    select 'var_' || md5(public_id), product_id, supplier_id, 2, sku || '-54', '54', '54', price_amount, 3
    from product_variants where product_id = ${product.productKey}`)
  await publishProducts(shop, vendor, [product])
  return vendor
}

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a plan shows that a variant was removed in the store, and adds it again',
  async (platform) => {
    const vendor = await publishSizes(platform)
    const call = asVendor(shop, vendor)
    const plan = async () => {
      const { body } = await call('/vendor/publish-plans', { storeId: vendor.connection })
      await shop.work()
      const id = getField<string>({ body } as never, 'plan', 'id')
      const [planned, items] = [
        await call(`/vendor/publish-plans/${id}`),
        await call(`/vendor/publish-plans/${id}/items?tab=update`),
      ]
      return { id, planned, items }
    }
    expect((await plan()).planned).toMatchObject({ body: { plan: { counts: { skip: 1, update: 0 } } } })
    const [variant] = await queryRows<{ id: string }>(
      shop.db,
      sql`select max(v.id) as id from practice_products v join practice_shops s on s.id = v.shop_id
        where s.account_id = ${vendor.id} and v.parent_id is not null`,
    )
    await submitForm(shop, vendor.admin, { product: String(variant?.id), action: 'variant_remove' })
    await shop.work()
    const { id, planned, items } = await plan()
    expect(planned).toMatchObject({ body: { plan: { counts: { skip: 0, update: 1, due: 1 } } } })
    expect(items).toMatchObject({
      body: {
        items: [REMOVED[platform]],
      },
    })
    expect(await call(`/vendor/publish-plans/${id}/apply`, {})).toMatchObject({ status: 200 })
    await shop.work()
    expect((await plan()).planned).toMatchObject({ body: { plan: { counts: { skip: 1, update: 0 } } } })
  },
)

test.each(['shopify', 'woocommerce'] as const)(
  '%s: a plan shows a price that was changed in the store, and puts it back unless the store sets prices',
  async (platform) => {
    const vendor = await createShopVendor(shop, { isReal: false, platform })
    const product = await createTestProduct(shop.db, { name: 'Harbour chain', stock: 3, price: 12_000 })
    await publishProducts(shop, vendor, [product])
    const call = asVendor(shop, vendor)
    const plan = async () => {
      const started = await call('/vendor/publish-plans', { storeId: vendor.connection })
      await shop.work()
      const id = getField(started, 'plan', 'id')
      return { id, items: await call(`/vendor/publish-plans/${id}/items?tab=update`) }
    }
    await shop.db.execute(
      sql`update practice_products set regular_price = '111.00' where regular_price <> ''`,
    )
    const { id, items } = await plan()
    expect(items).toMatchObject({
      body: { items: [{ changes: [{ field: 'Price', before: '$111.00', after: '$120.00' }] }] },
    })
    await call('/stores/selection/change', { productId: product.id, isPriceLocked: true })
    expect((await plan()).items).toMatchObject({ body: { total: 0 } })
    await call('/stores/selection/change', { productId: product.id, isPriceLocked: false })
    const again = await plan()
    expect(again.id).not.toBe(id)
    expect(await call(`/vendor/publish-plans/${again.id}/apply`, {})).toMatchObject({ status: 200 })
    await shop.work()
    expect((await plan()).items).toMatchObject({ body: { total: 0 } })
  },
)
