import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { purchases } from '#features/sales/orders/tables.ts'
import { HOUR } from '#core/time.ts'
import {
  getField,
  createOwnedSupplier,
  startConversation,
  postMessage,
  createConversation,
} from '#tests/steps/chat.ts'
import {
  type CreatedProduct,
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
} from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const strict = await createTestShop({ LIMIT_FACTOR: '1' })

/** Returns the public ID of the store's supplier order in a paid purchase. */
async function placePaidOrder(email: string, product: CreatedProduct): Promise<string> {
  const { id } = await placeGuestOrder(shop, [product], { email })
  await shop.db.update(purchases).set({ paidAt: shop.now() })
  const [supplierOrder] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases u on u.id = o.purchase_id where u.public_id = ${id}`,
  )
  return supplierOrder?.id ?? ''
}

test('an order opens the conversation of its buyer and store, from either side, and is shown as its card', async () => {
  const { shopper, owner, store, id } = await createConversation(shop)
  const product = await createTestProduct(shop.db, { supplier: store, name: 'Dawn ring' })
  const order = await placePaidOrder(shopper.email.toUpperCase(), product)
  for (const { headers } of [shopper, owner]) {
    const answer = await shop.post('/chat/conversations', { order }, headers)
    expect(getField(answer, 'conversation', 'id')).toBe(id)
    expect(getField(answer, 'about')).toMatchObject({
      kind: 'order',
      id: order,
      products: [{ name: 'Dawn ring', quantity: 1, image: null }],
    })
  }
  const sent = await postMessage(
    shop,
    { id, from: owner, more: { about: { kind: 'order', id: order } } },
    'On its way',
  )
  expect(getField(sent, 'sent', 'about')).toMatchObject({ kind: 'order', currency: 'USD' })
  // The purchase's ID opens the order without a sign-in, so the store must not get it.
  expect(sent.text).not.toContain('pur_')
})

test('refuses an order of another buyer or store, and an unpaid one', async () => {
  const { shopper, owner, store, id } = await createConversation(shop)
  const another = await createOwnedSupplier(shop.db, shop.now(), 'Another store')
  const ownProduct = await createTestProduct(shop.db, { supplier: store })
  const foreign = [
    await placePaidOrder('somebody@else.example', ownProduct),
    await placePaidOrder(shopper.email, await createTestProduct(shop.db, { supplier: another.store })),
  ]
  await placeGuestOrder(shop, [ownProduct], { email: shopper.email })
  const [unpaid] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from supplier_orders o order by o.id desc limit 1`,
  )
  for (const order of [...foreign, unpaid?.id ?? '']) {
    for (const from of [shopper, owner]) {
      const answer = await postMessage(
        shop,
        { id, from, more: { about: { kind: 'order', id: order } } },
        'This one',
      )
      expect([answer.status, getField(answer, 'code')]).toEqual([404, 'order_not_found'])
    }
  }
  const stranger = await createSignedInAccount(shop.db, shop.now())
  const answers = [
    await shop.post('/chat/conversations', { order: foreign[0] }, stranger.headers),
    await shop.post('/chat/conversations', { order: foreign[1] }, owner.headers),
    await shop.post('/chat/conversations', { order: foreign[0] }, owner.headers),
  ]
  expect(answers.map((answer) => getField(answer, 'code'))).toEqual([
    'order_not_found',
    'order_not_found',
    'no_account',
  ])
})

test('messages are limited per account, regardless of address', async () => {
  const { shopper, id } = await createConversation(strict)
  const statuses: number[] = []
  for (let n = 0; n < 41; n += 1)
    statuses.push((await postMessage(strict, { id, from: shopper }, 'Buy!')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.at(-1)).toBe(429)
})

test('an account can start 20 conversations, and open existing ones without limit', async () => {
  const account = await createSignedInAccount(strict.db, strict.now())
  const stores = []
  for (let n = 0; n < 21; n += 1) stores.push((await createTestSupplier(strict.db)).publicId)
  for (const store of stores.slice(0, 20)) await startConversation(strict, account, { store })
  const open = (store = '') => strict.post('/chat/conversations', { store }, account.headers)
  const refused = await open(stores[20])
  expect([refused.status, getField(refused, 'code')]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual((24 * HOUR) / 1000)
  expect((await open(stores[3])).status).toBe(200)
})
