import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import { createGatedServer } from '#tests/faults/gated-server.ts'
import { startPracticeServer } from '#tests/fakes/stores/practice-server.ts'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createImportSteps, createSupplierAccount, type ReadImport } from '#tests/steps/product-imports.ts'
import { createSyncSteps } from '#tests/steps/synced-stores.ts'

// A store on its own server, whose answers can be held back by the test.
const server = await startPracticeServer({ db: () => shop.db, clock: () => shop.now() })
const gate = await createGatedServer(server.url)
const { host } = new URL(gate.url)
const shop = await createTestShop({ STORE_HOSTS: host })
// A process whose timeout is shorter than any answer that is held back.
const impatient = await shop.anotherApp({ STORE_HOSTS: host, STORE_TIMEOUT_SECONDS: '0.05' })
// A process whose timeout is long enough for ordinary answers.
const patient = await shop.anotherApp({ STORE_HOSTS: host, STORE_TIMEOUT_SECONDS: '2' })
beforeEach(() => gate.open())
afterAll(async () => {
  await impatient.jobs.stop()
  await patient.jobs.stop()
  await gate.close()
  await server.close()
})

const { db } = shop
const { post, read, apply } = createImportSteps(shop)
const connect = async ({ id, headers }: CreatedAccount) =>
  shop.post('/stores/connections', await server.open(id, gate.url), headers)
const { createSyncedSupplier } = createSyncSteps(shop, connect)

const TOO_SLOW = `${host} did not answer in time.`

const countProducts = async ({ id }: CreatedAccount) =>
  queryRows(
    db,
    sql`select 1 from products p join suppliers s on s.id = p.supplier_id where s.owner_id = ${id}`,
  )

test('an import from a slow store says so, writes nothing, and continues when the store answers in time', async () => {
  const account = await createSupplierAccount(shop)
  const connectionId: string = getField(await connect(account), 'connection', 'id')
  const countHeld = gate.stop(/^GET /, 'before')
  const started = await shop.post('/supplier/store-imports', { connectionId }, account.headers)
  const { id } = getField<ReadImport>(started, 'import')
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await read(account, id)).toMatchObject({ state: 'reading', failure: null })
    await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await impatient.jobs.drain()
    expect(countHeld()).toBe(attempt)
  }
  expect(await read(account, id)).toMatchObject({ state: 'failed', failure: TOO_SLOW, rows: 0 })
  expect(await countProducts(account)).toEqual([])
  expect(
    getField(await shop.get('/supplier/connected-stores', account.headers), 'stores', '0'),
  ).toMatchObject({ problem: TOO_SLOW })

  gate.open()
  expect(await post(account, `${id}/plan`)).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read(account, id)).toMatchObject({ state: 'planned', failure: null, counts: { created: 4 } })
  expect(await apply(account, id)).toMatchObject({ state: 'applied', counts: { applied: 4 } })
  expect(await countProducts(account)).toHaveLength(4)
})

test('a slow synced store is marked as slow and changes nothing, and the next check imports everything', async () => {
  const { act, check, readStore, readVariants } = await createSyncedSupplier('woocommerce')
  await act({ action: 'product_save', name: 'Practice Ring', price: '88.00', quantity: '2' }, 'PRACTICE-RING')
  await act({ action: 'variant_remove' }, 'PRACTICE-BAND-52')
  const countHeld = gate.stop(/^GET /, 'before')
  for (const attempt of [1, 2]) {
    shop.passTime(10 * MINUTE)
    await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
    await impatient.jobs.enqueue(db, { job: 'stores.check_due_sources', input: {} })
    await impatient.jobs.drain()
    expect(countHeld()).toBeGreaterThanOrEqual(attempt)
    expect(await readStore()).toMatchObject({ problem: TOO_SLOW, mend: 'retry', sync: { recovered: 0 } })
    expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 12'])
    expect((await readVariants('Practice Band'))?.variants).toHaveLength(3)
  }
  gate.open()
  await check()
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 8800 2'])
  expect((await readVariants('Practice Band'))?.variants).toHaveLength(2)
  expect(await readStore()).toMatchObject({
    problem: null,
    mend: null,
    sync: { recovered: 2, problemSince: null },
  })
})

test('a store that gets slow within a page imports nothing of it, and the next check imports it once', async () => {
  const { account, act, check, readStore, readVariants } = await createSyncedSupplier('woocommerce')
  await act({ action: 'product_save', name: 'Practice Ring', price: '88.00', quantity: '2' }, 'PRACTICE-RING')
  await act({ action: 'variant_remove' }, 'PRACTICE-BAND-52')
  const listChanges = () =>
    queryRows<{ field: string }>(
      db,
      sql`select h.field from product_changes h join products p on p.id = h.product_id
        join suppliers s on s.id = p.supplier_id where s.owner_id = ${account.id} order by h.id`,
    )
  const before = await listChanges()
  // The page of products is answered, but the variations of a product on it are held back.
  const countHeld = gate.stop(/^GET .*\/products\/\d+\/variations$/, 'after')
  shop.passTime(10 * MINUTE)
  await patient.jobs.enqueue(db, { job: 'stores.check_due_sources', input: {} })
  await patient.jobs.drain()
  expect(countHeld()).toBe(1)
  expect(await readStore()).toMatchObject({ problem: TOO_SLOW, mend: 'retry', sync: { recovered: 0 } })
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 12000 12'])
  expect(await listChanges()).toEqual(before)

  gate.open()
  await check()
  await check()
  expect(await readStore()).toMatchObject({ problem: null, sync: { recovered: 2 } })
  expect((await readVariants('Practice Ring'))?.variants).toEqual(['PRACTICE-RING 8800 2'])
  expect((await readVariants('Practice Band'))?.variants).toHaveLength(2)
  const changes = (await listChanges()).slice(before.length).map(({ field }) => field)
  expect(changes.toSorted()).toEqual([...new Set(changes)].toSorted())
  expect(await countProducts(account)).toHaveLength(4)
})
