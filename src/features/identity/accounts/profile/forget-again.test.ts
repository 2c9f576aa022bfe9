import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { suppliers } from '#features/catalogue/suppliers/tables.ts'
import { HOUR } from '#core/time.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { people } from '../tables.ts'

const shop = await testShop()

/** A supplier whose account was closed at that moment, or is open. */
async function supplierClosedAt(closedAt: Date | null) {
  const store = await supplierInTrade(shop.db)
  const owner = await personSignedIn(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  await shop.db.update(people).set({ closedAt }).where(eq(people.id, owner.id))
  return store
}

test('what is written within three hours of an account’s closing is forgotten by the hourly job, of no other account', async () => {
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
