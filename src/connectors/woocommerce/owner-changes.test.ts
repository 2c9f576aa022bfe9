import { afterAll, expect, test } from 'vitest'
import { createWooConnections } from '#tests/fakes/stores/connected-woo.ts'
import { startFakeStores } from '#tests/fakes/stores/server.ts'
import { createSizedProduct, createOutgoingProduct } from '#tests/contracts/store-contract.ts'

const fake = await startFakeStores()
afterAll(fake.close)
const { connector, connect } = createWooConnections(fake)

const SIZED_PRODUCT = createSizedProduct(7, [
  ['52', '100.00', 2],
  ['54', '110.00', 1],
])

/** Returns the attributes of `SIZED_PRODUCT` as its owner sees them, and those of its variations. */
function readVariationAttributes(shop: ReturnType<typeof connect>['shop']) {
  const [product, ...variations] = shop.listed()
  return [product?.attributes, ...variations.map(({ attributes }) => attributes)]
}

test('creates a trashed product again, once', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED_PRODUCT])
  const externalId = shop.activeProducts()[0]?.id ?? ''
  shop.moveToBin(externalId)
  await connector.pushProducts(access, [{ ...SIZED_PRODUCT, externalId }])
  await connector.pushProducts(access, [{ ...SIZED_PRODUCT, externalId }])
  const [listProducts, ...others] = shop.activeProducts()
  expect(others).toEqual([])
  expect(listProducts?.id).not.toBe(externalId)
  expect(listProducts?.offers).toHaveLength(2)
})

test('reports a product whose SKU was taken during the sync, and creates the others', async () => {
  const { shop, access } = connect()
  const { reference: sku } = createOutgoingProduct(1)
  shop.onRequest(() => {
    if (!shop.requests.at(-1)?.startsWith('POST') || shop.activeProducts().length > 0) return
    shop.addOwn('Of another program', '5.00')
    shop.setFields(shop.activeProducts()[0]?.id ?? '', { sku })
  })
  expect(
    await connector.pushProducts(access, [createOutgoingProduct(1), createOutgoingProduct(2)]),
  ).toMatchObject([
    {
      problem: `Another product in your store has the SKU ${sku}. Change its SKU, then sync again.`,
    },
    { externalId: expect.anything() },
  ])
})

test('leaves a simple product unchanged when ours has sizes, and gives the reason', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [createOutgoingProduct(7)])
  expect(
    await connector.pushProducts(access, [
      createSizedProduct(7, [
        ['52', '1.00', 1],
        ['54', '1.00', 1],
      ]),
    ]),
  ).toMatchObject([{ problem: expect.stringMatching(/^This is a simple product in your store/) }])
  expect(shop.activeProducts()).toMatchObject([{ offers: [{ price: '120.00' }] }])
})

test('reports a product of another type in the store as a problem, also when it is pushed alone', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED_PRODUCT])
  shop.setFields(shop.activeProducts()[0]?.id ?? '', { type: 'simple' })
  expect(await connector.pushProducts(access, [SIZED_PRODUCT])).toMatchObject([
    { problem: expect.stringMatching(/^This is a simple product in your store/) },
  ])
})

test('sends pictures again that the site could not fetch, but not pictures that the owner removed', async () => {
  const { shop, access } = connect()
  shop.refusePictures()
  expect(await connector.pushProducts(access, [createOutgoingProduct(1)])).toMatchObject([
    { hasPictures: false },
  ])
  expect(await connector.pushProducts(access, [createOutgoingProduct(1)])).toMatchObject([
    { hasPictures: false },
  ])
  shop.refusePictures(false)
  expect(await connector.pushProducts(access, [createOutgoingProduct(1)])).toMatchObject([
    { hasPictures: true },
  ])
  expect(shop.activeProducts()).toMatchObject([{ pictures: createOutgoingProduct(1).pictures }])
  const { id = '' } = shop.activeProducts()[0] ?? {}
  shop.setFields(id, { images: ['https://own.example/ring.jpg'] })
  await connector.pushProducts(access, [createOutgoingProduct(1)])
  expect(shop.activeProducts()).toMatchObject([{ pictures: ['https://own.example/ring.jpg'] }])
  shop.setFields(id, { images: [] })
  await connector.pushProducts(access, [createOutgoingProduct(1, { mayAddPictures: false })])
  expect(shop.activeProducts()).toMatchObject([{ pictures: [] }])
})

test('keeps an owner’s sale price while our price is unchanged', async () => {
  const { shop, access } = connect()
  const sized = createSizedProduct(7, [
    ['52', '100.00', 2],
    ['54', '110.00', 1],
  ])
  await connector.pushProducts(access, [createOutgoingProduct(1), sized])
  for (const { id } of shop.listed()) shop.setFields(String(id), { salePrice: '80.00' })
  await connector.pushProducts(access, [createOutgoingProduct(1), sized])
  expect(shop.listed().map(({ sale_price }) => sale_price)).toEqual(['80.00', '80.00', '80.00', '80.00'])
})

test('restores removed attributes, and leaves the owner’s own attributes', async () => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED_PRODUCT])
  const productBefore = readVariationAttributes(shop)
  const engraving = {
    id: 3,
    name: 'Engraving',
    position: 0,
    visible: true,
    variation: false,
    options: ['Yes'],
  }
  for (const { id, parent_id: parent } of shop.listed())
    shop.setFields(String(id), { attributes: parent === 0 ? [engraving] : [] })
  await connector.pushProducts(access, [SIZED_PRODUCT])
  const [[ownAttribute, ...restored] = [], ...choices] = readVariationAttributes(shop)
  expect([restored, ...choices]).toEqual(productBefore)
  expect(ownAttribute).toEqual(engraving)
})

test.each([
  [0, 'the product’s own'],
  [3, 'one of all products'],
])('a renamed attribute (%i), %s, keeps its name and gets the new size as a value', async (number) => {
  const { shop, access } = connect()
  await connector.pushProducts(access, [SIZED_PRODUCT])
  const size = {
    id: number,
    name: 'Größe',
    position: 0,
    visible: true,
    variation: true,
    options: ['52', '54'],
  }
  const { id = '' } = shop.activeProducts()[0] ?? {}
  shop.setFields(id, { attributes: [size] })
  expect(readVariationAttributes(shop)).toEqual([[size], [], []])
  const wider = createSizedProduct(7, [
    ['52', '100.00', 2],
    ['54', '110.00', 1],
    ['56', '120.00', 1],
  ])
  await connector.pushProducts(access, [wider])
  const [attributes, ...choices] = readVariationAttributes(shop)
  expect(attributes).toEqual([{ ...size, options: ['52', '54', '56'] }])
  expect(choices).toMatchObject(['52', '54', '56'].map((option) => [{ id: number, name: 'Größe', option }]))
})
