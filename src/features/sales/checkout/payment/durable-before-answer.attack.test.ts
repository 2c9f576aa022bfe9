import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { sign, SANDBOX_SIGNATURE_HEADER } from '#connectors/sandbox-pay/signature.ts'
import { createDatabaseClient, queryRows } from '#database/database.ts'
import { openPool } from '#database/connections/open-database.ts'
import { applyCarrierWebhookEvent } from '#features/sales/orders/service.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, sendPaidWebhook } from '#tests/steps/payments.ts'
import { SANDBOX_SECRET, createShopOnDatabase } from '#tests/shop/shop.ts'

const { pool, url } = await createTestDatabase()
const createPool = (commits: 'on' | 'off') =>
  openPool({ url, size: 4, log: () => undefined, options: `-c synchronous_commit=${commits}` })
const [durable, relaxed] = [createPool('on'), createPool('off')]
const db = createDatabaseClient(durable, createDatabaseClient(relaxed))
const shop = await createShopOnDatabase({ db, url })
afterAll(async () => {
  await Promise.all([durable.end(), relaxed.end()])
})

// Records the tables written by transactions whose commit does not wait for the disk.
await pool.query(`
  create table relaxed_writes (name text);
  create function note_relaxed_write() returns trigger language plpgsql as $$
  begin
    if current_setting('synchronous_commit') = 'off' then
      insert into relaxed_writes values (tg_table_name);
    end if;
    return null;
  end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'relaxed_writes' loop
      execute format('create trigger zz_note_relaxed_write after insert or update or delete on %I
        for each statement execute function note_relaxed_write()', name);
    end loop;
  end $$`)

/** Tables that a power failure may lose: rate limits, and the sandbox provider's own data. */
const MAY_BE_LOST = ['rate_limits', 'sandbox_payments']

/** Returns the tables written since the last call whose rows a power failure could lose. */
async function listRelaxedTables(): Promise<string[]> {
  const relaxedWrites = await queryRows<{ name: string }>(db, sql`delete from relaxed_writes returning name`)
  return [...new Set(relaxedWrites.map(({ name }) => name))].filter((name) => !MAY_BE_LOST.includes(name))
}

test('a webhook event about an unknown payment is durable before it is acknowledged', async () => {
  const event = { event_id: 'evt_1', transaction_id: 'sbx_1', reference: 'txn_1', currency: 'USD' }
  const body = JSON.stringify({ ...event, amount: 100, status: 'paid' })
  const headers = { [SANDBOX_SIGNATURE_HEADER]: sign(body, SANDBOX_SECRET, shop.now()) }
  const answer = await shop.post('/payments/notify/sandbox', body, headers)
  expect(answer.status).toBe(200)
  expect(await queryRows(db, sql`select event_id from payment_webhook_events`)).toEqual([
    { event_id: 'evt_1' },
  ])
  expect(await listRelaxedTables()).toEqual([])
})

test('a payment page and its payment are durable before they are acknowledged', async () => {
  const order = await placeGuestOrder(shop, [await createTestProduct(db)])
  const { providerRef } = await openPaymentPage(shop, order.id)
  expect(await listRelaxedTables()).toEqual([])
  expect((await sendPaidWebhook(shop, providerRef)).status).toBe(200)
  expect((await sendPaidWebhook(shop, providerRef)).status).toBe(200)
  expect(await listRelaxedTables()).toEqual([])
})

test('a carrier’s webhook event is durable before it is acknowledged', async () => {
  const webhookContent = {
    trackerRef: 'trk_1',
    number: 'X1',
    state: 'in_transit',
    expectedAt: null,
    steps: [],
  } as const
  const event = { eventId: 'evt_2', news: webhookContent, refundAbout: undefined }
  const deps = { enqueue: shop.app.jobs.enqueue, refund: async () => undefined }
  await applyCarrierWebhookEvent(db, event, { deps, now: shop.now() })
  expect(await listRelaxedTables()).toEqual([])
})
