import { expect, test } from 'vitest'
import { field, ownedStore, opened, say, talkIn } from '#tests/steps/chat.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { MINUTE } from '#core/time.ts'
import type { ChatMessageData, ConversationData } from '../contract.ts'

const shop = await testShop()
const { db, now } = shop

test('what is sent is stored, and both parties read it also later [CHAT-06, CHAT-11, ENT-16]', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const answer = await say(shop, { id, from: shopper }, 'Is the ring made of <b>gold</b>?')
  expect(answer.status).toBe(200)
  expect(field(answer, 'sent')).toMatchObject({
    number: 1,
    sender: 'me',
    content: 'Is the ring made of <b>gold</b>?',
  })
  await say(shop, { id, from: owner }, 'It is.\nEighteen carat.')

  const seen = await shop.get(`/chat/conversations/${id}`, owner.headers)
  expect(field(seen, 'conversation')).toMatchObject({
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
  expect(field(list, 'conversations')).toMatchObject([
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

test('a conversation with a store is one, from whichever of its pieces it is opened, and opening sends nothing', async () => {
  const { shopper, owner, store, id } = await talkIn(shop)
  const piece = await pieceOnSale(db, { supplier: store, name: 'Dawn ring', price: 12_000, offer: 9_900 })
  const answer = await shop.post('/chat/conversations', { product: piece.id }, shopper.headers)
  expect(field(answer, 'conversation', 'id')).toBe(id)
  expect(field(answer, 'about')).toMatchObject({
    kind: 'product',
    id: piece.id,
    name: 'Dawn ring',
    price: 120,
    offerPrice: 99,
  })
  expect(field(await shop.get('/chat/conversations', owner.headers), 'conversations')).toEqual([])
  const both = await Promise.all([
    opened(shop, shopper, { product: piece.id }),
    opened(shop, shopper, { store: store.publicId }),
  ])
  expect(both).toEqual([id, id])
})

test('two windows that open a conversation at once open the same one', async () => {
  const { store } = await ownedStore(db, now())
  const shopper = await personSignedIn(db, now())
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => opened(shop, shopper, { store: store.publicId })),
  )
  expect(new Set(ids).size).toBe(1)
})

test('a message that is sent again, one after the other or at once, is there once', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const again = () => say(shop, { id, from: shopper, more: { clientId: 'the-same-one' } }, 'Hello')
  const answers = await Promise.all([again(), again(), again()])
  const later = await again()
  const ids = new Set([...answers, later].map((answer) => field(answer, 'sent', 'id')))
  expect(ids.size).toBe(1)
  const seen = await shop.get(`/chat/conversations/${id}/messages`, owner.headers)
  expect(field<unknown[]>(seen, 'messages')).toHaveLength(1)
  expect(field(await shop.get('/chat/unread', owner.headers), 'unread')).toBe(1)
})

test('an empty message, one of blanks and one that is too long are refused in words [CHAT-11]', async () => {
  const { shopper, id } = await talkIn(shop)
  for (const content of ['', '  \n\t ', '\u202e']) {
    const { status, body } = await say(shop, { id, from: shopper }, content)
    expect([status, body]).toMatchObject([
      400,
      { code: 'empty_message', message: 'Please write something first.' },
    ])
  }
  const long = await say(shop, { id, from: shopper }, 'x'.repeat(5001))
  expect(long.status).toBe(400)
  expect((await say(shop, { id, from: shopper }, 'x'.repeat(5000))).status).toBe(200)
  const huge = await say(shop, { id, from: shopper }, 'x'.repeat(10_000_000))
  expect([huge.status, field(huge, 'code')]).toEqual([413, 'body_too_large'])
})

test('a conversation is nobody else’s: neither read nor written, nor told to be there', async () => {
  const { shopper, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Between us')
  const strangers = [
    await personSignedIn(db, now()),
    await personSignedIn(db, now(), { type: 'operator' }),
    (await ownedStore(db, now(), 'Another store')).owner,
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
    expect(field(await shop.get('/chat/conversations?search=between', headers), 'conversations')).toEqual([])
  }
  const unsigned = await shop.get(at)
  expect([unsigned.status, field(unsigned, 'code')]).toEqual([401, 'not_signed_in'])
})

test('messages can be about pieces of that store, not about those of others', async () => {
  const { shopper, store, id } = await talkIn(shop)
  const piece = await pieceOnSale(db, { supplier: store, name: 'Dawn ring' })
  const about = (key: string) => ({ id, from: shopper, more: { about: { kind: 'product', id: key } } })
  const sent = await say(shop, about(piece.id), '')
  expect(field(sent, 'sent', 'about')).toMatchObject({ kind: 'product', name: 'Dawn ring', isListed: true })
  const foreign = await say(shop, about((await pieceOnSale(db)).id), 'And this?')
  expect([foreign.status, field(foreign, 'code')]).toEqual([404, 'product_not_found'])
})

test('a stretch of messages goes back by numbers, and forward for what was missed', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  for (let n = 1; n <= 7; n += 1) await say(shop, { id, from: n % 2 ? shopper : owner }, `Message ${n}`)
  const page = async (query: string) => {
    const answer = await shop.get(`/chat/conversations/${id}/messages?${query}`, shopper.headers)
    return [
      field<ChatMessageData[]>(answer, 'messages').map(({ number }) => number),
      field<boolean>(answer, 'hasMore'),
    ]
  }
  expect(await page('limit=3')).toEqual([[5, 6, 7], true])
  expect(await page('limit=3&before=5')).toEqual([[2, 3, 4], true])
  expect(await page('limit=3&before=2')).toEqual([[1], false])
  expect(await page('limit=3&after=2')).toEqual([[3, 4, 5], true])
  expect(await page('after=5')).toEqual([[6, 7], false])
})

test('the list is in the order of the last message, page by page [CHAT-08]', async () => {
  const shopper = await personSignedIn(db, now())
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { publicId } = await supplierInTrade(db, { name: `Store ${n}` })
    ids.push(await opened(shop, shopper, { store: publicId }))
    await say(shop, { id: ids[n] ?? '', from: shopper }, 'Hello')
    shop.passTime(MINUTE)
  }
  await say(shop, { id: ids[1] ?? '', from: shopper }, 'Are you there?')
  const names = async (query: string) => {
    const answer = await shop.get(`/chat/conversations?limit=2${query}`, shopper.headers)
    const found = field<ConversationData[]>(answer, 'conversations').map(({ name }) => name)
    return { found, next: field<string | null>(answer, 'nextCursor') }
  }
  const first = await names('')
  const second = await names(`&cursor=${first.next}`)
  const third = await names(`&cursor=${second.next}`)
  expect([first.found, second.found, third]).toEqual([
    ['Store 1', 'Store 4'],
    ['Store 3', 'Store 2'],
    { found: ['Store 0'], next: null },
  ])
  expect((await shop.get('/chat/conversations?cursor=12', shopper.headers)).status).toBe(400)
})

test('search finds conversations by the other’s name and by what was written [CHAT-08]', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Can the clasp be made in 100% rosé gold?')
  const names = async (search: string, headers = owner.headers) =>
    field<ConversationData[]>(
      await shop.get(`/chat/conversations?search=${encodeURIComponent(search)}`, headers),
      'conversations',
    )
  expect(await names('mei')).toMatchObject([{ name: 'Mei Tan', found: null }])
  expect(await names('luce', shopper.headers)).toHaveLength(1)
  expect(await names('ROSE gold')).toMatchObject([{ found: 'Can the clasp be made in 100% rosé gold?' }])
  expect(await names('100%')).toHaveLength(1)
  expect(await names('1%0')).toEqual([])
  expect(await names('platinum')).toEqual([])
})

test('unread counts fall as far as was read, for each side by itself', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  for (const text of ['One', 'Two', 'Three']) await say(shop, { id, from: shopper }, text)
  const read = (upTo: number) => shop.post(`/chat/conversations/${id}/read`, { upTo }, owner.headers)
  expect(field(await read(2), 'unread')).toEqual({ conversation: 1, total: 1 })
  expect(field(await read(1), 'unread')).toEqual({ conversation: 1, total: 1 })
  expect(field(await read(99), 'unread')).toEqual({ conversation: 0, total: 0 })
  expect(field(await shop.get('/chat/unread', shopper.headers), 'unread')).toBe(0)
  const seen = await shop.get(`/chat/conversations/${id}`, shopper.headers)
  expect(field(seen, 'conversation', 'otherReadUpTo')).toBe(3)
})

test('who is blocked cannot write, nor can who blocks, until it is taken back', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  await say(shop, { id, from: shopper }, 'Hello')
  const blocked = await shop.post(`/chat/conversations/${id}/block`, {}, owner.headers)
  expect(field(blocked, 'conversation')).toMatchObject({ isBlockedByMe: true, canWrite: false })
  const refusedTo = async (from: typeof shopper) => {
    const answer = await say(shop, { id, from }, 'Are you there?')
    return [answer.status, field(answer, 'code'), field(answer, 'message')]
  }
  expect(await refusedTo(shopper)).toEqual([
    409,
    'blocked',
    'You cannot write in this conversation any more.',
  ])
  expect((await refusedTo(owner)).slice(0, 2)).toEqual([409, 'blocked'])
  await shop.post(`/chat/conversations/${id}/unblock`, {}, shopper.headers)
  expect((await refusedTo(shopper))[0]).toBe(409)
  await shop.post(`/chat/conversations/${id}/unblock`, {}, owner.headers)
  expect((await say(shop, { id, from: shopper }, 'Thank you')).status).toBe(200)
})

test('a report goes to the marketplace, once something was written', async () => {
  const { shopper, owner, id } = await talkIn(shop)
  const report = () =>
    shop.post(
      `/chat/conversations/${id}/report`,
      { reason: 'fraud', note: 'Wants money\nelsewhere' },
      owner.headers,
    )
  expect((await report()).status).toBe(404)
  await say(shop, { id, from: shopper }, 'Send it to this account')
  expect((await report()).status).toBe(200)
  await shop.work()
  const mails = await shop.get('/dev/mail.json')
  expect(mails.body).toMatchObject([{ subject: 'Reported conversation: fraud' }])
  expect(mails.text).toContain('Wants money')
  expect(mails.text).not.toContain('Send it to this account')
})

test('nobody talks to the own store, to one that is not verified or to a piece that is not there', async () => {
  const { store, owner } = await ownedStore(db, now())
  const from = (body: object) => shop.post('/chat/conversations', body, owner.headers)
  const hidden = await supplierInTrade(db, { isVerified: false })
  expect(field(await from({ store: store.publicId }), 'code')).toBe('own_store')
  expect((await from({ store: hidden.publicId })).status).toBe(404)
  expect((await from({ product: 'prd_none' })).status).toBe(404)
  expect((await from({ order: 'ord_none' })).status).toBe(404)
  expect((await from({})).status).toBe(400)
})
