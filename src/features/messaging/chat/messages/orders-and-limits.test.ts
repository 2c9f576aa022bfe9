import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { purchases } from '#features/sales/orders/tables.ts'
import { HOUR } from '#core/time.ts'
import { field, ownedStore, opened, say, talkIn } from '#tests/steps/chat.ts'
import { type MadePiece, pieceOnSale, placeGuestOrder, supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop()
const strict = await testShop({ LIMIT_FACTOR: '1' })

/** The store's part of an order that somebody has paid for: its public id. */
async function paidOrder(email: string, piece: MadePiece): Promise<string> {
  const { id } = await placeGuestOrder(shop, [piece], { email })
  await shop.db.update(purchases).set({ paidAt: shop.now() })
  const [part] = await rows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases u on u.id = o.purchase_id where u.public_id = ${id}`,
  )
  return part?.id ?? ''
}

test('an order opens the conversation of its buyer and its store, from either side, and is its card', async () => {
  const { shopper, owner, store, id } = await talkIn(shop)
  const piece = await pieceOnSale(shop.db, { supplier: store, name: 'Dawn ring' })
  const order = await paidOrder(shopper.email.toUpperCase(), piece)
  for (const { headers } of [shopper, owner]) {
    const answer = await shop.post('/chat/conversations', { order }, headers)
    expect(field(answer, 'conversation', 'id')).toBe(id)
    expect(field(answer, 'about')).toMatchObject({
      kind: 'order',
      id: order,
      pieces: [{ name: 'Dawn ring', quantity: 1, image: null }],
    })
  }
  const sent = await say(
    shop,
    { id, from: owner, more: { about: { kind: 'order', id: order } } },
    'On its way',
  )
  expect(field(sent, 'sent', 'about')).toMatchObject({ kind: 'order', currency: 'USD' })
  // The purchase's own number opens it for whoever knows it: the store is not told.
  expect(sent.text).not.toContain('pur_')
})

test('an order of somebody else, of another store or not paid for is no card, nor does it open anything', async () => {
  const { shopper, owner, store, id } = await talkIn(shop)
  const another = await ownedStore(shop.db, shop.now(), 'Another store')
  const own = await pieceOnSale(shop.db, { supplier: store })
  const foreign = [
    await paidOrder('somebody@else.example', own),
    await paidOrder(shopper.email, await pieceOnSale(shop.db, { supplier: another.store })),
  ]
  await placeGuestOrder(shop, [own], { email: shopper.email })
  const [unpaid] = await rows<{ id: string }>(
    shop.db,
    sql`select public_id as id from supplier_orders o order by o.id desc limit 1`,
  )
  for (const order of [...foreign, unpaid?.id ?? '']) {
    for (const from of [shopper, owner]) {
      const answer = await say(shop, { id, from, more: { about: { kind: 'order', id: order } } }, 'This one')
      expect([answer.status, field(answer, 'code')]).toEqual([404, 'order_not_found'])
    }
  }
  const stranger = await personSignedIn(shop.db, shop.now())
  const answers = [
    await shop.post('/chat/conversations', { order: foreign[0] }, stranger.headers),
    await shop.post('/chat/conversations', { order: foreign[1] }, owner.headers),
    await shop.post('/chat/conversations', { order: foreign[0] }, owner.headers),
  ]
  expect(answers.map((answer) => field(answer, 'code'))).toEqual([
    'order_not_found',
    'order_not_found',
    'no_account',
  ])
})

test('nobody writes faster than people do, whatever the address', async () => {
  const { shopper, id } = await talkIn(strict)
  const statuses: number[] = []
  for (let n = 0; n < 41; n += 1) statuses.push((await say(strict, { id, from: shopper }, 'Buy!')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.at(-1)).toBe(429)
})

test('nobody opens conversations with every store of the marketplace; known ones open as often as one likes', async () => {
  const person = await personSignedIn(strict.db, strict.now())
  const stores = []
  for (let n = 0; n < 21; n += 1) stores.push((await supplierInTrade(strict.db)).publicId)
  for (const store of stores.slice(0, 20)) await opened(strict, person, { store })
  const open = (store = '') => strict.post('/chat/conversations', { store }, person.headers)
  const refused = await open(stores[20])
  expect([refused.status, field(refused, 'code')]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual((24 * HOUR) / 1000)
  expect((await open(stores[3])).status).toBe(200)
})
