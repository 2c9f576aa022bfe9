import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSyncSteps } from '#tests/steps/synced-stores.ts'
import { planImport } from './plan-import.ts'

const shop = await createTestShop()
const { db, files } = shop
const { createSyncedSupplier } = createSyncSteps(shop)

test('a sync’s plan is completed in the transaction that enqueues its application, so that a crash leaves no plan', async () => {
  const { act } = await createSyncedSupplier('woocommerce')
  await act({ action: 'product_save', name: 'Practice Ring', price: '99.00' }, 'Practice Ring')
  const [sync] = await queryRows<{ id: number }>(
    db,
    sql`update product_imports set state = 'planning' where cause is not null returning id::int as id`,
  )
  const readState = async () =>
    (await queryRows<{ state: string }>(db, sql`select state from product_imports where id = ${sync?.id}`))[0]
      ?.state
  const ordered: { job: string; state: string | undefined }[] = []
  await planImport(db, sync?.id ?? 0, {
    files,
    now: shop.now(),
    log: createLog('silent'),
    // A query outside the transaction sees only committed data.
    enqueue: async (_tx, { job }) => void ordered.push({ job, state: await readState() }),
  })
  expect(ordered).toEqual([{ job: 'catalog.apply_import', state: 'planning' }])
  expect(await readState()).toBe('applying')
})
