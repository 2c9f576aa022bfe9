import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const shop = await createTestShop({ FAKE_STORES_URL: fake.url })
const MIGRATION = await readFile('src/database/migrations/0110_keys_in_problems.sql', 'utf8')

test('the migration removes keys from stored problem texts, and keeps the rest', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  await shop.post('/stores/connections', fake.woo('led-on.example').typed, headers)
  const [key, secret] = [`ck_${'a1'.repeat(20)}`, `cs_${'b2'.repeat(20)}`]
  const problem = `It leads on to http://led-on.example/?consumer_key=${key}&consumer_secret=${secret}`
  await shop.db.execute(sql`update store_connections set problem = ${problem}`)

  await shop.db.execute(sql.raw(MIGRATION))

  expect(await queryRows<{ problem: string }>(shop.db, sql`select problem from store_connections`)).toEqual([
    { problem: 'It leads on to http://led-on.example/?consumer_key=ck_…&consumer_secret=cs_…' },
  ])
})
