import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createListingSteps, type ListingVendor } from '#tests/steps/listings.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const { createVendor, createWholesale, listListings } = createListingSteps(shop, fake)

const TASKS = ['attention', 'variants', 'removed', 'cost_up']

const countTasks = ({ headers }: ListingVendor) => shop.get('/vendor/listing-counts', headers)

/** Lists a product in every state that a listing can have: selected or not, published or not, with or without problems. */
async function listInAllStates({ id, store }: ListingVendor): Promise<void> {
  for (let n = 0; n < 96; n += 1) {
    const { productKey } = await createWholesale(1_000)
    const [state, isSelected, isPublished] = [['pending', 'synced', 'failed'][n % 3], n % 2 === 0, n % 4 < 2]
    const [hasAlert, hasVariantProblem, isUnpublished] = [n % 8 < 4, n % 16 < 8, n % 32 < 16]
    await shop.db.execute(sql`
      insert into store_listings (connection_id, product_id, run_id, state, problem, external_id, cost_alert, has_variant_problem, is_unpublished)
      select c.id, ${productKey}, 0, ${state}, ${state === 'failed' ? 'It was refused.' : null}, ${isPublished ? `ext-${n}` : null},
        ${hasAlert ? '{"before":1000,"after":2000}' : null}::jsonb, ${hasVariantProblem}, ${isUnpublished}
      from store_connections c where c.public_id = ${store}`)
    if (isSelected)
      await shop.db.execute(sql`
        insert into store_selections (account_id, product_id, added_at) values (${id}, ${productKey}, ${shop.now()})`)
    if (n % 7 === 0)
      await shop.db.execute(sql`
        insert into store_removed_variants (connection_id, external_product_id, external_variant_id, product_id, title, removed_at, reviewed_at)
        select c.id, 'ext-' || ${n}::int, k, ${productKey}, 'Size ' || k, ${shop.now()}, ${n % 21 === 0 ? shop.now() : null}
        from store_connections c, unnest(array['a', 'b']) k where c.public_id = ${store}`)
  }
}

test('listings that need attention are counted as their list counts them, in every state', async () => {
  const [vendor, other] = [await createVendor(), await createVendor()]
  await listInAllStates(vendor)
  const listed = getField<Record<string, number>>(await listListings(vendor), 'counts')
  const counts = TASKS.map((view) => [view, listed[view]] as const)
  for (const [, count] of counts) expect(count).toBeGreaterThan(1)
  expect(getField(await countTasks(vendor), 'counts')).toEqual(Object.fromEntries(counts))
  const none = Object.fromEntries(TASKS.map((view) => [view, 0]))
  expect(getField(await countTasks(other), 'counts')).toEqual(none)
})
