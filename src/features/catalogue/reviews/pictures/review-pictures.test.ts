import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, addMs } from '#core/time.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { fetchReview, type ReviewPictureData } from '../contract.ts'
import { reviewPictureUploads } from './review-pictures.ts'

const shop = await createTestShop()
const { db, files } = shop

/** A photograph with an orientation and a GPS position in its metadata. */
let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a6a4f' } })
    .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})

const createAccount = () => createSignedInAccount(db, shop.now())
const upload = (bytes: Uint8Array, account: CreatedAccount) =>
  shop.post(
    '/shop/uploadReviewPicture',
    { data: { picture: Buffer.from(bytes).toString('base64') } },
    account.headers,
  )

async function uploadPicture(account: CreatedAccount): Promise<ReviewPictureData> {
  const { status, body } = await upload(photo, account)
  expect(status).toBe(200)
  return Reflect.get(Object(body), 'picture')
}

test('pictures are stored upright and without metadata', async () => {
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Kamera')
  const picture = await uploadPicture(await createAccount())
  expect(picture).toMatchObject({ width: 40, height: 60, image_url: `/media/${picture.key}-800.webp` })
  for (const name of ['original', '800.webp']) {
    const separator = name === 'original' ? '.' : '-'
    const key = `pictures/${picture.key?.slice(0, 2)}/${picture.key}${separator}${name}`
    const file = await files.open(key)
    const bytes = Buffer.from(await new Response(file?.stream).arrayBuffer())
    const { exif, width } = await sharp(bytes).metadata()
    expect([exif, width]).toEqual([undefined, 40])
    expect(bytes.toString('latin1')).not.toContain('Kamera')
  }
})

test('a review shows its pictures in the given order, and loses those that are left out', async () => {
  const [product, mei] = [await createTestProduct(db), await createAccount()]
  const [one, two] = [await uploadPicture(mei), await uploadPicture(mei)]
  const write = (pictures?: readonly string[]) => {
    const data = { productId: product.id, rating: 5, review: 'Bright.', ...(pictures ? { pictures } : {}) }
    return shop.post('/shop/saveReview', { data }, mei.headers)
  }
  const readPictures = async () => {
    const { getReview } = await shop.call(fetchReview, { params: { id: product.id } })
    return getReview[0]?.pictures.map(({ id }) => id)
  }
  expect(one.key).not.toBe(two.key)
  await write([two.id, one.id])
  expect(await readPictures()).toEqual([two.id, one.id])
  await write()
  expect(await readPictures()).toEqual([two.id, one.id])
  await write([one.id])
  expect(await readPictures()).toEqual([one.id])
  await write([])
  expect(await readPictures()).toEqual([])
})

test('refuses pictures of others or of other reviews, unknown ones and a fifth, and saves no review', async () => {
  const [ring, chain] = [await createTestProduct(db), await createTestProduct(db)]
  const [mei, other] = [await createAccount(), await createAccount()]
  const write = (productId: string, pictures: readonly string[], headers = {}) =>
    shop.post('/shop/saveReview', { data: { productId, rating: 5, review: 'Bright.', pictures } }, headers)
  const [ownPicture, otherPicture] = [await uploadPicture(mei), await uploadPicture(other)]
  expect((await write(ring.id, [ownPicture.id], mei.headers)).status).toBe(200)
  for (const ids of [[otherPicture.id], [ownPicture.id], [`pic_${'0'.repeat(32)}`]])
    expect(await write(chain.id, ids, mei.headers)).toMatchObject({
      status: 409,
      body: { code: 'picture_not_found' },
    })
  expect(
    (
      await write(
        chain.id,
        Array.from({ length: 5 }, () => ownPicture.id),
        mei.headers,
      )
    ).status,
  ).toBe(400)
  expect(await write(chain.id, [ownPicture.id])).toMatchObject({ body: { code: 'pictures_need_sign_in' } })
  expect((await shop.call(fetchReview, { params: { id: chain.id } })).getReview).toEqual([])
})

test('refuses files that are no picture, truncated or too large in pixels, before decoding', async () => {
  const mei = await createAccount()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const cut = photo.subarray(0, photo.length / 2)
  for (const bytes of [Buffer.from('not a picture'), Buffer.from(svg), Buffer.from('%PDF-1.7'), cut])
    expect(await upload(bytes, mei)).toMatchObject({ status: 400, body: { code: 'not_a_picture' } })
  expect(await upload(hugePng(), mei)).toMatchObject({ status: 400, body: { code: 'not_a_picture' } })
  const heavy = await upload(Buffer.alloc(5_000_000, 0xff), mei)
  expect(heavy).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  const data = { picture: photo.toString('base64') }
  expect((await shop.post('/shop/uploadReviewPicture', { data })).status).toBe(401)
})

test('pictures without a review are deleted with their files after a day, those of a review are not', async () => {
  const [product, mei] = [await createTestProduct(db), await createAccount()]
  const [usedPicture, unattachedPicture] = [await uploadPicture(mei), await uploadPicture(mei)]
  const data = { productId: product.id, rating: 5, review: 'Bright.', pictures: [usedPicture.id] }
  await shop.post('/shop/saveReview', { data }, mei.headers)
  const hasFile = ({ key }: ReviewPictureData) => files.has(`pictures/${key?.slice(0, 2)}/${key}-400.webp`)
  expect(await reviewPictureUploads.deleteUnused(db, files, addMs(shop.now(), 23 * HOUR))).toBe(0)
  expect(await reviewPictureUploads.deleteUnused(db, files, addMs(shop.now(), 25 * HOUR))).toBe(1)
  expect(await reviewPictureUploads.deleteUnused(db, files, addMs(shop.now(), 25 * HOUR))).toBe(0)
  expect([await hasFile(usedPicture), await hasFile(unattachedPicture)]).toEqual([true, false])
})

/** Creates a small PNG whose header states 40,000 by 40,000 pixels. */
function hugePng(): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(13)
  size.writeUInt32BE(40_000, 0)
  size.writeUInt32BE(40_000, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([head, size, Buffer.alloc(200)])
}
