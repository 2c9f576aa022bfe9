import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { field } from '#tests/chat.ts'
import { supplierInTrade } from '#tests/factories.ts'
import { personSignedIn, type MadePerson } from '#tests/people.ts'
import { type Answer, SHOP_URL, testShop } from '#tests/shop.ts'
import type { StoreLogoData } from './contract.ts'
import { closeStore } from './service.ts'

const shop = await testShop()
const { db, files } = shop

/** A manufacturer with a store in Italy, and the store's public id. */
async function maker(): Promise<MadePerson & { storeId: string }> {
  const owns = await supplierInTrade(db)
  const person = await personSignedIn(db, shop.now(), { type: 'manufacturer', owns })
  return { ...person, storeId: owns.publicId }
}

const said = { country: 'DK', yearsOfExperience: 12, mainCategories: ['Rings', 'Heirloom repairs', 'Rings'] }
const save = (who: MadePerson, change: object = {}) =>
  shop.post('/shop/saveMyStore', { data: { ...said, ...change } }, who.headers)

async function upload(who: MadePerson, bytes: Uint8Array): Promise<Answer> {
  const response = await shop.app.http.request(`${SHOP_URL}/shop/uploadStoreLogo`, {
    method: 'POST',
    headers: who.headers,
    body: Uint8Array.from(bytes),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

const drawn = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const isKept = (key: string) => files.has(`pictures/${key.slice(0, 2)}/${key}-400.webp`)
const storeOf = async ({ storeId }: { storeId: string }) =>
  field<object>(await shop.get(`/shop/getStoreByID/${storeId}`), 'getStore')

test('a manufacturer says of the own store where it is, since when and what it makes; buyers see it at once', async () => {
  const who = await maker()
  const answer = await save(who)
  expect(field(answer, 'store')).toMatchObject({ ...said, mainCategories: ['Rings', 'Heirloom repairs'] })
  expect(await storeOf(who)).toMatchObject({
    country: 'DK',
    yearsOfExperience: 12,
    // What is sent from where the store was is sent from where it is now.
    warehouses: [{ country: 'DK' }],
  })
  await save(who, { yearsOfExperience: null, mainCategories: [] })
  expect(await storeOf(who)).toMatchObject({ yearsOfExperience: null })
})

test.each([
  [{ country: 'Denmark' }],
  [{ country: 'XQ' }],
  [{ country: '' }],
  [{ yearsOfExperience: -1 }],
  [{ yearsOfExperience: 1.5 }],
  [{ yearsOfExperience: 1e9 }],
  [{ mainCategories: ['x'.repeat(61)] }],
  [{ mainCategories: Array.from({ length: 21 }, (_, n) => `${n}`) }],
])('what no store can be like is refused: %o', async (change) => {
  const who = await maker()
  expect((await save(who, change)).status).toBe(400)
  expect(await storeOf(who)).toMatchObject({ country: 'IT', yearsOfExperience: null })
})

test('a logo is changed and deleted, and the files of the old one go', async () => {
  const who = await maker()
  const logo: StoreLogoData = field(await upload(who, await drawn('#a08040')), 'logo')
  expect(await storeOf(who)).toMatchObject({
    logo: { key: logo.key, image_url: `/media/${logo.key}-400.webp` },
  })
  const other: StoreLogoData = field(await upload(who, await drawn('#204080')), 'logo')
  await shop.work()
  expect([await isKept(logo.key), await isKept(other.key)]).toEqual([false, true])
  expect((await shop.post('/shop/deleteStoreLogo', {}, who.headers)).status).toBe(200)
  await shop.work()
  expect(await isKept(other.key)).toBe(false)
  expect(await storeOf(who)).toMatchObject({ logo: null })
  // Once more does no harm.
  expect((await shop.post('/shop/deleteStoreLogo', {}, who.headers)).status).toBe(200)
})

test('a logo that is no picture, or no JPEG, PNG or WebP, is refused and leaves the store as it was', async () => {
  const who = await maker()
  const { key }: StoreLogoData = field(await upload(who, await drawn('#a08040')), 'logo')
  const gif = await sharp(await drawn('#a08040'))
    .gif()
    .toBuffer()
  for (const bytes of [Buffer.from('<svg/>'), gif, new Uint8Array()]) {
    const answer = await upload(who, bytes)
    expect([answer.status, field(answer, 'code')]).toEqual([400, 'not_a_picture'])
  }
  expect(await storeOf(who)).toMatchObject({ logo: { key } })
})

test('only manufacturers have a store to change, and only their own [ROLE-10]', async () => {
  const [mine, vendor] = [await maker(), await personSignedIn(db, shop.now())]
  expect((await save(vendor)).status).toBe(403)
  expect((await upload(vendor, await drawn('#a08040'))).status).toBe(403)
  expect((await shop.post('/shop/saveMyStore', { data: said })).status).toBe(401)
  const eve = await maker()
  await save(eve)
  expect(await storeOf(mine)).toMatchObject({ country: 'IT' })
  const without = await personSignedIn(db, shop.now(), { type: 'manufacturer' })
  expect(field(await save(without), 'code')).toBe('no_store')
})

test('the logo of a store whose owner leaves goes with them', async () => {
  const who = await maker()
  const { key }: StoreLogoData = field(await upload(who, await drawn('#a08040')), 'logo')
  await inTransaction(db, (tx) => closeStore(tx, { ownerId: who.id, enqueue: shop.app.jobs.enqueue }))
  await shop.work()
  expect(await isKept(key)).toBe(false)
})
