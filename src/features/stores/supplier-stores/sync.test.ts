import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSyncSteps } from '#tests/steps/synced-stores.ts'

const shop = await createTestShop()
const { db } = shop
const { createSyncedSupplier } = createSyncSteps(shop)
const PLATFORMS = ['woocommerce', 'shopify'] as const

const RING = { action: 'product_save', name: 'Practice Ring' }

test.each(PLATFORMS)(
  '%s: a change in the store is synced by its webhook, also if sent twice',
  async (platform) => {
    const { act, readVariants, readStore } = await createSyncedSupplier(platform)
    expect((await readStore()).sync).toMatchObject({ webhooks: 'on', problemSince: null, byWebhook: 0 })
    await act({ delivery: 'doubled' })
    await act({ ...RING, price: '99.00', quantity: '7' }, 'Practice Ring')
    expect(await readVariants('Practice Ring')).toEqual({
      status: 'active',
      variants: ['PRACTICE-RING 9900 7'],
    })
    const { sync } = await readStore()
    expect(sync).toMatchObject({
      byWebhook: 1,
      recovered: 0,
      lastWebhookAt: shop.now().toISOString(),
      isWorking: false,
      runs: [{ cause: 'webhook', state: 'applied', changed: 1, titles: ['Practice Ring'] }],
    })
  },
)

test.each(PLATFORMS)(
  '%s: changes without a webhook are found by the next check, and counted',
  async (platform) => {
    const { act, check, readVariants, readStore } = await createSyncedSupplier(platform)
    await act({ delivery: 'lost' })
    await act({ ...RING, price: '101.00', quantity: '3' }, 'Practice Ring')
    await act({ action: 'variant_remove' }, 'PRACTICE-BAND-52')
    expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 12'])
    await check()
    expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 10100 3'])
    expect((await readVariants('Practice Band'))?.variants).toHaveLength(2)
    expect((await readStore()).sync).toMatchObject({ byWebhook: 0, recovered: 2 })
    await check()
    expect((await readStore()).sync).toMatchObject({ recovered: 2, checkedAt: shop.now().toISOString() })
  },
)

test('no plan is made while another is applied, so that no change is counted twice', async () => {
  const { act, check, readVariants, readStore } = await createSyncedSupplier('woocommerce')
  const setSyncs = (state: string) =>
    db.execute(sql`update product_imports set state = ${state} where cause is not null`)
  await act({ ...RING, price: '99.00', quantity: '7' }, 'Practice Ring')
  await setSyncs('applying')
  await act({ delivery: 'lost' })
  await act({ ...RING, price: '99.00', quantity: '5' }, 'Practice Ring')
  await check()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 9900 7'])
  await setSyncs('applied')
  await check()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 9900 5'])
  expect((await readStore()).sync).toMatchObject({ byWebhook: 1, recovered: 1 })
})

test.each(PLATFORMS)('%s: a new product becomes a draft, and a missing one is archived', async (platform) => {
  const { act, check, readVariants } = await createSyncedSupplier(platform)
  await act({ action: 'product_add', name: 'New Pendant', price: '45.00', quantity: '5' })
  expect(await readVariants('New Pendant')).toMatchObject({ status: 'draft' })
  await act({ action: 'product_remove' }, 'Practice Ring')
  expect(await readVariants('Practice Ring')).toMatchObject({ status: 'archived' })
  await act({ delivery: 'lost' })
  await act({ action: 'product_remove' }, 'Practice Necklace')
  await check(6 * HOUR)
  expect(await readVariants('Practice Necklace')).toMatchObject({ status: 'archived' })
})

test('unsynced fields are unchanged, missing products can be sold out instead of archived, and a pause is respected', async () => {
  const { account, connectionId, act, readVariants, readStore } = await createSyncedSupplier('woocommerce')
  const change = (settings: object) =>
    shop.post(`/supplier/connected-stores/${connectionId}/settings`, settings, account.headers)
  const followed = (await readStore()).sync.followed.filter((field) => field !== 'prices')
  expect(await change({ followed, missing: 'sold_out', added: 'leave' })).toMatchObject({ status: 200 })
  await shop.work()
  await act({ ...RING, price: '99.00', quantity: '7' }, 'Practice Ring')
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 7'])
  await act({ action: 'product_remove' }, 'Practice Ring')
  expect(await readVariants('Practice Ring')).toEqual({
    status: 'active',
    variants: ['PRACTICE-RING 12000 0'],
  })
  await act({ action: 'product_restore' }, 'Practice Ring')
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 7'])
  await act({ action: 'product_add', name: 'New Pendant', price: '45.00', quantity: '5' })
  expect(await readVariants('New Pendant')).toBeUndefined()

  await change({ isPaused: true })
  await act({ ...RING, price: '99.00', quantity: '1' }, 'Practice Ring')
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 7'])
  await change({ isPaused: false })
  await shop.work()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 1'])
  expect(await change({ followed: ['colour'] })).toMatchObject({ status: 400 })
})

test('a field excluded from one product’s sync is unchanged, and follows the store again when included', async () => {
  const { account, act, readVariants } = await createSyncedSupplier('woocommerce')
  const [ring] = await queryRows<{ id: string }>(
    db,
    sql`select public_id as id from products where name = 'Practice Ring'`,
  )
  const path = `/supplier/products/${ring?.id}/store`
  const setWritten = (written: string[]) => shop.post(path, { written }, account.headers)
  expect(await shop.get(path, account.headers)).toMatchObject({
    body: { store: { platform: 'woocommerce', written: [], followed: expect.arrayContaining(['prices']) } },
  })
  expect(await setWritten(['prices'])).toMatchObject({
    status: 200,
    body: { store: { written: ['prices'] } },
  })
  await act({ ...RING, price: '99.00', quantity: '7' }, 'Practice Ring')
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 7'])
  expect(await setWritten([])).toMatchObject({ status: 200 })
  await shop.work()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 9900 7'])
  const { account: stranger } = await createSyncedSupplier('woocommerce')
  expect(await shop.post(path, { written: ['title'] }, stranger.headers)).toMatchObject({ status: 404 })
  expect(await shop.get(path, stranger.headers)).toMatchObject({ body: { store: null } })
})

test('a store that refuses or fails is shown with its solution, and continues where it stopped', async () => {
  const { act, check, readStore, readVariants } = await createSyncedSupplier('woocommerce')
  await act({ answers: 'locked' })
  await act({ ...RING, price: '88.00', quantity: '2' }, 'Practice Ring')
  expect(await readStore()).toMatchObject({ problem: expect.stringMatching(/key/), mend: 'keys' })
  // A problem that only the owner can solve is retried once an hour.
  const letAnHourPass = () =>
    db.execute(sql`update source_feeds set checked_at = checked_at - interval '1 hour'`)
  await act({ answers: 'failing' })
  await letAnHourPass()
  await check()
  expect(await readStore()).toMatchObject({ problem: expect.any(String) })
  await act({ answers: 'normal' })
  await letAnHourPass()
  await check()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 8800 2'])
  expect(await readStore()).toMatchObject({ problem: null, mend: null, sync: { problemSince: null } })
})

test('a store that lost most of its products unlists none before its supplier confirms', async () => {
  const { act, check, readStore, readVariants } = await createSyncedSupplier('woocommerce')
  for (let n = 1; n <= 12; n += 1)
    await act({ action: 'product_add', name: `Pendant ${n}`, price: '45.00', quantity: '5' })
  await db.execute(sql`update products set status = 'active' where name like 'Pendant %'`)
  await act({ delivery: 'lost' })
  await db.execute(sql`update practice_products set status = 'trash' where name like 'Pendant %'`)
  await db.execute(sql`update source_feeds set full_at = full_at - interval '6 hours'`)
  await check()
  expect(await readVariants('Pendant 1')).toMatchObject({ status: 'active' })
  expect((await readStore()).sync.runs[0]).toMatchObject({ state: 'planned', cause: 'check', changed: 12 })
})

test('a supplier cannot check or change another supplier’s store', async () => {
  const [one, eve] = [await createSyncedSupplier('woocommerce'), await createSyncedSupplier('woocommerce')]
  for (const path of ['check', 'settings'])
    expect(
      await shop.post(`/supplier/connected-stores/${one.connectionId}/${path}`, {}, eve.account.headers),
    ).toMatchObject({ status: 404, body: { code: 'connection_not_found' } })
})
