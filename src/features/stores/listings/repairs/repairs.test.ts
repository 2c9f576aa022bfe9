import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { pairSkus, publishRing, setSkus } from '#tests/steps/variant-drift.ts'
import { asVendor, orderInShop, readShopOrder, type ShopVendor } from '#tests/steps/vendor-orders.ts'
import type { ListingVariantsData } from './contract.ts'

const shop = await createTestShop()
const PLATFORMS = ['woocommerce', 'shopify'] as const

type Ring = Awaited<ReturnType<typeof publishRing>>

/** Returns functions that read a listing's variants, and apply a repair to them. */
function openVariants({ vendor, productId }: Pick<Ring, 'vendor' | 'productId'>) {
  const path = `/vendor/listings/${vendor.connection}/${productId}/variants`
  const read = async () => getField<ListingVariantsData>(await asVendor(shop, vendor)(path), 'listing')
  const apply = (repairId: string, fingerprint: string) =>
    asVendor(shop, vendor)(`${path}/repair`, { repairId, fingerprint })
  return { read, apply }
}

const countViews = async (vendor: ShopVendor, view = 'variants') =>
  getField(await asVendor(shop, vendor)(`/vendor/listings?view=${view}`), 'counts', view)

const readSkus = async (ids: readonly string[]) => {
  const found = await queryRows<{ id: string; sku: string }>(
    shop.db,
    sql`select id::text as id, sku from practice_products where id = any(${sql.param([...ids])}::bigint[])`,
  )
  return ids.map((id) => found.find((one) => one.id === String(id))?.sku)
}

const readActions = async ({ id }: ShopVendor) =>
  queryRows(
    shop.db,
    sql`select action, after ->> 'repair' as repair from audit_log where business_id = ${id} order by id desc limit 1`,
  )

test.each(PLATFORMS)('%s: swapped SKUs can be restored in one click, once', async (platform) => {
  const ring = await publishRing(shop, platform)
  const { vendor, ids, skus } = ring
  expect(await countViews(vendor)).toBe(0)
  await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
  expect(await countViews(vendor)).toBe(1)
  const { read, apply } = openVariants(ring)
  const { variants, repairs, fingerprint } = await read()
  expect(variants).toMatchObject([
    { state: 'wrong_sku', ours: { title: '52', stock: 5 }, inStore: { title: '52', sku: skus[1], stock: 5 } },
    { state: 'wrong_sku', ours: { title: '54', stock: 2 }, inStore: { title: '54', sku: skus[0], stock: 2 } },
  ])
  expect(repairs).toEqual([
    {
      id: 'restore',
      kind: 'restore_skus',
      title: 'Correct 2 SKUs in your store',
      effects: [`“52” gets its own SKU “${skus[0]}” back.`, `“54” gets its own SKU “${skus[1]}” back.`],
    },
  ])
  expect(await apply('restore', fingerprint)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await readSkus(ids)).toEqual(skus)
  expect(await countViews(vendor)).toBe(0)
  expect(await read()).toMatchObject({ repairs: [], variants: [{ state: 'linked' }, { state: 'linked' }] })
  expect(await readActions(vendor)).toMatchObject([{ repair: 'Correct 2 SKUs in your store' }])
  expect(await apply('restore', fingerprint)).toMatchObject({
    status: 409,
    body: { code: 'variants_changed' },
  })
  const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [1, 1] }))
  expect(order).toMatchObject({ lines: [{ kind: 'ours' }, { kind: 'ours' }] })
})

test.each(PLATFORMS)(
  '%s: a variant that the owner recreated with their own SKU can be linked as proposed',
  async (platform) => {
    const ring = await publishRing(shop, platform)
    const { vendor, ids, skus, key } = ring
    await shop.db.execute(sql`
      delete from store_listing_variants k using product_variants v
      where v.id = k.variant_id and v.product_id = ${key} and v.size = '54'`)
    await setSkus(shop, vendor, pairSkus(ids, [skus[0], 'OWN-54']))
    const blocked = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [0, 1] }))
    expect(blocked).toMatchObject({ lines: [{ kind: 'unmapped' }] })
    const { read, apply } = openVariants(ring)
    const { variants, repairs, fingerprint } = await read()
    expect(variants.map(({ state, ours, inStore }) => [state, ours?.title, inStore?.sku])).toEqual([
      ['unlinked', '54', undefined],
      ['linked', '52', skus[0]],
      ['other', undefined, 'OWN-54'],
    ])
    expect(repairs).toMatchObject([{ kind: 'link', title: 'Link “54” to “54” in your store' }])
    expect(await apply(repairs[0]?.id ?? '', fingerprint)).toMatchObject({ status: 200 })
    await shop.work()
    expect(await read()).toMatchObject({ repairs: [], variants: [{ state: 'linked' }, { state: 'linked' }] })
    expect(await readSkus(ids)).toEqual([skus[0], 'OWN-54'])
    const order = await readShopOrder(shop, vendor, await orderInShop(shop, vendor, { units: [0, 1] }))
    expect(order).toMatchObject({ lines: [{ kind: 'ours' }] })
  },
)

test.each(PLATFORMS)('%s: a variant that the owner deleted can be added again', async (platform) => {
  const ring = await publishRing(shop, platform)
  await shop.db.execute(sql`delete from practice_products where id = ${ring.ids[1]}`)
  const { read, apply } = openVariants(ring)
  const { variants, repairs, fingerprint } = await read()
  expect(variants.map(({ state, ours }) => [state, ours?.title])).toEqual([
    ['missing', '54'],
    ['linked', '52'],
  ])
  expect(repairs).toMatchObject([{ id: 'add', effects: ['“54” is created in your store with 2 in stock.'] }])
  expect(await apply('add', fingerprint)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read()).toMatchObject({ repairs: [], variants: [{ state: 'linked' }, { state: 'linked' }] })
})

test.each(PLATFORMS)(
  '%s: a variant that its supplier removes is sold out whatever its SKU, and a task until acknowledged',
  async (platform) => {
    const ring = await publishRing(shop, platform)
    const { vendor, ids, skus } = ring
    await setSkus(shop, vendor, pairSkus(ids, ['OWN-52', 'OWN-54']))
    await shop.db.execute(sql`delete from product_variants where public_id = ${skus[1]}`)
    expect(await countViews(vendor, 'removed')).toBe(1)
    await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
    await shop.work()
    expect(
      await queryRows(
        shop.db,
        sql`select quantity from practice_products where sku like 'OWN-%' order by sku`,
      ),
    ).toEqual([{ quantity: 5 }, { quantity: 0 }])
    const { read, apply } = openVariants(ring)
    const { variants, repairs, fingerprint } = await read()
    expect(variants).toMatchObject([
      { state: 'linked', inStore: { sku: 'OWN-52', stock: 5 } },
      { state: 'removed', inStore: { sku: 'OWN-54', stock: 0 } },
    ])
    expect(repairs).toMatchObject([
      {
        kind: 'keep_removed',
        title: '“54” is no longer supplied',
        effects: ['“54” stays in your store with 0 in stock. You can delete it there.'],
      },
    ])
    expect(await apply(repairs[0]?.id ?? '', fingerprint)).toMatchObject({ status: 200 })
    await shop.work()
    expect(await countViews(vendor, 'removed')).toBe(0)
    expect(await read()).toMatchObject({ repairs: [], variants: [{ state: 'linked' }, { state: 'removed' }] })
  },
)

test('refuses a repair if the variants have changed since it was shown', async () => {
  const ring = await publishRing(shop, 'woocommerce')
  const { vendor, ids, skus } = ring
  await setSkus(shop, vendor, pairSkus(ids, skus.toReversed()))
  const { read, apply } = openVariants(ring)
  const { fingerprint } = await read()
  await setSkus(shop, vendor, pairSkus(ids, [skus[1], 'OWN-54']))
  expect(await apply('restore', fingerprint)).toMatchObject({
    status: 409,
    body: { code: 'variants_changed' },
  })
  expect(await readSkus(ids)).toEqual([skus[1], 'OWN-54'])
})

test('a product that is unpublished or missing in the store has no variants to repair', async () => {
  const ring = await publishRing(shop, 'shopify')
  const path = (productId: string) => `/vendor/listings/${ring.vendor.connection}/${productId}/variants`
  expect(await asVendor(shop, ring.vendor)(path('0'.repeat(24)))).not.toMatchObject({ status: 200 })
  await shop.db.execute(sql`
    delete from practice_products where id = (select parent_id from practice_products where id = ${ring.ids[0]})`)
  expect(await asVendor(shop, ring.vendor)(path(ring.productId))).toMatchObject({
    status: 409,
    body: { code: 'product_gone' },
  })
})
