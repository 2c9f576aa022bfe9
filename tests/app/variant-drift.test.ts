import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { readListingIndex } from '#features/stores/shop-orders/intake/order-queries.ts'
import { classifyLines } from '#features/stores/shop-orders/rules.ts'
import type { VariantEditor } from '#tests/fakes/stores/variant-editor.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { applyChange, DRIFT, type VariantSizes } from '#tests/models/variants/changes.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createListingSteps, type ListingVendor } from '#tests/steps/listings.ts'

// However owners change a listing's variants in their store, an order gets exactly the ordered variant, or waits.
const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, publish } = createListingSteps(shop, fake)

const LISTINGS = 100
const SIZES = ['50', '52', '54', '56']

/** A listing with the sizes that its store shows; `keys` has our variants by size. */
type Listing = Readonly<{
  id: string
  editor: VariantEditor
  shown: VariantSizes
  keys: ReadonlyMap<string, number>
}>

/** Publishes this many listings of four sizes each in a vendor's store. */
async function publishListings(vendor: ListingVendor): Promise<Listing[]> {
  const products = []
  for (let n = 0; n < LISTINGS; n += 1) products.push(await createWholesale(4_000, { stock: 5 }))
  await shop.db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, sku, size, price_amount, wholesale_amount, stock, position)
    select 'var_' || md5(n || public_id), product_id, supplier_id, sku || n, n::text, price_amount, wholesale_amount, stock, n
    from product_variants, unnest(${sql.param(SIZES.slice(1))}::int[]) n`)
  await shop.db.execute(sql`update product_variants set size = ${SIZES[0]} where size is null or size = ''`)
  await publish(vendor, ...products)
  const variants = await queryRows<{ id: string; size: string; key: number }>(
    shop.db,
    sql`
      select l.external_id as id, v.size, v.id::int as key from store_listings l
      join product_variants v on v.product_id = l.product_id`,
  )
  return [...Map.groupBy(variants, ({ id }) => id)].map(([id, ours]) => {
    const editor = vendor.own.editVariants(id)
    return {
      id,
      editor,
      shown: new Map(editor.list().map((variant) => [variant.id, variant.value])),
      keys: new Map(ours.map(({ size, key }) => [size, key])),
    }
  })
}

/** Returns the size that a shopper takes from an option, as `EU 52` is 52. A sync may restore options in a store. */
function toSize(option: string): string {
  return option.replace(/^(EU )+/, '')
}

/**
 * Returns how an order of each variant of these listings is read, with the key of the variant that its shopper has
 * chosen. Without options, as of stores that do not say them, it is the one that the variant once showed.
 */
async function orderAll(connectionId: number, listings: readonly Listing[], hasOptions: boolean) {
  const productIds = listings.map(({ id }) => id)
  const index = await readListingIndex(shop.db, connectionId, productIds)
  return listings.flatMap(({ id: productId, editor, shown, keys }) => {
    const variants = editor.list()
    const values = new Map(variants.map(({ id, value }) => [id, value]))
    const lines = variants.map(({ id, sku, value }) => ({
      externalId: id,
      productId,
      variantId: id,
      ...(hasOptions ? { options: [value] } : {}),
      sku,
      title: '',
      quantity: 1,
      removed: 0,
      lineAmount: 100,
      refundedAmount: 0,
    }))
    return classifyLines(lines, index).map(({ variantId, variant }) => ({
      productId,
      chosen: keys.get(hasOptions ? toSize(values.get(variantId) ?? '') : (shown.get(variantId) ?? '')),
      bought: variant?.variantKey,
      // With other options the order itself says so.
      isPlain: keys.has(values.get(variantId) ?? '') && !hasOptions,
    }))
  })
}

/** Syncs all listings and records the size of new variants. Returns each listing's problem by its id in the store. */
async function sync(vendor: ListingVendor, listings: readonly Listing[]) {
  await shop.post('/stores/sync', {}, vendor.headers)
  await shop.work()
  for (const { editor, shown } of listings)
    for (const { id, value } of editor.list()) if (!shown.has(id)) shown.set(id, value)
  const found = await queryRows<{ id: string; problem: string | null }>(
    shop.db,
    sql`select external_id as id, problem from store_listings`,
  )
  return new Map(found.map(({ id, problem }) => [id, problem]))
}

test.each(['shopify', 'woo'] as const)(
  '%s: whatever owners change in 100 listings, every line gets the right variant or reports why not',
  async (kind) => {
    const vendor = await createVendor(kind)
    const listings = await publishListings(vendor)
    expect(listings).toHaveLength(LISTINGS)
    const [connection] = await queryRows<{ id: number }>(
      shop.db,
      sql`select id::int as id from store_connections where public_id = ${vendor.store}`,
    )
    const drifts = fc.sample(DRIFT, { numRuns: LISTINGS, seed: 7 })
    const hasSwaps = (index: number) => drifts[index]?.flat().some((change) => change.kind === 'swap_values')
    const unswapped = listings.filter((_, index) => !hasSwaps(index))
    const wrong: string[] = []
    let count = 0
    for (const round of [0, 1, 2]) {
      for (const [index, { editor, shown }] of listings.entries())
        for (const change of drifts[index]?.[round] ?? []) applyChange(editor, shown, change)
      for (const isSynced of [false, true]) {
        const problems = isSynced ? await sync(vendor, listings) : undefined
        const lines = [
          ...(await orderAll(connection?.id ?? 0, listings, true)),
          ...(await orderAll(connection?.id ?? 0, unswapped, false)),
        ]
        for (const { productId, chosen, bought, isPlain } of lines) {
          const place = listings.findIndex(({ id }) => id === productId)
          const drift = JSON.stringify(drifts[place]?.slice(0, round + 1))
          if (bought !== undefined) count += 1
          if (bought !== undefined && bought !== chosen) wrong.push(`bought as another: ${drift}`)
          // A variant that shows one of our sizes is linked by the sync, or its listing has a problem.
          if (isPlain && bought === undefined && problems?.get(productId) === null)
            wrong.push(`waits without a problem of its listing: ${drift}`)
        }
      }
    }
    expect(wrong).toEqual([])
    // Most changes do not make an order wait.
    expect(count).toBeGreaterThan(1_000)
  },
)
