import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, addMs } from '#core/time.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { getProductsByID } from '../../contract.ts'
import type { OwnPictureData, OwnProductData, ProductFormInput } from './own-contract.ts'
import { productPictureUploads } from './product-pictures.ts'

const shop = await createTestShop()
const { db, files } = shop

/** Creates a photograph with a GPS position in its metadata. */
let photo: Buffer
beforeAll(async () => {
  photo = await renderPng('#7a6a4f')
})

const renderPng = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .jpeg()
    .toBuffer()

async function createSupplierAccount(): Promise<CreatedAccount> {
  const owns = await createTestSupplier(db)
  return createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns })
}

async function upload(bytes: Uint8Array, { headers }: CreatedAccount): Promise<ApiResponse> {
  const response = await shop.app.http.request(`${SHOP_URL}/shop/uploadProductPicture`, {
    method: 'POST',
    headers,
    body: Uint8Array.from(bytes),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

async function uploadPicture(account: CreatedAccount): Promise<OwnPictureData> {
  const answer = await upload(photo, account)
  expect(answer.status).toBe(200)
  return getField(answer, 'picture')
}

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }
const save = (account: CreatedAccount, data: Partial<ProductFormInput>) =>
  shop.post('/shop/saveMyProduct', { data: { ...RING, ...data } }, account.headers)

async function saveProduct(
  account: CreatedAccount,
  data: Partial<ProductFormInput>,
): Promise<OwnProductData> {
  const answer = await save(account, data)
  if (answer.status !== 200) throw new Error(answer.text)
  return getField(answer, 'product')
}

const getKeys = ({ pictures }: OwnProductData) => pictures.map(({ key }) => key)
const isStored = (key: string) => files.has(`pictures/${key.slice(0, 2)}/${key}-800.webp`)
const deleteUnattached = (hours: number) =>
  productPictureUploads.deleteUnused(db, files, addMs(shop.now(), hours * HOUR))

test('a product shows its pictures in the given order, re-encoded without metadata [MONB-24]', async () => {
  const account = await createSupplierAccount()
  const [one, two] = [await uploadPicture(account), await uploadPicture(account)]
  // The same photograph gives two files, so that each can be deleted alone.
  expect(one.key).not.toBe(two.key)
  const product = await saveProduct(account, { pictures: [two.key, one.key] })
  expect(getKeys(product)).toEqual([two.key, one.key])
  const file = await files.open(`pictures/${one.key.slice(0, 2)}/${one.key}.original`)
  const bytes = Buffer.from(await new Response(file?.stream).arrayBuffer())
  expect(bytes.toString('latin1')).not.toContain('Kamera')

  await shop.post('/shop/publishMyProducts', { data: { ids: [product.id] } }, account.headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id: product.id } })
  expect(getProduct.product_images).toMatchObject([
    { key: two.key, image_url: `/media/${two.key}-800.webp`, alt: 'Moss agate ring' },
    { key: one.key },
  ])
  const { id } = product
  const reordered = await saveProduct(account, { id, revision: 2, pictures: [one.key, two.key] })
  expect(getKeys(reordered)).toEqual([one.key, two.key])
  expect(getKeys(await saveProduct(account, { id, revision: 3, pictures: [] }))).toEqual([])
})

test('unattached pictures are deleted after a day, but not those of products or once published ones', async () => {
  const account = await createSupplierAccount()
  const [unattached, draftPicture, publishedPicture] = [
    await uploadPicture(account),
    await uploadPicture(account),
    await uploadPicture(account),
  ]
  const draft = await saveProduct(account, { pictures: [draftPicture.key] })
  const published = await saveProduct(account, { pictures: [publishedPicture.key] })
  await shop.post('/shop/publishMyProducts', { data: { ids: [published.id] } }, account.headers)
  await saveProduct(account, { id: published.id, revision: 2, pictures: [] })

  expect(await deleteUnattached(23)).toBe(0)
  expect(await deleteUnattached(25)).toBe(1)
  expect(
    await Promise.all([unattached, draftPicture, publishedPicture].map(({ key }) => isStored(key))),
  ).toEqual([false, true, true])
  await shop.post('/shop/removeMyProduct', { data: { id: draft.id } }, account.headers)
  expect(await deleteUnattached(25)).toBe(1)
  expect(await isStored(draftPicture.key)).toBe(false)
})

test('refuses a picture of another store or another product', async () => {
  const [owner, eve] = [await createSupplierAccount(), await createSupplierAccount()]
  const picture = await uploadPicture(owner)
  const readCode = async (request: Promise<ApiResponse>) => {
    const answer = await request
    return [answer.status, getField(answer, 'code')]
  }
  expect(await readCode(save(eve, { pictures: [picture.key] }))).toEqual([409, 'picture_not_found'])
  await saveProduct(owner, { pictures: [picture.key] })
  expect(await readCode(save(owner, { pictures: [picture.key] }))).toEqual([409, 'picture_not_found'])
  expect(await readCode(save(owner, { pictures: ['0'.repeat(32)] }))).toEqual([409, 'picture_not_found'])
  // A refused save creates no draft.
  const list = await shop.get('/shop/getMyProducts', eve.headers)
  expect(getField(list, 'products')).toEqual([])
})

test('refuses pictures that are not JPEG, PNG or WebP, damaged, too large in pixels or above 5 MB [MONB-24]', async () => {
  const account = await createSupplierAccount()
  const refusal = async (bytes: Uint8Array) => {
    const answer = await upload(bytes, account)
    return [answer.status, getField(answer, 'code')]
  }
  const none = [400, 'not_a_picture']
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a08040' } })
  expect(await refusal(new Uint8Array())).toEqual(none)
  expect(await refusal(Buffer.from('<html><script>alert(1)</script>'))).toEqual(none)
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual(none)
  expect(await refusal(await image.clone().gif().toBuffer())).toEqual(none)
  expect(await refusal(await image.clone().avif().toBuffer())).toEqual(none)
  expect(await refusal(photo.subarray(0, 300))).toEqual(none)
  const huge = Buffer.from(await image.clone().png().toBuffer())
  // The header of this PNG states 50,000 by 50,000 pixels.
  huge.writeUInt32BE(50_000, 16)
  huge.writeUInt32BE(50_000, 20)
  expect(await refusal(huge)).toEqual(none)
  expect(await refusal(Buffer.concat([photo, Buffer.alloc(5_000_000)]))).toEqual([413, 'body_too_large'])
  for (const fine of [image.clone().png(), image.clone().webp(), image.clone().jpeg()])
    expect((await upload(await fine.toBuffer(), account)).status).toBe(200)
})
