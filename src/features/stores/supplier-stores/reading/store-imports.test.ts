import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runOwnerAction } from '#connectors/practice-shop/owner/owner-actions.ts'
import { findShop } from '#connectors/practice-shop/shop-queries.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { findPracticeNumber, type PracticePlatform } from '#tests/steps/practice-connector.ts'
import { createImportSteps, createSupplierAccount, type ReadImport } from '#tests/steps/product-imports.ts'

const shop = await createTestShop()
const { db } = shop
const { post, read, readItems, apply } = createImportSteps(shop)
const PLATFORMS = ['woocommerce', 'shopify'] as const

type Supplier = Readonly<{
  account: CreatedAccount
  connectionId: string
  start: () => Promise<ReadImport>
  /** Starts an import of the store and makes its plan. */
  plan: () => Promise<ReadImport>
  /** Presses a button of the practice shop's page, for the product or variant of this name or SKU. */
  act: (form: Record<string, string>, name?: string) => Promise<void>
}>

async function connect(platform: PracticePlatform): Promise<Supplier> {
  const account = await createSupplierAccount(shop)
  const opened = await shop.post('/stores/practice-shop', { platform }, account.headers)
  const connectionId: string = getField(opened, 'connection', 'id')
  const find = async () => {
    const found = await findShop(db, { accountId: account.id, platform })
    if (!found) throw new Error('no shop')
    return found
  }
  const start = async (): Promise<ReadImport> =>
    getField(await shop.post('/supplier/store-imports', { connectionId }, account.headers), 'import')
  return {
    account,
    connectionId,
    start,
    async plan() {
      const { id } = await start()
      await shop.work()
      return read(account, id)
    },
    async act(form, name) {
      const product = name === undefined ? {} : { product: await findPracticeNumber({ db, find }, name) }
      const context = { shop: await find(), enqueue: async () => undefined, now: shop.now() }
      await inTransaction(db, (tx) => runOwnerAction(tx, { ...product, ...form }, context))
    },
  }
}

const listProducts = async (ownerId: number) =>
  queryRows<{ name: string; status: string; variants: string[]; grams: number | null; category: string }>(
    db,
    sql`select p.name, p.status, c.name as category, p.weight_grams as grams,
        array(select v.sku || ' ' || coalesce(v.size, '-') || ' ' || v.price_amount || ' ' || v.stock
          from product_variants v where v.product_id = p.id order by v.position) as variants
      from products p join suppliers s on s.id = p.supplier_id join categories c on c.id = p.category_id
      where s.owner_id = ${ownerId} order by p.id`,
  )

test.each(PLATFORMS)(
  '%s: a connected store is read with all variants, and written only when its plan is applied',
  async (platform) => {
    const { account, plan } = await connect(platform)
    const planned = await plan()
    expect(planned).toMatchObject({
      state: 'planned',
      format: 'store',
      platform,
      rows: 4,
      counts: { created: 4, changed: 0, conflicts: 0, refused: 0 },
    })
    expect(await listProducts(account.id)).toEqual([])
    const band = (await readItems(account, planned.id, 'created')).at(-1)
    expect(band).toMatchObject({ title: 'Practice Band' })
    expect(band?.changes).toContainEqual({ field: 'Variants', variant: null, before: null, after: '3' })

    expect(await apply(account, planned.id)).toMatchObject({
      state: 'applied',
      counts: { applied: 4, notApplied: 0 },
    })
    const products = await listProducts(account.id)
    expect(products.map(({ name }) => name)).toEqual([
      'Practice Ring',
      'Practice Necklace',
      'Practice Earrings',
      'Practice Band',
    ])
    expect(products.at(-1)).toMatchObject({
      status: 'active',
      category: 'Rings',
      grams: 6,
      variants: ['PRACTICE-BAND-52 52 14000 4', 'PRACTICE-BAND-54 54 15000 5', 'PRACTICE-BAND-56 56 16000 6'],
    })
    expect((await plan()).counts).toMatchObject({ created: 0, changed: 0, unchanged: 4 })
    expect(await queryRows(db, sql`select 1 from product_import_sources`)).toEqual([])
  },
)

test.each(PLATFORMS)(
  '%s: a plan shows changes in the store by field, with added and removed variants',
  async (platform) => {
    const { account, plan, act } = await connect(platform)
    await apply(account, (await plan()).id)
    const size = { action: 'product_save', name: '54', price: '155.00', quantity: '9' }
    await act(size, 'PRACTICE-BAND-54')
    await act({ action: 'variant_remove' }, 'PRACTICE-BAND-52')
    await act({ action: 'product_save', name: 'Moon Ring', price: '120.00', quantity: '12' }, 'Practice Ring')
    const planned = await plan()
    expect(planned.counts).toMatchObject({ created: 0, changed: 2, unchanged: 2 })
    const [ring, band] = await readItems(account, planned.id, 'changed')
    expect(ring?.changes).toEqual([
      { field: 'Title', variant: null, before: 'Practice Ring', after: 'Moon Ring' },
    ])
    expect(band?.changes).toEqual([
      { field: 'Price', variant: '54', before: '$150.00', after: '$155.00' },
      { field: 'Quantity', variant: '54', before: '5', after: '9' },
      { field: 'Variant', variant: '52', before: '$140.00, 4 in stock', after: null },
    ])
    await apply(account, planned.id)
    expect((await listProducts(account.id)).at(-1)?.variants).toEqual([
      'PRACTICE-BAND-54 54 15500 9',
      'PRACTICE-BAND-56 56 16000 6',
    ])
    expect((await plan()).counts).toMatchObject({ changed: 0, unchanged: 4 })
  },
)

test.each(PLATFORMS)(
  '%s: a product missing in the store is archived by the plan, and otherwise unchanged',
  async (platform) => {
    const { account, plan, act } = await connect(platform)
    await apply(account, (await plan()).id)
    const [before] = await listProducts(account.id)
    await act({ action: 'product_remove' }, 'Practice Ring')
    const planned = await plan()
    expect(planned.counts).toMatchObject({ created: 0, changed: 1, unchanged: 3 })
    const [ring] = await readItems(account, planned.id, 'changed')
    expect(ring).toMatchObject({
      title: 'Practice Ring',
      changes: [{ field: 'Status', before: 'Active', after: 'Archived: no longer in your store' }],
    })
    await apply(account, planned.id)
    expect((await listProducts(account.id))[0]).toEqual({ ...before, status: 'archived' })
    expect((await plan()).counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  },
)

test('a product edited since the plan is skipped', async () => {
  const { account, plan, act } = await connect('woocommerce')
  await apply(account, (await plan()).id)
  await act({ action: 'product_save', name: 'Moon Ring', price: '99.00', quantity: '12' }, 'Practice Ring')
  const planned = await plan()
  await db.execute(sql`update products set name = 'Edited here', revision = revision + 1
    where name = 'Practice Ring' and supplier_id in (select id from suppliers where owner_id = ${account.id})`)
  expect(await apply(account, planned.id)).toMatchObject({ counts: { applied: 0, notApplied: 1 } })
  expect((await listProducts(account.id))[0]?.name).toBe('Edited here')
})

test('a store has one reading at a time, and another of its imports has to wait', async () => {
  const { account, connectionId, start, plan } = await connect('woocommerce')
  const earlier = await plan()
  const [first, second] = [await start(), await start()]
  expect(first).toMatchObject({ state: 'reading', counts: { created: 0 } })
  expect(second.id).toBe(first.id)
  expect(await post(account, `${earlier.id}/plan`)).toMatchObject({
    status: 409,
    body: { code: 'import_busy' },
  })
  expect(await post(account, `${first.id}/cancel`)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read(account, first.id)).toMatchObject({ state: 'cancelled' })

  await shop.post(`/stores/connections/${connectionId}/remove`, {}, account.headers)
  expect(await post(account, `${earlier.id}/plan`)).toMatchObject({
    status: 409,
    body: { code: 'store_disconnected' },
  })
})

test('a store that answers 500 is retried, and the import fails with a message if that continues', async () => {
  const { account, start, act } = await connect('woocommerce')
  await act({ answers: 'failing' })
  const { id } = await start()
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await read(account, id)).toMatchObject({ state: 'reading' })
    await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await shop.work()
  }
  const failed = await read(account, id)
  expect(failed).toMatchObject({ state: 'failed', failure: expect.stringMatching(/store|answer/i) })
  await act({ answers: 'normal' })
  await post(account, `${id}/plan`)
  await shop.work()
  expect(await read(account, id)).toMatchObject({ state: 'planned', counts: { created: 4 } })
})

test('a supplier cannot import another supplier’s store', async () => {
  const [one, eve] = [await connect('woocommerce'), await connect('shopify')]
  const { connectionId } = one
  const answer = await shop.post('/supplier/store-imports', { connectionId }, eve.account.headers)
  expect(answer).toMatchObject({ status: 404, body: { code: 'connection_not_found' } })
})
