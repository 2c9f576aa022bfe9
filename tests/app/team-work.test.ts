import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { listenToChannels, type Listener } from '#database/connections/listen.ts'
import { CHAT_CHANNEL } from '#features/messaging/chat/service.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { createTestMember } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import {
  createConversation,
  getField,
  openStream,
  postMessage,
  startConversation,
} from '#tests/steps/chat.ts'
import { readEmails } from '#tests/steps/sign-in.ts'
import { createParcelBody, createSubmittedOrder, type CreatedOrder } from '#tests/steps/supplier-orders.ts'
import { MINUTE } from '#core/time.ts'

// The actions of a store's members in orders, products, money and messages.
const shop = await createTestShop()
const { db, now } = shop

const listeners: Listener[] = []
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})

type Team = 'catalogue' | 'packing' | 'finance'

/** Creates a member in each role of a store's team. */
async function createMembers(owner: CreatedOrder['owner']) {
  const create = (role: Team, firstName: string) =>
    createTestMember(db, now(), { business: owner, roles: [role], firstName })
  return {
    cara: await create('catalogue', 'Cara'),
    pia: await create('packing', 'Pia'),
    finn: await create('finance', 'Finn'),
  }
}

test('a packing member accepts and ships an order and prints its slip, without seeing earnings', async () => {
  const order = await createSubmittedOrder(shop)
  const { pia, finn } = await createMembers(order.owner)
  const path = `/supplier/orders/${order.id}`
  expect((await shop.post(`${path}/accept`, {}, pia.headers)).status).toBe(200)
  const parcel = createParcelBody('a parcel of the team')
  expect((await shop.post(`${path}/parcels`, parcel, pia.headers)).status).toBe(200)
  const slip = await shop.app.http.request(`${SHOP_URL}${path}/packing-slip`, { headers: pia.headers })
  expect([slip.status, slip.headers.get('content-type')]).toEqual([200, 'application/pdf'])

  expect(await shop.get(path, pia.headers)).toMatchObject({
    body: {
      order: {
        earnings: null,
        commissionPercent: null,
        lines: [{ commissionPercent: null }],
      },
    },
  })
  expect(await shop.get('/supplier/orders', pia.headers)).toMatchObject({
    body: { orders: [{ earnings: null }] },
  })
  expect(await shop.get(path, finn.headers)).toMatchObject({
    body: { order: { earnings: { isAvailable: false } } },
  })
  expect((await shop.post(`${path}/accept`, {}, finn.headers)).status).toBe(403)
  const refund = { what: { of: 'all' }, reason: 'Lost in the post', idempotencyKey: 'refund-1' }
  expect((await shop.post(`${path}/refunds`, refund, pia.headers)).status).toBe(403)

  // The events name the member, and the order still belongs to the store.
  const events = await queryRows<{ event: string; account: number }>(
    db,
    sql`select event, account_id as account from supplier_order_events where account_id is not null order by id`,
  )
  expect(events.map(({ account }) => account)).toEqual([pia.id, pia.id])
})

test('records orders accepted in bulk and tracking numbers from a file as the member’s actions', async () => {
  const order = await createSubmittedOrder(shop)
  const { pia } = await createMembers(order.owner)
  const accepted = await shop.post('/supplier/orders/accept', { orders: [{ id: order.id }] }, pia.headers)
  expect(accepted).toMatchObject({ body: { results: [{ isDone: true }] } })
  const number = getField(await shop.get(`/supplier/orders/${order.id}`, pia.headers), 'order', 'number')
  const csv = `order,carrier,tracking number\n${number},DHL,1234567890\n`
  const imported = await shop.post('/supplier/orders/tracking', { csv, confirm: true }, pia.headers)
  expect(imported).toMatchObject({ status: 200, body: { rows: [{ status: 'added' }] } })
  const accounts = await queryRows<{ account: number }>(
    db,
    sql`select distinct account_id as account from supplier_order_events where account_id is not null`,
  )
  expect(accounts).toEqual([{ account: pia.id }])
})

test('rejects the second of two concurrent edits of a product, and keeps the first', async () => {
  const { owner } = await createSubmittedOrder(shop)
  const { cara } = await createMembers(owner)
  const save = (data: object, headers: Record<string, string>) =>
    shop.post('/shop/saveMyProduct', { data }, headers)
  const ring = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }
  const created = await save(ring, owner.headers)
  const product = getField<{ id: string; revision: number; variants: object[] }>(created, 'product')
  const { id, revision, variants } = product
  const edit = (name: string) => ({ ...ring, id, revision, variants, name })
  // Both have the product open, and Cara saves first.
  expect((await save(edit('Moss agate band'), cara.headers)).status).toBe(200)
  expect(await save(edit('Agate ring'), owner.headers)).toMatchObject({
    status: 409,
    body: {
      code: 'product_changed',
      message: 'This product has changed since you opened it. Open it again to get the latest version.',
    },
  })
  expect(await shop.get(`/supplier/products/${id}`, owner.headers)).toMatchObject({
    body: { product: { name: 'Moss agate band', revision: revision + 1 } },
  })
})

test('the product history names the member, and members can use each other’s pictures', async () => {
  const { owner } = await createSubmittedOrder(shop)
  const { cara } = await createMembers(owner)
  const upload = await shop.app.http.request(`${SHOP_URL}/shop/uploadProductPicture`, {
    method: 'POST',
    headers: cara.headers,
    body: await createPicture(),
  })
  const { picture }: { picture: { key: string } } = await upload.json()
  const data = { name: 'Agate ring', priceCents: 4_990, variants: [{ quantity: 3 }], pictures: [picture.key] }
  const saved = await shop.post('/shop/saveMyProduct', { data }, owner.headers)
  const id = getField(saved, 'product', 'id')
  expect((await shop.post('/shop/publishMyProducts', { data: { ids: [id] } }, cara.headers)).status).toBe(200)
  expect(await shop.get(`/supplier/products/${id}/changes`, owner.headers)).toMatchObject({
    body: { changes: [{ field: 'status', after: 'active', by: expect.stringContaining('Cara') }] },
  })
})

test('members with the messages permission share one inbox, and others cannot see it', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const { cara, pia, finn } = await createMembers(owner)
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  // Messages need no selected business: an account's inbox has everything it can answer.
  const asThemselves = (member: typeof cara) => ({ ...member, headers: member.personal })
  for (const member of [asThemselves(cara), asThemselves(pia)])
    expect(await shop.get('/chat/unread', member.headers)).toMatchObject({ body: { unread: 1 } })
  expect(await shop.get('/chat/conversations', finn.personal)).toMatchObject({
    body: { conversations: [], unread: 0 },
  })
  expect((await shop.get(`/chat/conversations/${id}`, finn.personal)).status).toBe(404)

  await postMessage(shop, { id, from: asThemselves(pia) }, '18 karat.')
  expect(await shop.get(`/chat/conversations/${id}`, shopper.headers)).toMatchObject({
    body: {
      conversation: { messages: [{ content: 'Is it gold?' }, { content: '18 karat.', sender: 'other' }] },
    },
  })
  await shop.post(`/chat/conversations/${id}/read`, { upTo: 1 }, cara.personal)
  expect(await shop.get('/chat/unread', owner.headers)).toMatchObject({ body: { unread: 0 } })
  expect(await shop.post('/chat/conversations', { store: 'none' }, pia.personal)).toMatchObject({
    status: 404,
  })
})

test('the owner’s own conversations as a shopper are not visible to the team', async () => {
  const { owner } = await createConversation(shop)
  const { pia } = await createMembers(owner)
  const other = await createConversation(shop)
  const id = await startConversation(shop, owner, { store: other.store.publicId })
  await postMessage(shop, { id, from: owner }, 'A ring for my wife')
  expect((await shop.get(`/chat/conversations/${id}`, pia.personal)).status).toBe(404)
  expect(await shop.get('/chat/conversations', pia.headers)).toMatchObject({ body: { conversations: [] } })
})

test('emails unread messages of a store to each member who can answer them', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const { pia, finn } = await createMembers(owner)
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  shop.passTime(11 * MINUTE)
  await shop.app.jobs.enqueue(db, { job: 'chat.find_unread', input: {} })
  const subjects = async (email: string) => (await readEmails(shop, email)).map(({ subject }) => subject)
  expect(await subjects(pia.email)).toEqual(['You have a new message from Mei Tan'])
  expect(await subjects(owner.email)).toEqual(['You have a new message from Mei Tan'])
  expect(await subjects(finn.email)).toEqual([])
})

test('the stream of a removed member gets a reset and no more messages', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const { pia } = await createMembers(owner)
  listeners.push(
    await listenToChannels({
      url: shop.databaseUrl,
      channels: [CHAT_CHANNEL],
      onNotification: (_channel, payload) => shop.app.chat.receiveNotification(payload),
      log: () => undefined,
    }),
  )
  const stream = await openStream(shop.app, { ...pia, headers: pia.personal })
  await stream.next('unread')
  await postMessage(shop, { id, from: shopper }, 'Is it gold?')
  expect((await stream.next('message')).data).toMatchObject({ message: { content: 'Is it gold?' } })
  await stream.next('unread')
  expect((await shop.post(`/team/members/${pia.publicId}/remove`, {}, owner.headers)).status).toBe(200)
  await postMessage(shop, { id, from: shopper }, 'Are you there?')
  await shop.work()
  await stream.next('reset')
  expect((await stream.next('unread')).data).toEqual({ unread: 0 })
  expect(stream.events.filter(({ event }) => event === 'message')).toHaveLength(1)
  await stream.close()
})

test('a packing member can answer a case, but cannot agree to a refund', async () => {
  const { owner } = await createSubmittedOrder(shop)
  const { pia, finn } = await createMembers(owner)
  const accept = { action: 'accept', version: 1 }
  const propose = { action: 'propose', amount: 100, withReturn: false }
  for (const body of [accept, propose]) {
    expect(await shop.post('/cases/cas_none/act', body, pia.headers)).toMatchObject({
      status: 403,
      body: { code: 'permission_missing' },
    })
    expect((await shop.post('/cases/cas_none/act', body, finn.headers)).status).toBe(404)
  }
  const message = { action: 'message', text: 'We are looking for it.' }
  expect((await shop.post('/cases/cas_none/act', message, pia.headers)).status).toBe(404)
})
