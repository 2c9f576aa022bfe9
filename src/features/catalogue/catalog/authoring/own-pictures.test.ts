import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { HOUR, later } from '#core/time.ts'
import { field } from '#tests/steps/chat.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { type Answer, SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { getProductsByID } from '../contract.ts'
import type { OwnPictureData, OwnPieceData, SentPieceData } from '../own-contract.ts'
import { forgetLooseUploads } from './store-upload.ts'

const shop = await testShop()
const { db, files } = shop

/** A photograph as a camera writes it, with the place where it was taken. */
let photo: Buffer
beforeAll(async () => {
  photo = await drawn('#7a6a4f')
})

const drawn = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .jpeg()
    .toBuffer()

async function maker(): Promise<MadePerson> {
  const owns = await supplierInTrade(db)
  return personSignedIn(db, shop.now(), { type: 'manufacturer', owns })
}

async function upload(bytes: Uint8Array, { headers }: MadePerson): Promise<Answer> {
  const response = await shop.app.http.request(`${SHOP_URL}/shop/uploadProductPicture`, {
    method: 'POST',
    headers,
    body: Uint8Array.from(bytes),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

async function uploaded(who: MadePerson): Promise<OwnPictureData> {
  const answer = await upload(photo, who)
  expect(answer.status).toBe(200)
  return field(answer, 'picture')
}

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }
const save = (who: MadePerson, data: Partial<SentPieceData>) =>
  shop.post('/shop/saveMyProduct', { data: { ...RING, ...data } }, who.headers)

async function saved(who: MadePerson, data: Partial<SentPieceData>): Promise<OwnPieceData> {
  const answer = await save(who, data)
  if (answer.status !== 200) throw new Error(answer.text)
  return field(answer, 'product')
}

const keysOf = ({ pictures }: OwnPieceData) => pictures.map(({ key }) => key)
const isKept = (key: string) => files.has(`pictures/${key.slice(0, 2)}/${key}-800.webp`)
const forget = (hours: number) => forgetLooseUploads(db, files, later(shop.now(), hours * HOUR))

test('a piece shows its pictures in the order they were given, drawn anew without what the camera wrote [MONB-24]', async () => {
  const who = await maker()
  const [one, two] = [await uploaded(who), await uploaded(who)]
  // The same photograph twice: two files, so that one can go without the other.
  expect(one.key).not.toBe(two.key)
  const piece = await saved(who, { pictures: [two.key, one.key] })
  expect(keysOf(piece)).toEqual([two.key, one.key])
  const file = await files.open(`pictures/${one.key.slice(0, 2)}/${one.key}.original`)
  const bytes = Buffer.from(await new Response(file?.stream).arrayBuffer())
  expect(bytes.toString('latin1')).not.toContain('Kamera')

  await shop.post('/shop/publishMyProducts', { data: { ids: [piece.id] } }, who.headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id: piece.id } })
  expect(getProduct.product_images).toMatchObject([
    { key: two.key, image_url: `/media/${two.key}-800.webp`, alt: 'Moss agate ring' },
    { key: one.key },
  ])
  const { id } = piece
  const turned = await saved(who, { id, revision: 2, pictures: [one.key, two.key] })
  expect(keysOf(turned)).toEqual([one.key, two.key])
  expect(keysOf(await saved(who, { id, revision: 3, pictures: [] }))).toEqual([])
})

test('pictures that belong to no piece go a day later; those of a piece and what buyers have seen stay', async () => {
  const who = await maker()
  const [loose, ofDraft, shown] = [await uploaded(who), await uploaded(who), await uploaded(who)]
  const draft = await saved(who, { pictures: [ofDraft.key] })
  const published = await saved(who, { pictures: [shown.key] })
  await shop.post('/shop/publishMyProducts', { data: { ids: [published.id] } }, who.headers)
  await saved(who, { id: published.id, revision: 2, pictures: [] })

  expect(await forget(23)).toBe(0)
  expect(await forget(25)).toBe(1)
  expect(await Promise.all([loose, ofDraft, shown].map(({ key }) => isKept(key)))).toEqual([
    false,
    true,
    true,
  ])
  await shop.post('/shop/removeMyProduct', { data: { id: draft.id } }, who.headers)
  expect(await forget(25)).toBe(1)
  expect(await isKept(ofDraft.key)).toBe(false)
})

test('nobody shows the picture that another store has uploaded, nor one that another piece has', async () => {
  const [mine, eve] = [await maker(), await maker()]
  const picture = await uploaded(mine)
  const code = async (asked: Promise<Answer>) => {
    const answer = await asked
    return [answer.status, field(answer, 'code')]
  }
  expect(await code(save(eve, { pictures: [picture.key] }))).toEqual([409, 'picture_not_found'])
  await saved(mine, { pictures: [picture.key] })
  expect(await code(save(mine, { pictures: [picture.key] }))).toEqual([409, 'picture_not_found'])
  expect(await code(save(mine, { pictures: ['0'.repeat(32)] }))).toEqual([409, 'picture_not_found'])
  // What is refused leaves no draft behind.
  const list = await shop.get('/shop/getMyProducts', eve.headers)
  expect(field(list, 'products')).toEqual([])
})

test('what is no JPEG, PNG or WebP, is damaged, unpacks to gigapixels or is above 5 MB is refused [MONB-24]', async () => {
  const who = await maker()
  const refusal = async (bytes: Uint8Array) => {
    const answer = await upload(bytes, who)
    return [answer.status, field(answer, 'code')]
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
  // The header of a PNG says how large it is: 50,000 by 50,000 pixels.
  huge.writeUInt32BE(50_000, 16)
  huge.writeUInt32BE(50_000, 20)
  expect(await refusal(huge)).toEqual(none)
  expect(await refusal(Buffer.concat([photo, Buffer.alloc(5_000_000)]))).toEqual([413, 'body_too_large'])
  for (const fine of [image.clone().png(), image.clone().webp(), image.clone().jpeg()])
    expect((await upload(await fine.toBuffer(), who)).status).toBe(200)
})
