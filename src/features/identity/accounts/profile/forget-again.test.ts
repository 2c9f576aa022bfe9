import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { HOUR } from '#core/time.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { accounts } from '../tables.ts'

const shop = await createTestShop()

/** Creates a supplier whose account was closed at `closedAt`, or is open if null. */
async function supplierClosedAt(closedAt: Date | null) {
  const store = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  await shop.db.update(accounts).set({ closedAt }).where(eq(accounts.id, owner.id))
  return store
}

test('the hourly job erases data written up to three hours after an account was closed, and only that account’s', async () => {
  const stores = {
    justClosed: await supplierClosedAt(shop.now()),
    threeHoursAgo: await supplierClosedAt(new Date(shop.now().getTime() - 3 * HOUR)),
    longClosed: await supplierClosedAt(new Date(shop.now().getTime() - 3 * HOUR - 1)),
    open: await supplierClosedAt(null),
  }
  await shop.db.update(suppliers).set({ contactEmail: 'late@atelier.example' })
  await shop.app.jobs.enqueue(shop.db, { job: 'accounts.forget_dead_access', input: {} })
  await shop.work()
  const found = await shop.db.select().from(suppliers)
  const emailOf = ({ id }: { id: number }) => found.find((store) => store.id === id)?.contactEmail
  expect(Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, emailOf(store)]))).toEqual({
    justClosed: null,
    threeHoursAgo: null,
    longClosed: 'late@atelier.example',
    open: 'late@atelier.example',
  })
})
