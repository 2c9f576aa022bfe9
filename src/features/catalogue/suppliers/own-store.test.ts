import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { field } from '#tests/steps/chat.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { type Answer, SHOP_URL, testShop } from '#tests/shop/shop.ts'
import type { StoreLogoData } from './contract.ts'
import { closeStore, foundStore, getOwnPlace, listSuppliersNamed, setVerified } from './service.ts'

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
  [{ name: '' }],
  [{ name: 'x'.repeat(81) }],
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

/** A supplier who has just signed up, with a store that has no name yet. */
async function newcomer(): Promise<MadePerson> {
  const person = await personSignedIn(db, shop.now(), { type: 'manufacturer' })
  await inTransaction(db, (tx) =>
    foundStore(tx, { ownerId: person.id, name: null, contactEmail: 'newcomer@maker.example' }),
  )
  return person
}

const ownStore = async (who: MadePerson) =>
  field<{ id: string; name: string | null }>(await shop.get('/shop/getMyStore', who.headers), 'store')
const keyOf = async (who: MadePerson) => (await getOwnPlace(db, who.id)).supplierId

test('a store has no name until its owner gives it one, and is not verified before', async () => {
  const who = await newcomer()
  expect(await ownStore(who)).toMatchObject({ name: null })
  expect((await save(who)).status).toBe(200)
  await expect(setVerified(db, await keyOf(who), true)).rejects.toMatchObject({ code: 'store_unnamed' })
  const verifying = db.execute(sql`update suppliers set is_verified = true where id = ${await keyOf(who)}`)
  await expect(verifying).rejects.toMatchObject({ cause: { constraint: 'suppliers_verified_are_named' } })

  expect(field(await save(who, { name: '  Tan Silver ' }), 'store')).toMatchObject({ name: 'Tan Silver' })
  const { id } = await ownStore(who)
  expect((await listSuppliersNamed(db, 'tan silver')).map(({ id: key }) => key)).toEqual([await keyOf(who)])
  await setVerified(db, await keyOf(who), true)
  expect(field(await shop.get(`/shop/getStoreByID/${id}`), 'getStore')).toMatchObject({ name: 'Tan Silver' })
})

test('a verified store keeps its name, and is verified anew under another one', async () => {
  const who = await newcomer()
  await save(who, { name: 'Harbour Silver' })
  await setVerified(db, await keyOf(who), true)
  expect(await save(who, { name: 'A Famous House' })).toMatchObject({
    status: 409,
    body: { code: 'name_verified', details: { fields: ['name'] } },
  })
  // What else is said is saved with the name as it is.
  expect((await save(who, { name: 'Harbour Silver' })).status).toBe(200)
  await setVerified(db, await keyOf(who), false)
  expect(field(await save(who, { name: 'Harbour and Daughters' }), 'store')).toMatchObject({
    name: 'Harbour and Daughters',
  })
})

test('stores that choose one name at the same time both get it, and are told apart by their short names', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const answers = await Promise.all([one, other].map((who) => save(who, { name: 'Twin Silver' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const found = await listSuppliersNamed(db, 'Twin Silver')
  expect(found.map(({ id }) => id).toSorted()).toEqual([await keyOf(one), await keyOf(other)].toSorted())
  expect(new Set(found.map(({ shortName }) => shortName)).size).toBe(2)
})
