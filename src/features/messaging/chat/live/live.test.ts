import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { listenToChannels, type Listener } from '#database/connections/listen.ts'
import { sessions } from '#features/identity/accounts/tables.ts'
import type { App } from '#main/http/app.ts'
import {
  getField,
  openStream,
  type TestStream,
  createOwnedSupplier,
  startConversation,
  postMessage,
  createConversation,
} from '#tests/steps/chat.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { HOUR } from '#core/time.ts'
import { MAX_STREAMS } from './live.ts'
import { CHAT_CHANNEL } from '../service.ts'

const shop = await createTestShop()
const { db, now } = shop

// Two processes of one shop: the first gets the calls, the second has the streams.
const otherApp = await shop.anotherApp()
const listeners: Listener[] = []
const streams: TestStream[] = []

afterEach(async () => {
  for (const open of streams.splice(0)) await open.close()
  for (const listener of listeners.splice(0)) await listener.close()
})

async function listenAs(app: App): Promise<void> {
  listeners.push(
    await listenToChannels({
      url: shop.databaseUrl,
      channels: [CHAT_CHANNEL],
      onNotification: (_channel, payload) => app.chat.receiveNotification(payload),
      log: () => undefined,
    }),
  )
}

async function openTestStream(...args: Parameters<typeof openStream>): Promise<TestStream> {
  const openedStream = await openStream(...args)
  streams.push(openedStream)
  return openedStream
}

test('a message reaches the other party and the sender’s other tabs, connected to another process [CHAT-06, CHAT-11]', async () => {
  await listenAs(otherApp)
  const { shopper, owner, id } = await createConversation(shop)
  const [atStore, atShopper] = [
    await openTestStream(otherApp, owner),
    await openTestStream(otherApp, shopper),
  ]
  expect((await atStore.next('unread')).data).toEqual({ unread: 0 })
  await atShopper.next('unread')
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')

  expect((await atStore.next('conversation')).data.conversation).toMatchObject({ id, name: 'Mei Tan' })
  const { data } = await atStore.next('message')
  expect(data).toMatchObject({
    conversation: id,
    unread: 1,
    message: { number: 1, sender: 'other', content: 'Is it gold?', clientId: null },
  })
  expect((await atStore.next('unread')).data).toEqual({ unread: 1 })
  expect((await atShopper.next('message')).data.message).toMatchObject({
    sender: 'me',
    content: 'Is it gold?',
  })

  await shop.post(`/chat/conversations/${id}/typing`, undefined, owner.headers)
  expect((await atShopper.next('typing')).data).toEqual({ conversation: id })
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, owner.headers)
  expect((await atShopper.next('read')).data).toEqual({ conversation: id, by: 'other', upTo: 1, unread: 0 })
  expect((await atStore.next('read')).data).toEqual({ conversation: id, by: 'me', upTo: 1, unread: 0 })
  expect((await atStore.next('unread')).data).toEqual({ unread: 0 })
})

test('a reopened stream sends missed messages once and in order, then live ones', async () => {
  await listenAs(otherApp)
  const { shopper, owner, id } = await createConversation(shop)
  const before = await openTestStream(otherApp, owner)
  await before.next('unread')
  await postMessage(shop, { id, from: shopper }, 'One')
  const { id: position } = await before.next('message')
  await before.close()
  for (const text of ['Two', 'Three', 'Four']) await postMessage(shop, { id, from: shopper }, text)

  const after = await openTestStream(otherApp, owner, position)
  await after.next('unread')
  await postMessage(shop, { id, from: shopper }, 'Five')
  await after.next('unread')
  const numbers = after.events.flatMap(({ event, data }) =>
    event === 'message' && data instanceof Object
      ? [Reflect.get(Reflect.get(data, 'message'), 'number')]
      : [],
  )
  expect(numbers).toEqual([2, 3, 4, 5])
  const ids = after.events.filter(({ event }) => event === 'message').map((event) => Number(event.id))
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('concurrent messages of both parties arrive once each, in the order of their numbers', async () => {
  await listenAs(otherApp)
  const { shopper, owner, id } = await createConversation(shop)
  const page = await openTestStream(otherApp, owner)
  await page.next('unread')
  const count = 24
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      postMessage(shop, { id, from: n % 2 ? shopper : owner }, `Message ${n}`),
    ),
  )
  const numbers: number[] = []
  while (numbers.length < count) numbers.push((await page.next('message')).data.message.number)
  expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n + 1))
})

test('a heartbeat delivers messages whose notification, or whose database connection, was lost', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const page = await openTestStream(otherApp, owner)
  await page.next('unread')
  await postMessage(shop, { id, from: shopper }, 'Nobody told you')
  await otherApp.chat.beat()
  expect((await page.next('message')).data.message.content).toBe('Nobody told you')
  await postMessage(shop, { id, from: shopper }, 'Nor of this')
  otherApp.chat.checkAll()
  expect((await page.next('message')).data.message.content).toBe('Nor of this')
})

test('the stream of an ended or expired session sends no more messages and ends', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const page = await openTestStream(otherApp, owner)
  await page.next('unread')
  await db.update(sessions).set({ endedAt: now() }).where(eq(sessions.accountId, owner.id))
  await postMessage(shop, { id, from: shopper }, 'A secret')
  otherApp.chat.checkAll()
  expect((await page.next('end')).data).toEqual({ reason: 'signed_out' })
  await page.ended()
  expect(page.events.filter(({ event }) => event === 'message')).toEqual([])

  const idle = await openTestStream(otherApp, shopper)
  await idle.next('unread')
  shop.passTime(HOUR)
  await otherApp.chat.beat()
  expect((await idle.next('end')).data).toEqual({ reason: 'signed_out' })
  expect(otherApp.chat.size()).toBe(0)
})

test('a stream requires a sign-in, and an account has at most ten', async () => {
  const account = await createSignedInAccount(db, now())
  expect((await shop.get('/chat/stream')).status).toBe(401)
  for (let n = 0; n < MAX_STREAMS; n += 1) await openTestStream(otherApp, account)
  await expect(openStream(otherApp, account)).rejects.toThrow('429')
  await streams[0]?.close()
  await openTestStream(otherApp, account)
})

test('events are sent to the two parties only', async () => {
  await listenAs(otherApp)
  const { shopper, owner, id } = await createConversation(shop)
  const stranger = await createOwnedSupplier(db, now(), 'Another store')
  const page = await openTestStream(otherApp, stranger.owner)
  await page.next('unread')
  await postMessage(shop, { id, from: shopper }, 'Between us')
  const other = await startConversation(shop, shopper, { store: stranger.store.publicId })
  await postMessage(shop, { id: other, from: shopper }, 'For you')
  expect((await page.next('message')).data.message.content).toBe('For you')
  expect(page.events.filter(({ event }) => event === 'message')).toHaveLength(1)
  expect(getField(await shop.get('/chat/unread', owner.headers), 'unread')).toBe(1)
})

test('a stream with an outdated or impossible position gets a reset event', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Hello')
  const aheadStream = await openTestStream(otherApp, owner, '999')
  expect(await aheadStream.next('reset')).toEqual({ id: '2', data: {} })
  expect(await aheadStream.next('unread')).toEqual({ id: '2', data: { unread: 1 } })
  // Events older than a week are deleted.
  await db.$client.query('delete from chat_events')
  const behindStream = await openTestStream(otherApp, owner, '1')
  expect((await behindStream.next('reset')).id).toBe('2')
  const invalidStream = await openTestStream(otherApp, owner, 'x1')
  expect(await invalidStream.next('unread')).toEqual({ id: '2', data: { unread: 1 } })
})

test('streams end when the shop stops, and new ones get 503', async () => {
  const closingApp = await shop.anotherApp()
  const account = await createSignedInAccount(db, now())
  const page = await openTestStream(closingApp, account)
  await page.next('unread')
  closingApp.chat.close()
  await page.ended()
  expect(closingApp.chat.size()).toBe(0)
  await expect(openStream(closingApp, account)).rejects.toThrow('503')
})

test('a long backlog is sent as fast as the client reads, without losses', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const first = await openTestStream(otherApp, owner)
  const { id: position } = await first.next('unread')
  await first.close()
  const count = 130
  for (let n = 1; n <= count; n += 1)
    await postMessage(shop, { id, from: shopper }, `${n} ${'long '.repeat(900)}`)
  const page = await openTestStream(otherApp, owner, position)
  const numbers: number[] = []
  while (numbers.length < count) numbers.push((await page.next('message')).data.message.number)
  expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n + 1))
})

test('closes the stream of a client that reads nothing for a minute', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const response = await otherApp.http.request('http://shop.test/chat/stream', { headers: owner.headers })
  await postMessage(shop, { id, from: shopper }, 'Hello?')
  for (let beats = 0; beats < 4; beats += 1) await otherApp.chat.beat()
  expect(otherApp.chat.size()).toBe(0)
  await expect(response.text()).rejects.toThrow('did not take')
})
