import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { findConnectionByPublicId } from '#features/stores/connections/service.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createOrderEventReceiver } from './receive-webhook.ts'

const shop = await createTestShop()

/** Connects a practice store; returns a function that creates webhooks about its orders, and counts of stored rows. */
async function createStore() {
  const account = await createSignedInAccount(shop.db, shop.now())
  const opened = await shop.post('/stores/practice-shop', {}, account.headers)
  await shop.work()
  const connection = await findConnectionByPublicId(shop.db, getField(opened, 'connection', 'id'))
  if (!connection) throw new Error('the practice store is not connected')
  const count = async (rows: ReturnType<typeof sql>) =>
    Number((await queryRows<{ n: number }>(shop.db, sql`select count(*) as n from ${rows}`))[0]?.n)
  return {
    toWebhook: (orderId: string, key = `key of ${orderId}`) => ({
      connection,
      event: { key, topic: 'order.updated', orderId },
      body: Buffer.from(`{"id":${orderId}}`),
      now: shop.now(),
    }),
    countStored: () => count(sql`shop_order_events where connection_id = ${connection.id}`),
    countWaiting: () =>
      count(sql`shop_order_events where connection_id = ${connection.id} and handled_at is null`),
    countJobs: () =>
      count(sql`pgboss.job where name = 'shop_orders.take_waiting' and state < 'active'
        and data->>'connectionId' = ${String(connection.id)}`),
  }
}

const createReceiver = () =>
  createOrderEventReceiver(shop.db, {
    stores: { enqueue: shop.app.jobs.enqueue },
  } as unknown as Parameters<typeof createOrderEventReceiver>[1])

test('a webhook that cannot be stored does not fail the others of its batch', async () => {
  const store = await createStore()
  const receive = createReceiver()
  const burst = Array.from({ length: 40 }, (_, n) =>
    n === 17 ? store.toWebhook(String(n), 'k'.repeat(201)) : store.toWebhook(String(n)),
  )
  const outcomes = await Promise.allSettled(burst.map(receive))
  expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([17])
  expect([await store.countStored(), await store.countWaiting(), await store.countJobs()]).toEqual([
    39, 39, 1,
  ])
  await shop.work()
  expect([await store.countWaiting(), await store.countJobs()]).toEqual([0, 0])
})

test('concurrent copies of a webhook are stored once, and queue one job per store', async () => {
  const [first, second] = [await createStore(), await createStore()]
  // Like receivers of several processes.
  const receivers = [createReceiver(), createReceiver(), createReceiver()]
  await Promise.all(
    receivers.flatMap((receive) =>
      ['1', '2', '2', '3'].flatMap((orderId) => [
        receive(first.toWebhook(orderId)),
        receive(second.toWebhook(orderId)),
      ]),
    ),
  )
  for (const store of [first, second])
    expect([await store.countStored(), await store.countJobs()]).toEqual([3, 1])
  await shop.work()
  await createReceiver()(first.toWebhook('1'))
  expect([await first.countStored(), await first.countJobs()]).toEqual([3, 0])
  await createReceiver()(first.toWebhook('4'))
  expect([await first.countWaiting(), await first.countJobs()]).toEqual([1, 1])
})

test('more waiting webhooks than one job takes are processed by following jobs', async () => {
  const store = await createStore()
  const receive = createReceiver()
  await Promise.all(Array.from({ length: 120 }, (_, n) => receive(store.toWebhook(String(n)))))
  expect(await store.countWaiting()).toBe(120)
  await shop.work()
  expect([await store.countStored(), await store.countWaiting(), await store.countJobs()]).toEqual([
    120, 0, 0,
  ])
})

test('a store whose queued job was lost is queued again after five minutes', async () => {
  const store = await createStore()
  const receive = createReceiver()
  await receive(store.toWebhook('1'))
  await shop.db.execute(sql`delete from pgboss.job where name = 'shop_orders.take_waiting'`)
  await receive(store.toWebhook('2'))
  expect(await store.countJobs()).toBe(0)
  shop.passTime(5 * 60_000 + 1)
  await receive(store.toWebhook('3'))
  expect(await store.countJobs()).toBe(1)
  await shop.work()
  expect(await store.countWaiting()).toBe(0)
})
