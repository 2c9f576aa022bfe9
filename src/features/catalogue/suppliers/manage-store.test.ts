import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inTransaction } from '#database/database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { type ApiResponse, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import type { StoreLogoData } from './contract.ts'
import { closeStore, createStore, getStoreLocation, listSuppliersByName, setVerified } from './service.ts'

const shop = await createTestShop()
const { db, files } = shop

/** Creates a supplier with a store in Italy; returns the account with the store's public ID. */
async function createSupplierAccount(): Promise<CreatedAccount & { storeId: string }> {
  const owns = await createTestSupplier(db)
  const account = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns })
  return { ...account, storeId: owns.publicId }
}

const storeForm = {
  country: 'DK',
  yearsOfExperience: 12,
  mainCategories: ['Rings', 'Heirloom repairs', 'Rings'],
}
const save = (account: CreatedAccount, change: object = {}) =>
  shop.post('/shop/saveMyStore', { data: { ...storeForm, ...change } }, account.headers)

async function upload(account: CreatedAccount, bytes: Uint8Array): Promise<ApiResponse> {
  const response = await shop.app.http.request(`${SHOP_URL}/shop/uploadStoreLogo`, {
    method: 'POST',
    headers: account.headers,
    body: Uint8Array.from(bytes),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers }
}

const renderPng = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
const isStored = (key: string) => files.has(`pictures/${key.slice(0, 2)}/${key}-400.webp`)
const readStore = async ({ storeId }: { storeId: string }) =>
  getField<object>(await shop.get(`/shop/getStoreByID/${storeId}`), 'getStore')

test('city and description are shown on the store page, unchanged when omitted, and can be removed', async () => {
  const account = await createSupplierAccount()
  const texts = { city: ' Aarhus ', description: 'Cast by hand.\n\nSince 1974.' }
  expect(getField(await save(account, texts), 'store')).toMatchObject({ ...texts, city: 'Aarhus' })
  expect(getField(await save(account), 'store')).toMatchObject({ ...texts, city: 'Aarhus' })
  expect(await readStore(account)).toMatchObject({ ...texts, city: 'Aarhus' })
  expect(getField(await save(account, { city: '', description: null }), 'store')).toMatchObject({
    city: null,
    description: null,
  })
  expect(await save(account, { description: 'x'.repeat(2_001) })).toMatchObject({ status: 400 })
})

test('a manufacturer’s changes to the store are visible to buyers immediately', async () => {
  const account = await createSupplierAccount()
  const answer = await save(account)
  expect(getField(answer, 'store')).toMatchObject({
    ...storeForm,
    mainCategories: ['Rings', 'Heirloom repairs'],
  })
  expect(await readStore(account)).toMatchObject({
    country: 'DK',
    yearsOfExperience: 12,
    // The warehouse moved with the store.
    warehouses: [{ country: 'DK' }],
  })
  await save(account, { yearsOfExperience: null, mainCategories: [] })
  expect(await readStore(account)).toMatchObject({ yearsOfExperience: null })
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
])('refuses an invalid store: %o', async (change) => {
  const account = await createSupplierAccount()
  expect((await save(account, change)).status).toBe(400)
  expect(await readStore(account)).toMatchObject({ country: 'IT', yearsOfExperience: null })
})

test('a logo can be replaced and deleted, and old files are deleted', async () => {
  const account = await createSupplierAccount()
  const logo: StoreLogoData = getField(await upload(account, await renderPng('#a08040')), 'logo')
  expect(await readStore(account)).toMatchObject({
    logo: { key: logo.key, image_url: `/media/${logo.key}-400.webp` },
  })
  const other: StoreLogoData = getField(await upload(account, await renderPng('#204080')), 'logo')
  await shop.work()
  expect([await isStored(logo.key), await isStored(other.key)]).toEqual([false, true])
  expect((await shop.post('/shop/deleteStoreLogo', {}, account.headers)).status).toBe(200)
  await shop.work()
  expect(await isStored(other.key)).toBe(false)
  expect(await readStore(account)).toMatchObject({ logo: null })
  // Deleting twice has no effect.
  expect((await shop.post('/shop/deleteStoreLogo', {}, account.headers)).status).toBe(200)
})

test('refuses a logo that is no JPEG, PNG or WebP, and keeps the current one', async () => {
  const account = await createSupplierAccount()
  const { key }: StoreLogoData = getField(await upload(account, await renderPng('#a08040')), 'logo')
  const gif = await sharp(await renderPng('#a08040'))
    .gif()
    .toBuffer()
  for (const bytes of [Buffer.from('<svg/>'), gif, new Uint8Array()]) {
    const answer = await upload(account, bytes)
    expect([answer.status, getField(answer, 'code')]).toEqual([400, 'not_a_picture'])
  }
  expect(await readStore(account)).toMatchObject({ logo: { key } })
})

test('only manufacturers can change a store, and only their own [ROLE-10]', async () => {
  const [owner, vendor] = [await createSupplierAccount(), await createSignedInAccount(db, shop.now())]
  expect((await save(vendor)).status).toBe(403)
  expect((await upload(vendor, await renderPng('#a08040'))).status).toBe(403)
  expect((await shop.post('/shop/saveMyStore', { data: storeForm })).status).toBe(401)
  const eve = await createSupplierAccount()
  await save(eve)
  expect(await readStore(owner)).toMatchObject({ country: 'IT' })
  const without = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  expect(getField(await save(without), 'code')).toBe('no_store')
})

test('a store’s logo is deleted when its owner closes the account', async () => {
  const account = await createSupplierAccount()
  const { key }: StoreLogoData = getField(await upload(account, await renderPng('#a08040')), 'logo')
  await inTransaction(db, (tx) => closeStore(tx, { ownerId: account.id, enqueue: shop.app.jobs.enqueue }))
  await shop.work()
  expect(await isStored(key)).toBe(false)
})

/** Creates a supplier who has just signed up, with an unnamed store. */
async function createNewSupplier(): Promise<CreatedAccount> {
  const account = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  await inTransaction(db, (tx) =>
    createStore(tx, { ownerId: account.id, name: null, contactEmail: 'newcomer@supplier.example' }),
  )
  return account
}

const getOwnStore = async (account: CreatedAccount) =>
  getField<{ id: string; name: string | null }>(await shop.get('/shop/getMyStore', account.headers), 'store')
const getStoreKey = async (account: CreatedAccount) => (await getStoreLocation(db, account.id)).supplierId

test('a store without a name cannot be verified', async () => {
  const account = await createNewSupplier()
  expect(await getOwnStore(account)).toMatchObject({ name: null })
  expect((await save(account)).status).toBe(200)
  await expect(setVerified(db, await getStoreKey(account), true)).rejects.toMatchObject({
    code: 'store_unnamed',
  })
  const verification = db.execute(
    sql`update suppliers set is_verified = true where id = ${await getStoreKey(account)}`,
  )
  await expect(verification).rejects.toMatchObject({ cause: { constraint: 'suppliers_verified_are_named' } })

  expect(getField(await save(account, { name: '  Tan Silver ' }), 'store')).toMatchObject({
    name: 'Tan Silver',
  })
  const { id } = await getOwnStore(account)
  expect((await listSuppliersByName(db, 'tan silver')).map(({ id: key }) => key)).toEqual([
    await getStoreKey(account),
  ])
  await setVerified(db, await getStoreKey(account), true)
  expect(getField(await shop.get(`/shop/getStoreByID/${id}`), 'getStore')).toMatchObject({
    name: 'Tan Silver',
  })
})

test('a verified store cannot be renamed until its verification is removed', async () => {
  const account = await createNewSupplier()
  await save(account, { name: 'Harbour Silver' })
  await setVerified(db, await getStoreKey(account), true)
  expect(await save(account, { name: 'A Famous House' })).toMatchObject({
    status: 409,
    body: { code: 'name_verified', details: { fields: ['name'] } },
  })
  // Other fields can be saved with the name unchanged.
  expect((await save(account, { name: 'Harbour Silver' })).status).toBe(200)
  await setVerified(db, await getStoreKey(account), false)
  expect(getField(await save(account, { name: 'Harbour and Daughters' }), 'store')).toMatchObject({
    name: 'Harbour and Daughters',
  })
})

test('two stores can take one name concurrently, with different slugs', async () => {
  const [one, other] = [await createNewSupplier(), await createNewSupplier()]
  const answers = await Promise.all([one, other].map((account) => save(account, { name: 'Twin Silver' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const found = await listSuppliersByName(db, 'Twin Silver')
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    [await getStoreKey(one), await getStoreKey(other)].toSorted(),
  )
  expect(new Set(found.map(({ shortName }) => shortName)).size).toBe(2)
})
