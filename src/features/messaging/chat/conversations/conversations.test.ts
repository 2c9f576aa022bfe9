import { expect, test } from 'vitest'
import {
  getField,
  createOwnedSupplier,
  startConversation,
  postMessage,
  createConversation,
} from '#tests/steps/chat.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { MINUTE } from '#core/time.ts'
import type { ChatMessageData, ConversationData } from '../contract.ts'

const shop = await createTestShop()
const { db, now } = shop

test('a sent message is stored, and both parties can read it later [CHAT-06, CHAT-11, ENT-16]', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const answer = await postMessage(shop, { id, from: shopper }, 'Is the ring made of <b>gold</b>?')
  expect(answer.status).toBe(200)
  expect(getField(answer, 'sent')).toMatchObject({
    number: 1,
    sender: 'me',
    content: 'Is the ring made of <b>gold</b>?',
  })
  await postMessage(shop, { id, from: owner }, 'It is.\nEighteen carat.')

  const readAnswer = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(getField(readAnswer, 'conversation')).toMatchObject({
    id,
    name: 'Mei Tan',
    email: expect.stringMatching(/^.•••@/),
    avatar: null,
    lastMessage: 'It is. Eighteen carat.',
    messages: [
      { sender: 'other', content: 'Is the ring made of <b>gold</b>?', clientId: null },
      { sender: 'me', content: 'It is.\nEighteen carat.' },
    ],
    hasMore: false,
  })
  const list = await shop.get('/chat/conversations', shopper.headers)
  expect(getField(list, 'conversations')).toMatchObject([
    {
      id,
      name: 'Atelier Luce',
      other: 'store',
      lastSender: 'other',
      lastNumber: 2,
      unread: 1,
      answersBy: 'chat',
    },
  ])
})

test('a shopper has one conversation with a store, whichever product opens it, and opening it sends no message', async () => {
  const { shopper, owner, store, id } = await createConversation(shop)
  const product = await createTestProduct(db, {
    supplier: store,
    name: 'Dawn ring',
    price: 12_000,
    offer: 9_900,
  })
  const answer = await shop.post('/chat/conversations', { product: product.id }, shopper.headers)
  expect(getField(answer, 'conversation', 'id')).toBe(id)
  expect(getField(answer, 'about')).toMatchObject({
    kind: 'product',
    id: product.id,
    name: 'Dawn ring',
    price: 120,
    offerPrice: 99,
  })
  expect(getField(await shop.get('/chat/conversations', owner.headers), 'conversations')).toEqual([])
  const both = await Promise.all([
    startConversation(shop, shopper, { product: product.id }),
    startConversation(shop, shopper, { store: store.publicId }),
  ])
  expect(both).toEqual([id, id])
})

test('concurrent opening creates one conversation', async () => {
  const { store } = await createOwnedSupplier(db, now())
  const shopper = await createSignedInAccount(db, now())
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => startConversation(shop, shopper, { store: store.publicId })),
  )
  expect(new Set(ids).size).toBe(1)
})

test('a message sent repeatedly or concurrently is stored once', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const postAgain = () =>
    postMessage(shop, { id, from: shopper, more: { clientId: 'the-same-one' } }, 'Hello')
  const answers = await Promise.all([postAgain(), postAgain(), postAgain()])
  const repeatedAnswer = await postAgain()
  const ids = new Set([...answers, repeatedAnswer].map((answer) => getField(answer, 'sent', 'id')))
  expect(ids.size).toBe(1)
  const readAnswer = await shop.get(`/chat/conversations/${id}/messages`, owner.headers)
  expect(getField<unknown[]>(readAnswer, 'messages')).toHaveLength(1)
  expect(getField(await shop.get('/chat/unread', owner.headers), 'unread')).toBe(1)
})

test('refuses empty, blank and too long messages with the reason [CHAT-11]', async () => {
  const { shopper, id } = await createConversation(shop)
  for (const content of ['', '  \n\t ', '\u202e']) {
    const { status, body } = await postMessage(shop, { id, from: shopper }, content)
    expect([status, body]).toMatchObject([
      400,
      { code: 'empty_message', message: 'Enter a message or add a picture.' },
    ])
  }
  const long = await postMessage(shop, { id, from: shopper }, 'x'.repeat(5001))
  expect(long.status).toBe(400)
  expect((await postMessage(shop, { id, from: shopper }, 'x'.repeat(5000))).status).toBe(200)
  const huge = await postMessage(shop, { id, from: shopper }, 'x'.repeat(10_000_000))
  expect([huge.status, getField(huge, 'code')]).toEqual([413, 'body_too_large'])
})

test('other accounts cannot read, write or detect a conversation', async () => {
  const { shopper, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Between us')
  const strangers = [
    await createSignedInAccount(db, now()),
    await createSignedInAccount(db, now(), { type: 'operator' }),
    (await createOwnedSupplier(db, now(), 'Another store')).owner,
  ]
  const at = `/chat/conversations/${id}`
  for (const { headers } of strangers) {
    const answers = [
      await shop.get(at, headers),
      await shop.get(`${at}/messages`, headers),
      await shop.post(`${at}/messages`, { clientId: 'a-stranger', content: 'Hello' }, headers),
      await shop.post(`${at}/read`, { upTo: 1 }, headers),
      await shop.post(`${at}/typing`, {}, headers),
      await shop.post(`${at}/block`, {}, headers),
      await shop.post(`${at}/unblock`, {}, headers),
      await shop.post(`${at}/report`, { reason: 'spam' }, headers),
      await shop.post(`${at}/pictures`, 'x', headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(getField(await shop.get('/chat/conversations?search=between', headers), 'conversations')).toEqual(
      [],
    )
  }
  const unsigned = await shop.get(at)
  expect([unsigned.status, getField(unsigned, 'code')]).toEqual([401, 'not_signed_in'])
})

test('messages can refer to products of the store, not to those of other stores', async () => {
  const { shopper, store, id } = await createConversation(shop)
  const product = await createTestProduct(db, { supplier: store, name: 'Dawn ring' })
  const aboutProduct = (key: string) => ({ id, from: shopper, more: { about: { kind: 'product', id: key } } })
  const sent = await postMessage(shop, aboutProduct(product.id), '')
  expect(getField(sent, 'sent', 'about')).toMatchObject({
    kind: 'product',
    name: 'Dawn ring',
    isListed: true,
  })
  const foreign = await postMessage(shop, aboutProduct((await createTestProduct(db)).id), 'And this?')
  expect([foreign.status, getField(foreign, 'code')]).toEqual([404, 'product_not_found'])
})

test('messages are paged by number, backwards for older and forwards for missed ones', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  for (let n = 1; n <= 7; n += 1)
    await postMessage(shop, { id, from: n % 2 ? shopper : owner }, `Message ${n}`)
  const page = async (query: string) => {
    const answer = await shop.get(`/chat/conversations/${id}/messages?${query}`, shopper.headers)
    return [
      getField<ChatMessageData[]>(answer, 'messages').map(({ number }) => number),
      getField<boolean>(answer, 'hasMore'),
    ]
  }
  expect(await page('limit=3')).toEqual([[5, 6, 7], true])
  expect(await page('limit=3&before=5')).toEqual([[2, 3, 4], true])
  expect(await page('limit=3&before=2')).toEqual([[1], false])
  expect(await page('limit=3&after=2')).toEqual([[3, 4, 5], true])
  expect(await page('after=5')).toEqual([[6, 7], false])
})

test('conversations are listed by their last message, page by page [CHAT-08]', async () => {
  const shopper = await createSignedInAccount(db, now())
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { publicId } = await createTestSupplier(db, { name: `Store ${n}` })
    ids.push(await startConversation(shop, shopper, { store: publicId }))
    await postMessage(shop, { id: ids[n] ?? '', from: shopper }, 'Hello')
    shop.passTime(MINUTE)
  }
  await postMessage(shop, { id: ids[1] ?? '', from: shopper }, 'Are you there?')
  const listNamesPage = async (query: string) => {
    const answer = await shop.get(`/chat/conversations?limit=2${query}`, shopper.headers)
    const found = getField<ConversationData[]>(answer, 'conversations').map(({ name }) => name)
    return { found, next: getField<string | null>(answer, 'nextCursor') }
  }
  const first = await listNamesPage('')
  const second = await listNamesPage(`&cursor=${first.next}`)
  const third = await listNamesPage(`&cursor=${second.next}`)
  expect([first.found, second.found, third]).toEqual([
    ['Store 1', 'Store 4'],
    ['Store 3', 'Store 2'],
    { found: ['Store 0'], next: null },
  ])
  expect((await shop.get('/chat/conversations?cursor=12', shopper.headers)).status).toBe(400)
})

test('search finds conversations by the other party’s name and by message text [CHAT-08]', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Can the clasp be made in 100% rosé gold?')
  const listNamesPage = async (search: string, headers = owner.headers) =>
    getField<ConversationData[]>(
      await shop.get(`/chat/conversations?search=${encodeURIComponent(search)}`, headers),
      'conversations',
    )
  expect(await listNamesPage('mei')).toMatchObject([{ name: 'Mei Tan', found: null }])
  expect(await listNamesPage('luce', shopper.headers)).toHaveLength(1)
  expect(await listNamesPage('ROSE gold')).toMatchObject([
    { found: 'Can the clasp be made in 100% rosé gold?' },
  ])
  expect(await listNamesPage('100%')).toHaveLength(1)
  expect(await listNamesPage('1%0')).toEqual([])
  expect(await listNamesPage('platinum')).toEqual([])
})

test('marking messages as read lowers the unread count of that party only, and never raises it', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  for (const text of ['One', 'Two', 'Three']) await postMessage(shop, { id, from: shopper }, text)
  const read = (upTo: number) => shop.post(`/chat/conversations/${id}/read`, { upTo }, owner.headers)
  expect(getField(await read(2), 'unread')).toEqual({ conversation: 1, total: 1 })
  expect(getField(await read(1), 'unread')).toEqual({ conversation: 1, total: 1 })
  expect(getField(await read(99), 'unread')).toEqual({ conversation: 0, total: 0 })
  expect(getField(await shop.get('/chat/unread', shopper.headers), 'unread')).toBe(0)
  const readAnswer = await shop.get(`/chat/conversations/${id}`, shopper.headers)
  expect(getField(readAnswer, 'conversation', 'otherReadUpTo')).toBe(3)
})

test('no party can write in a blocked conversation until it is unblocked', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  await postMessage(shop, { id, from: shopper }, 'Hello')
  const blocked = await shop.post(`/chat/conversations/${id}/block`, {}, owner.headers)
  expect(getField(blocked, 'conversation')).toMatchObject({ isBlockedByMe: true, canWrite: false })
  const isRefused = async (from: typeof shopper) => {
    const answer = await postMessage(shop, { id, from }, 'Are you there?')
    return [answer.status, getField(answer, 'code'), getField(answer, 'message')]
  }
  expect(await isRefused(shopper)).toEqual([409, 'blocked', 'You can no longer write in this conversation.'])
  expect((await isRefused(owner)).slice(0, 2)).toEqual([409, 'blocked'])
  await shop.post(`/chat/conversations/${id}/unblock`, {}, shopper.headers)
  expect((await isRefused(shopper))[0]).toBe(409)
  await shop.post(`/chat/conversations/${id}/unblock`, {}, owner.headers)
  expect((await postMessage(shop, { id, from: shopper }, 'Thank you')).status).toBe(200)
})

test('a report reaches operators, and requires at least one message', async () => {
  const { shopper, owner, id } = await createConversation(shop)
  const saveReport = () =>
    shop.post(
      `/chat/conversations/${id}/report`,
      { reason: 'fraud', note: 'Wants money\nelsewhere' },
      owner.headers,
    )
  expect((await saveReport()).status).toBe(404)
  await postMessage(shop, { id, from: shopper }, 'Send it to this account')
  expect((await saveReport()).status).toBe(200)
  await shop.work()
  const emails = await shop.get('/dev/mail.json')
  expect(emails.body).toMatchObject([{ subject: 'Reported conversation: fraud' }])
  expect(emails.text).toContain('Wants money')
  expect(emails.text).not.toContain('Send it to this account')
})

test('refuses a conversation with one’s own store, an unverified store or about an unknown product', async () => {
  const { store, owner } = await createOwnedSupplier(db, now())
  const openFrom = (body: object) => shop.post('/chat/conversations', body, owner.headers)
  const hidden = await createTestSupplier(db, { isVerified: false })
  expect(getField(await openFrom({ store: store.publicId }), 'code')).toBe('own_store')
  expect((await openFrom({ store: hidden.publicId })).status).toBe(404)
  expect((await openFrom({ product: 'prd_none' })).status).toBe(404)
  expect((await openFrom({ order: 'ord_none' })).status).toBe(404)
  expect((await openFrom({})).status).toBe(400)
})
