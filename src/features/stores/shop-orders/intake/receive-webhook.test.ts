import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { findConnectionByPublicId } from '#features/stores/connections/service.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { createLog } from '#platform/log.ts'
import { refused, unavailable } from '#core/errors.ts'
import { createOrderEventReceiver } from './receive-webhook.ts'
import { receivePendingOrders } from './receive-order.ts'

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
    account,
    connection,
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

test('webhooks of a store that was disconnected a moment ago are refused, and those of others stored', async () => {
  const [gone, other] = [await createStore(), await createStore()]
  const [{ secret } = { secret: '' }] = await queryRows<{ secret: string }>(
    shop.db,
    sql`select secret from practice_webhooks where delivery_url like ${`%/${gone.connection.publicId}`} limit 1`,
  )
  const send = (body: string) =>
    shop.app.http.request(`http://shop.test/stores/webhooks/${gone.connection.publicId}`, {
      method: 'POST',
      body,
      headers: {
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
      },
    })
  expect((await send('{"id":1}')).status).toBe(200)
  await shop.db.execute(sql`delete from store_connections where id = ${gone.connection.id}`)
  expect((await send('{"id":2}')).status).toBe(404)
  const receive = createReceiver()
  const outcomes = await Promise.allSettled([
    receive(other.toWebhook('1')),
    receive(gone.toWebhook('2')),
    receive(other.toWebhook('3')),
  ])
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'connection_not_found' } },
    { status: 'fulfilled' },
  ])
  expect([await gone.countStored(), await other.countStored(), await other.countJobs()]).toEqual([0, 2, 1])
})

test('a repeated webhook whose job was never queued queues it', async () => {
  const store = await createStore()
  const failing = createOrderEventReceiver(shop.db, {
    stores: { enqueue: () => Promise.reject(new Error('the process ends here')) },
  } as unknown as Parameters<typeof createOrderEventReceiver>[1])
  await expect(failing(store.toWebhook('1'))).rejects.toThrow('the process ends here')
  expect([await store.countStored(), await store.countJobs()]).toEqual([1, 0])
  await createReceiver()(store.toWebhook('1'))
  expect([await store.countStored(), await store.countJobs()]).toEqual([1, 1])
})

type Requests = { together: number; alone: number }

/** Receives a store's waiting webhooks from a platform that fails to read orders together by `error`. */
async function receiveFrom(store: Awaited<ReturnType<typeof createStore>>, error?: Error): Promise<Requests> {
  const requests: Requests = { together: 0, alone: 0 }
  const connector = {
    findOrders: () => {
      requests.together += 1
      return error ? Promise.reject(error) : Promise.resolve([])
    },
    findOrder: () => {
      requests.alone += 1
      return Promise.resolve(undefined)
    },
  }
  const stores = {
    enqueue: shop.app.jobs.enqueue,
    connectorFor: () => connector,
    sealer: { open: () => Promise.resolve('{}') },
  }
  const input = { connectionId: store.connection.id, now: shop.now(), log: createLog('silent') }
  await receivePendingOrders(
    shop.db,
    { stores } as unknown as Parameters<typeof receivePendingOrders>[1],
    input,
  )
  return requests
}

test('orders of waiting webhooks are read by one request, and each alone if that is refused', async () => {
  const store = await createStore()
  const receive = createReceiver()
  const receiveThree = (key: string) =>
    Promise.all(['1', '2', '3'].map((id) => receive(store.toWebhook(id, `${key} ${id}`))))
  await receiveThree('first')
  expect(await receiveFrom(store)).toEqual({ together: 1, alone: 0 })
  await receiveThree('second')
  expect(await receiveFrom(store, refused('store_refused', 'One of them is broken.'))).toEqual({
    together: 1,
    alone: 3,
  })
  expect(await store.countWaiting()).toBe(0)
  await receiveThree('third')
  await expect(receiveFrom(store, unavailable('store_busy', 'Busy.'))).rejects.toThrow('Busy.')
  expect(await store.countWaiting()).toBe(3)
})
