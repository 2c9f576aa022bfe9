import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { newId } from '#core/ids.ts'
import { field } from '#tests/steps/chat.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade, type MadeSupplier } from '#tests/shop/factories.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { getAllProducts, getProductsByID } from '../contract.ts'
import type { OwnPieceData, OwnPieceRowData, SentPieceData } from '../own-contract.ts'
import { products } from '../tables.ts'

const shop = await testShop()
const { db } = shop

type Maker = MadePerson & Readonly<{ store: MadeSupplier }>

/** A manufacturer with a store. */
async function maker(given: { isVerified?: boolean } = {}): Promise<Maker> {
  const store = await supplierInTrade(db, given)
  return { ...(await personSignedIn(db, shop.now(), { type: 'manufacturer', owns: store })), store }
}

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }

const save = (who: MadePerson, data: object) => shop.post('/shop/saveMyProduct', { data }, who.headers)
const publish = (who: MadePerson, ...ids: string[]) =>
  shop.post('/shop/publishMyProducts', { data: { ids } }, who.headers)
const remove = (who: MadePerson, id: string) =>
  shop.post('/shop/removeMyProduct', { data: { id } }, who.headers)

async function saved(who: MadePerson, data: Partial<SentPieceData> = {}): Promise<OwnPieceData> {
  const answer = await save(who, { ...RING, ...data })
  if (answer.status !== 200) throw new Error(answer.text)
  return field(answer, 'product')
}

async function listed(who: MadePerson, query = ''): Promise<OwnPieceRowData[]> {
  return field(await shop.get(`/shop/getMyProducts${query}`, who.headers), 'products')
}

/** What the marketplace shows, without what it keeps for a second. */
async function inMarketplace(): Promise<string[]> {
  shop.app.lists.clear()
  const { getProduct } = await shop.call(getAllProducts, { query: { page: 1 } })
  return getProduct.map(({ name }) => name)
}

test('a piece begins as a draft that nobody else sees, and is found in the marketplace as soon as it is published [PROD-02]', async () => {
  const who = await maker()
  const draft = await saved(who, {
    description: 'Set by hand.\n\nRecycled silver.',
    category: 'Rings',
    isReturnable: false,
  })
  expect(draft).toMatchObject({ state: 'draft', isListed: false, priceCents: 4_990, isReturnable: false })
  expect(await inMarketplace()).toEqual([])
  expect((await shop.get(`/shop/getProductsByID/${draft.id}`)).status).toBe(404)

  expect((await publish(who, draft.id)).body).toMatchObject({
    published: [draft.id],
    lacking: [],
    isVerified: true,
    message: 'Your product is published and can be found in the marketplace.',
  })
  expect(await inMarketplace()).toEqual(['Moss agate ring'])
  const { getProduct } = await shop.call(getProductsByID, { params: { id: draft.id } })
  expect(getProduct).toMatchObject({
    price: 49.9,
    stock: 3,
    category: 'Rings',
    isReturnable: false,
    description: '<p>Set by hand.</p>\n<p>Recycled silver.</p>',
    variants: [{ price: 49.9, stock: 3, title: '' }],
  })
  const search = await shop.post('/shop/searchProduct', { data: 'moss aga' })
  expect(field(search, 'searchProduct', '0', 'id')).toBe(draft.id)
  await placeGuestOrder(shop, [{ id: draft.id, variantId: getProduct.variants[0]?.id ?? '' }])
  expect(await listed(who)).toMatchObject([{ quantity: 2, state: 'published', isListed: true }])
})

test('the pieces of a store that is not verified are published but not listed until an operator verifies it', async () => {
  const who = await maker({ isVerified: false })
  const { id } = await saved(who)
  const answer = await publish(who, id)
  expect(answer.body).toMatchObject({ published: [id], isVerified: false })
  expect(answer.text).toContain('as soon as yours is verified')
  expect(await listed(who)).toMatchObject([{ state: 'published', isListed: false }])
  expect(await inMarketplace()).toEqual([])
  await setVerified(db, who.store.id, true)
  expect(await inMarketplace()).toEqual(['Moss agate ring'])
})

test('a draft is published only with a price above 0, and what it lacks is told; a quantity of 0 will do [MONB-23]', async () => {
  const who = await maker()
  const [free, empty] = [
    await saved(who, { priceCents: 0 }),
    await saved(who, { name: 'Sold out ring', variants: [{ quantity: 0 }] }),
  ]
  expect((await publish(who, free.id, empty.id)).body).toMatchObject({
    published: [empty.id],
    lacking: [{ id: free.id, name: 'Moss agate ring', problem: 'It needs a price above 0.' }],
  })
  expect(await listed(who, '?state=draft')).toMatchObject([{ id: free.id }])
  const { id, revision } = await saved(who, { id: empty.id, revision: empty.revision + 1 })
  const refused = await save(who, { ...RING, id, revision, priceCents: 0 })
  expect([refused.status, field(refused, 'code')]).toEqual([409, 'price_missing'])
})

test('a published piece shows its change at once, and one that is removed says that it is gone [PROD-02]', async () => {
  const who = await maker()
  const draft = await saved(who)
  await publish(who, draft.id)
  const before: OwnPieceData = field(await shop.get(`/shop/getMyProduct/${draft.id}`, who.headers), 'product')
  const { revision, variants } = before
  await saved(who, {
    id: draft.id,
    revision,
    name: 'Moss ring',
    priceCents: 100,
    variants: [{ quantity: 1, seenQuantity: 3, id: variants[0]?.id }],
  })
  expect(await inMarketplace()).toEqual(['Moss ring'])
  const { getProduct } = await shop.call(getProductsByID, { params: { id: draft.id } })
  expect(getProduct).toMatchObject({
    name: 'Moss ring',
    price: 1,
    stock: 1,
    variants: [{ id: variants[0]?.id }],
  })

  expect((await remove(who, draft.id)).status).toBe(200)
  expect(await inMarketplace()).toEqual([])
  expect(await listed(who)).toEqual([])
  const gone = await shop.get(`/shop/getProductsByID/${draft.id}`)
  expect([gone.status, field(gone, 'code')]).toEqual([404, 'product_withdrawn'])
  expect((await remove(who, draft.id)).status).toBe(404)
})

test('variations have sizes, colours and materials, and prices and quantities of their own [MONB-24]', async () => {
  const who = await maker()
  const one = { size: '52', color: 'Green', material: 'Silver', quantity: 2 }
  const { id, variants, revision } = await saved(who, {
    variants: [one, { ...one, material: 'Gold', priceCents: 9_900, quantity: 1 }],
  })
  await publish(who, id)
  const { getProduct } = await shop.call(getProductsByID, { params: { id } })
  expect(getProduct).toMatchObject({
    price: 49.9,
    stock: 3,
    variantCount: 2,
    variants: [
      { size: '52', color: 'Green', material: 'Silver', title: '52 / Green / Silver', price: 49.9, stock: 2 },
      { material: 'Gold', price: 99, stock: 1 },
    ],
  })
  const left = await saved(who, {
    id,
    revision: revision + 1,
    variants: [{ size: '52', id: variants[1]?.id, quantity: 4, seenQuantity: 1 }],
  })
  expect(left.variants).toEqual([
    { id: variants[1]?.id, size: '52', color: null, material: null, priceCents: 4_990, quantity: 4 },
  ])
})

test.each([
  [[{ quantity: 1 }, { size: '52', quantity: 1 }], 'variant_unnamed'],
  [
    [
      { size: 'S', quantity: 1 },
      { size: 's', quantity: 1 },
    ],
    'variant_twice',
  ],
])('variations that a shopper could not tell apart are refused', async (variants, code) => {
  const answer = await save(await maker(), { ...RING, variants })
  expect([answer.status, field(answer, 'code')]).toEqual([400, code])
})

test('of two who change a piece at once the second is told, and nothing of the first is lost', async () => {
  const who = await maker()
  const { id, revision, variants } = await saved(who)
  const change = (name: string) => save(who, { ...RING, id, revision, name })
  const answers = await Promise.all([change('One'), change('Two')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.map((answer) => answer.status === 409 && field(answer, 'code'))).toContain('product_changed')
  expect(variants).toHaveLength(1)
})

test('pieces sold while their owner writes are not put back: a quantity that was left alone stays true', async () => {
  const who = await maker()
  const { id } = await saved(who)
  await publish(who, id)
  const opened: OwnPieceData = field(await shop.get(`/shop/getMyProduct/${id}`, who.headers), 'product')
  const [variant] = opened.variants
  if (!variant) throw new Error('no variant')
  await placeGuestOrder(shop, [{ id, variantId: variant.id, quantity: 2 }])
  const seen = { id: variant.id, seenQuantity: 3 }
  const { revision } = opened

  const counted = await save(who, { ...RING, id, revision, variants: [{ ...seen, quantity: 10 }] })
  expect(counted.body).toMatchObject({ code: 'quantity_changed', details: { quantity: 1 } })
  const kept = await saved(who, { id, revision, name: 'Renamed', variants: [{ ...seen, quantity: 3 }] })
  expect(kept.variants).toMatchObject([{ quantity: 1 }])
  const blind = { ...RING, id, revision: kept.revision, variants: [{ id: variant.id, quantity: 3 }] }
  expect((await save(who, blind)).body).toMatchObject({ code: 'quantity_changed', details: { quantity: 1 } })
})

test('a draft sent again because the answer was lost is the same draft', async () => {
  const who = await maker()
  const draftKey = crypto.randomUUID()
  const [one, two] = [await saved(who, { draftKey }), await saved(who, { draftKey, name: 'Moss ring' })]
  expect(two.id).toBe(one.id)
  expect(await listed(who)).toMatchObject([{ name: 'Moss ring' }])
  const late = await save(who, { ...RING, draftKey })
  expect([late.status, field(late, 'code')]).toEqual([409, 'product_changed'])
  // The key of one store says nothing about another's.
  expect((await saved(await maker(), { draftKey })).id).not.toBe(one.id)
})

test('nobody reads, changes, publishes or removes the piece of another store [ROLE-10]', async () => {
  const [mine, eve] = [await maker(), await maker()]
  const { id, revision } = await saved(mine)
  const piece = await pieceOnSale(db, { supplier: mine.store })
  const traces = () => rows(db, sql`select * from products order by id`)
  const before = await traces()
  for (const target of [id, piece.id, newId('product'), 'x']) {
    const isId = target.startsWith('prd_')
    expect((await shop.get(`/shop/getMyProduct/${target}`, eve.headers)).status).toBe(404)
    expect((await save(eve, { ...RING, id: target, revision })).status).toBe(isId ? 404 : 400)
    expect((await publish(eve, target)).status).toBe(isId ? 404 : 400)
    expect((await remove(eve, target)).status).toBe(isId ? 404 : 400)
  }
  expect(await traces()).toEqual(before)
  const vendor = await personSignedIn(db, shop.now())
  expect((await save(vendor, RING)).status).toBe(403)
  expect((await shop.post('/shop/saveMyProduct', { data: RING })).status).toBe(401)
})

test('somebody without a store is told so', async () => {
  const who = await personSignedIn(db, shop.now(), { type: 'manufacturer' })
  expect(await save(who, RING)).toMatchObject({ status: 409, body: { code: 'no_store' } })
})

test.each([
  ['a price of a trillion', { priceCents: 1e14 }],
  ['a price below 0', { priceCents: -1 }],
  ['a price with a fraction of a cent', { priceCents: 10.5 }],
  ['a price that is a text', { priceCents: '10' }],
  ['a quantity below 0', { variants: [{ quantity: -1 }] }],
  ['half a piece', { variants: [{ quantity: 0.5 }] }],
  ['more pieces than a column holds', { variants: [{ quantity: 2 ** 40 }] }],
  ['no variant at all', { variants: [] }],
  [
    'too many variants',
    { variants: Array.from({ length: 51 }, (_, size) => ({ size: `${size}`, quantity: 1 })) },
  ],
  ['no name', { name: ' \u200b ' }],
  ['an endless name', { name: 'x'.repeat(201) }],
  ['a category there is not', { category: 'Boats' }],
  ['seven pictures', { pictures: Array.from({ length: 7 }, (_, n) => `${n}`.repeat(32)) }],
  ['a picture that is a path', { pictures: ['../../../../etc/passwd'] }],
])('%s is refused, and nothing is kept', async (_what, change) => {
  const answer = await save(await maker(), { ...RING, ...change })
  expect(answer.status).toBe(400)
  expect(await db.select().from(products)).toEqual([])
})

test('script in a name or description is kept as the letters it was typed in', async () => {
  const who = await maker()
  const script = '<script>alert(1)</script>'
  const { id, description } = await saved(who, {
    name: `Ring ${script}`,
    description: `${script} & <b>bold</b>`,
  })
  expect(description).toBe(`${script} & <b>bold</b>`)
  await publish(who, id)
  const { getProduct } = await shop.call(getProductsByID, { params: { id } })
  expect(getProduct.description).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt;</p>',
  )
  expect(getProduct.name).toBe(`Ring ${script}`)
})
