import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createStockSteps } from '#tests/steps/store-stock.ts'
import { createSyncSteps } from '#tests/steps/synced-stores.ts'

const shop = await createTestShop()
const { db } = shop
const { createSyncedSupplier } = createSyncSteps(shop)
const { sell, attempt, readStock, reject } = createStockSteps(shop)

/** The writes of a stock change in order, each of which can be interrupted. */
const STEPS = {
  'claimed here': { table: 'effects', when: "new.state = 'sent'" },
  'changed in the store': { table: 'practice_products', when: 'new.quantity is distinct from old.quantity' },
  'its answer stored': { table: 'effects', when: "new.state = 'done'" },
  'settled here': { table: 'store_stock_changes', when: 'new.applied_at is not null' },
} as const

/** Makes the write of a step fail until the returned function is called, as if its process crashed there. */
async function breakStep({ table, when }: (typeof STEPS)[keyof typeof STEPS]): Promise<() => Promise<void>> {
  await db.execute(
    sql.raw(`
    create function broken_step() returns trigger language plpgsql as $$ begin raise exception 'the process has died'; end $$;
    create trigger broken_step before update on ${table} for each row when (${when}) execute function broken_step()`),
  )
  return async () => {
    await db.execute(sql.raw(`drop trigger broken_step on ${table}; drop function broken_step()`))
  }
}

test.each(
  (['woocommerce', 'shopify'] as const).flatMap((platform) =>
    Object.keys(STEPS).map((step) => [platform, step as keyof typeof STEPS] as const),
  ),
)(
  '%s: a stock change interrupted before “%s” lowers the store’s stock once, and restores it once',
  async (platform, step) => {
    const supplier = await createSyncedSupplier(platform)
    const interrupted = async (minutes: number) => {
      const mend = await breakStep(STEPS[step])
      await attempt(minutes).catch(() => undefined)
      await mend()
      for (const later of [6, 10, 20, 70]) {
        await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
        await attempt(later)
      }
      await supplier.check()
    }
    const { order } = await sell(supplier, 2)
    await interrupted(0)
    expect(await readStock(supplier)).toEqual({ there: 10, here: 10 })
    shop.passTime(MINUTE)
    const account = { ...supplier.account, ...(await createSession(db, supplier.account.id, shop.now())) }
    expect(await reject({ ...supplier, account }, order, 'other')).toMatchObject({ status: 200 })
    await interrupted(1)
    expect(await readStock(supplier)).toEqual({ there: 12, here: 12 })
  },
)
