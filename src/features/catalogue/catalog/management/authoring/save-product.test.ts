import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { setVerified } from '#features/catalogue/suppliers/service.ts'
import { newId } from '#core/ids.ts'
import { getField } from '#tests/steps/chat.ts'
import {
  createTestProduct,
  placeGuestOrder,
  createTestSupplier,
  type CreatedSupplier,
} from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getAllProducts, getProductsByID } from '../../contract.ts'
import type { OwnProductData, OwnProductRowData, ProductFormInput } from './own-contract.ts'

const shop = await createTestShop()
const { db } = shop

type SupplierAccount = CreatedAccount & Readonly<{ store: CreatedSupplier }>

/** Creates the account of a supplier with a store. */
async function createSupplierAccount(options: { isVerified?: boolean } = {}): Promise<SupplierAccount> {
  const store = await createTestSupplier(db, options)
  return { ...(await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })), store }
}

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }

const save = (account: CreatedAccount, data: object) =>
  shop.post('/shop/saveMyProduct', { data }, account.headers)
const publish = (account: CreatedAccount, ...ids: string[]) =>
  shop.post('/shop/publishMyProducts', { data: { ids } }, account.headers)
const remove = (account: CreatedAccount, id: string) =>
  shop.post('/shop/removeMyProduct', { data: { id } }, account.headers)

async function saveProduct(
  account: CreatedAccount,
  data: Partial<ProductFormInput> = {},
): Promise<OwnProductData> {
  const answer = await save(account, { ...RING, ...data })
  if (answer.status !== 200) throw new Error(answer.text)
  return getField(answer, 'product')
}

async function listProducts(account: CreatedAccount, query = ''): Promise<OwnProductRowData[]> {
  return getField(await shop.get(`/shop/getMyProducts${query}`, account.headers), 'products')
}

/** Returns the marketplace's product IDs, past the cache. */
async function listMarketplaceIds(): Promise<string[]> {
  shop.app.lists.clear()
  const { getProduct } = await shop.call(getAllProducts, { query: { page: 1 } })
  return getProduct.map(({ name }) => name)
}

test('a product starts as a hidden draft, and is in the marketplace as soon as it is published [PROD-02]', async () => {
  const account = await createSupplierAccount()
  const draft = await saveProduct(account, {
    description: 'Set by hand.\n\nRecycled silver.',
    category: 'Rings',
    isReturnable: false,
  })
  expect(draft).toMatchObject({ state: 'draft', isListed: false, priceCents: 4_990, isReturnable: false })
  expect(await listMarketplaceIds()).toEqual([])
  expect((await shop.get(`/shop/getProductsByID/${draft.id}`)).status).toBe(404)

  expect((await publish(account, draft.id)).body).toMatchObject({
    published: [draft.id],
    lacking: [],
    isVerified: true,
    message: 'Your product is published and can be found in the marketplace.',
  })
  expect(await listMarketplaceIds()).toEqual(['Moss agate ring'])
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
  expect(getField(search, 'searchProduct', '0', 'id')).toBe(draft.id)
  await placeGuestOrder(shop, [{ id: draft.id, variantId: getProduct.variants[0]?.id ?? '' }])
  expect(await listProducts(account)).toMatchObject([{ quantity: 2, state: 'published', isListed: true }])
})

test('products of an unverified store can be published, and are listed once an operator verifies it', async () => {
  const account = await createSupplierAccount({ isVerified: false })
  const { id } = await saveProduct(account)
  const answer = await publish(account, id)
  expect(answer.body).toMatchObject({ published: [id], isVerified: false })
  expect(answer.text).toContain('Once we verify your store')
  expect(await listProducts(account)).toMatchObject([{ state: 'published', isListed: false }])
  expect(await listMarketplaceIds()).toEqual([])
  await setVerified(db, account.store.id, true)
  expect(await listMarketplaceIds()).toEqual(['Moss agate ring'])
})

test('publishing requires a price above 0 and reports what is missing; a quantity of 0 is allowed [MONB-23]', async () => {
  const account = await createSupplierAccount()
  const [freeProduct, emptyProduct] = [
    await saveProduct(account, { priceCents: 0 }),
    await saveProduct(account, { name: 'Sold out ring', variants: [{ quantity: 0 }] }),
  ]
  expect((await publish(account, freeProduct.id, emptyProduct.id)).body).toMatchObject({
    published: [emptyProduct.id],
    lacking: [{ id: freeProduct.id, name: 'Moss agate ring', problem: 'Add a price above 0.' }],
  })
  expect(await listProducts(account, '?state=draft')).toMatchObject([{ id: freeProduct.id }])
  const { id, revision } = await saveProduct(account, {
    id: emptyProduct.id,
    revision: emptyProduct.revision + 1,
  })
  const refused = await save(account, { ...RING, id, revision, priceCents: 0 })
  expect([refused.status, getField(refused, 'code')]).toEqual([409, 'price_missing'])
})

test('changes to a published product show immediately, and a removed one is reported as withdrawn [PROD-02]', async () => {
  const account = await createSupplierAccount()
  const draft = await saveProduct(account)
  await publish(account, draft.id)
  const before: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${draft.id}`, account.headers),
    'product',
  )
  const { revision, variants } = before
  await saveProduct(account, {
    id: draft.id,
    revision,
    name: 'Moss ring',
    priceCents: 100,
    variants: [{ quantity: 1, seenQuantity: 3, id: variants[0]?.id }],
  })
  expect(await listMarketplaceIds()).toEqual(['Moss ring'])
  const { getProduct } = await shop.call(getProductsByID, { params: { id: draft.id } })
  expect(getProduct).toMatchObject({
    name: 'Moss ring',
    price: 1,
    stock: 1,
    variants: [{ id: variants[0]?.id }],
  })

  expect((await remove(account, draft.id)).status).toBe(200)
  expect(await listMarketplaceIds()).toEqual([])
  expect(await listProducts(account)).toEqual([])
  const goneAnswer = await shop.get(`/shop/getProductsByID/${draft.id}`)
  expect([goneAnswer.status, getField(goneAnswer, 'code')]).toEqual([404, 'product_withdrawn'])
  expect((await remove(account, draft.id)).status).toBe(404)
})

test('variants have sizes, colours and materials, and their own prices and quantities [MONB-24]', async () => {
  const account = await createSupplierAccount()
  const one = { size: '52', color: 'Green', material: 'Silver', quantity: 2 }
  const { id, variants, revision } = await saveProduct(account, {
    variants: [one, { ...one, material: 'Gold', priceCents: 9_900, quantity: 1 }],
  })
  await publish(account, id)
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
  const remaining = await saveProduct(account, {
    id,
    revision: revision + 1,
    variants: [{ size: '52', id: variants[1]?.id, quantity: 4, seenQuantity: 1 }],
  })
  expect(remaining.variants).toEqual([
    {
      id: variants[1]?.id,
      sku: variants[1]?.sku,
      size: '52',
      color: null,
      material: null,
      priceCents: 4_990,
      wholesaleCents: null,
      minimumRetailCents: null,
      barcode: null,
      quantity: 4,
    },
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
])('refuses variants with the same or no options', async (variants, code) => {
  const answer = await save(await createSupplierAccount(), { ...RING, variants })
  expect([answer.status, getField(answer, 'code')]).toEqual([400, code])
})

test('of two concurrent changes of a product the second is refused', async () => {
  const account = await createSupplierAccount()
  const { id, revision, variants } = await saveProduct(account)
  const change = (name: string) => save(account, { ...RING, id, revision, name })
  const answers = await Promise.all([change('One'), change('Two')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.map((answer) => answer.status === 409 && getField(answer, 'code'))).toContain(
    'product_changed',
  )
  expect(variants).toHaveLength(1)
})

test('saving a product does not restock units that were sold meanwhile', async () => {
  const account = await createSupplierAccount()
  const { id } = await saveProduct(account)
  await publish(account, id)
  const opened: OwnProductData = getField(
    await shop.get(`/shop/getMyProduct/${id}`, account.headers),
    'product',
  )
  const [variant] = opened.variants
  if (!variant) throw new Error('no variant')
  await placeGuestOrder(shop, [{ id, variantId: variant.id, quantity: 2 }])
  const variantInput = { id: variant.id, seenQuantity: 3 }
  const { revision } = opened

  const conflictAnswer = await save(account, {
    ...RING,
    id,
    revision,
    variants: [{ ...variantInput, quantity: 10 }],
  })
  expect(conflictAnswer.body).toMatchObject({ code: 'quantity_changed', details: { quantity: 1 } })
  const savedProduct = await saveProduct(account, {
    id,
    revision,
    name: 'Renamed',
    variants: [{ ...variantInput, quantity: 3 }],
  })
  expect(savedProduct.variants).toMatchObject([{ quantity: 1 }])
  const withoutSeenQuantity = {
    ...RING,
    id,
    revision: savedProduct.revision,
    variants: [{ id: variant.id, quantity: 3 }],
  }
  expect((await save(account, withoutSeenQuantity)).body).toMatchObject({
    code: 'quantity_changed',
    details: { quantity: 1 },
  })
})

test('a draft sent twice with one key is created once', async () => {
  const account = await createSupplierAccount()
  const draftKey = crypto.randomUUID()
  const [one, two] = [
    await saveProduct(account, { draftKey }),
    await saveProduct(account, { draftKey, name: 'Moss ring' }),
  ]
  expect(two.id).toBe(one.id)
  expect(await listProducts(account)).toMatchObject([{ name: 'Moss ring' }])
  const lateAnswer = await save(account, { ...RING, draftKey })
  expect([lateAnswer.status, getField(lateAnswer, 'code')]).toEqual([409, 'product_changed'])
  // Draft keys of different stores are independent.
  expect((await saveProduct(await createSupplierAccount(), { draftKey })).id).not.toBe(one.id)
})

test('a store cannot read, change, publish or remove another store’s product [ROLE-10]', async () => {
  const [owner, eve] = [await createSupplierAccount(), await createSupplierAccount()]
  const { id, revision } = await saveProduct(owner)
  const product = await createTestProduct(db, { supplier: owner.store })
  const readRows = () => queryRows(db, sql`select * from products order by id`)
  const before = await readRows()
  for (const target of [id, product.id, newId('product'), 'x']) {
    const isId = target.startsWith('prd_')
    expect((await shop.get(`/shop/getMyProduct/${target}`, eve.headers)).status).toBe(404)
    expect((await save(eve, { ...RING, id: target, revision })).status).toBe(isId ? 404 : 400)
    expect((await publish(eve, target)).status).toBe(isId ? 404 : 400)
    expect((await remove(eve, target)).status).toBe(isId ? 404 : 400)
  }
  expect(await readRows()).toEqual(before)
  const vendor = await createSignedInAccount(db, shop.now())
  expect((await save(vendor, RING)).status).toBe(403)
  expect((await shop.post('/shop/saveMyProduct', { data: RING })).status).toBe(401)
})

test('refuses to save a product for an account without a store', async () => {
  const account = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  expect(await save(account, RING)).toMatchObject({ status: 409, body: { code: 'no_store' } })
})
