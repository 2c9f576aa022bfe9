import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { migrationsFolder } from '#database/migrate.ts'
import { addMs } from '#core/time.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { insertWebhookEvent } from './service.ts'

const shop = await createTestShop()
const DAY = 24 * 60 * 60_000

async function listStoredEvents(): Promise<{ id: string; body: string }[]> {
  return queryRows(shop.db, sql`select event_id as id, body from payment_webhook_events order by id`)
}

const insertStoredEvent = (eventId: string, body: string, receivedAt = shop.now()) =>
  insertWebhookEvent(shop.db, { provider: 'stripe', eventId, body, receivedAt })

test('webhook events are deleted after 18 months', async () => {
  await insertStoredEvent('old', '{}', addMs(shop.now(), -550 * DAY))
  await insertStoredEvent('disputable', '{}', addMs(shop.now(), -540 * DAY))
  await insertStoredEvent('new', '{}')
  await shop.app.jobs.enqueue(shop.db, { job: 'payments.forget_old_notices', input: {} })
  await shop.work()
  expect((await listStoredEvents()).map(({ id }) => id)).toEqual(['disputable', 'new'])
})

test('the migration keeps IDs, amounts and states of older Stripe events, and removes payer data', async () => {
  const session = {
    id: 'cs_1',
    object: 'checkout.session',
    amount_total: 5_990,
    customer_details: { email: 'mei@example.com', name: 'Mei', address: { line1: 'Orchard Road' } },
    customer_email: 'mei@example.com',
    payment_intent: 'pi_1',
    status: 'complete',
  }
  const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', livemode: true }
  await insertStoredEvent('evt_1', JSON.stringify({ ...event, data: { object: session } }))
  await insertStoredEvent('evt_2', '{"id":"evt_2","data":{"object":{"name":"Mei \\u0000"}}}')
  await insertStoredEvent('evt_3', 'Mei, no JSON')
  const ours = { provider: 'reddot', eventId: 'rd_1', body: 'as it was', receivedAt: shop.now() }
  await insertWebhookEvent(shop.db, ours)

  const migration = await readFile(`${migrationsFolder}/0045_notices_that_wait.sql`, 'utf8')
  const statements = migration.slice(migration.indexOf('create function pg_temp.scalars'))
  // The table was renamed after this migration.
  await shop.db.execute(sql.raw(statements.replaceAll('payment_notices', 'payment_webhook_events')))

  const [first, ...others] = await listStoredEvents()
  expect(JSON.parse(first?.body ?? '')).toEqual({
    ...event,
    data: {
      object: {
        id: 'cs_1',
        object: 'checkout.session',
        amount_total: 5_990,
        payment_intent: 'pi_1',
        status: 'complete',
      },
    },
  })
  expect(others.map(({ body }) => body)).toEqual(['{}', '{}', 'as it was'])
})
