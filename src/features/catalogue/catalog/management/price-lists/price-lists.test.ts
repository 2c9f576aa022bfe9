import { beforeEach, expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import type { OwnProductData } from '../authoring/own-contract.ts'
import type { PriceListData, PriceListFormInput } from './contract.ts'

const shop = await createTestShop()
const { db } = shop

let owner: CreatedAccount
let variantId: string
beforeEach(async () => {
  owner = await createOwner()
  variantId = await createVariant(owner, 5_000)
})

async function createOwner(): Promise<CreatedAccount> {
  return createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: await createTestSupplier(db) })
}

async function createVariant({ headers }: CreatedAccount, wholesaleCents: number | null): Promise<string> {
  const data = { name: 'Moss ring', priceCents: 9_900, variants: [{ quantity: 1, wholesaleCents }] }
  const product: OwnProductData = getField(
    await shop.post('/shop/saveMyProduct', { data }, headers),
    'product',
  )
  return product.variants[0]?.id ?? ''
}

const LIST = { name: 'Autumn', vendors: null, percentOffBps: 1_000, minimumQuantity: 10 }

const save = (data: PriceListFormInput, { headers }: CreatedAccount = owner) =>
  shop.post('/supplier/price-lists', { data }, headers)

async function readLists(): Promise<PriceListData[]> {
  return getField(await shop.get('/supplier/price-lists', owner.headers), 'priceLists')
}

async function quote(vendor: string, quantity: number): Promise<unknown> {
  const query = new URLSearchParams({ variantId, vendor, quantity: String(quantity) })
  return getField(await shop.get(`/supplier/wholesale-price?${query}`, owner.headers), 'price')
}

test('quotes the lowest price list that applies to the vendor and quantity', async () => {
  await save(LIST)
  await save({
    name: 'Mei',
    vendors: ['Mei@Vendor.example'],
    percentOffBps: null,
    entries: [{ variantId, amountCents: 4_000, minimumQuantity: 5 }],
  })
  const standard = { amountCents: 5_000, standardCents: 5_000, listName: null }
  expect(await quote('tom@vendor.example', 9)).toEqual(standard)
  expect(await quote('tom@vendor.example', 10)).toEqual({
    ...standard,
    amountCents: 4_500,
    listName: 'Autumn',
  })
  expect(await quote('mei@vendor.example', 4)).toEqual(standard)
  expect(await quote('mei@vendor.example', 10)).toEqual({ ...standard, amountCents: 4_000, listName: 'Mei' })
})

test('the owner can change, read and remove a price list', async () => {
  const saved: PriceListData = getField(await save(LIST), 'priceList')
  expect(saved).toMatchObject({ ...LIST, revision: 1, entries: [] })
  const { id, revision } = saved
  await save({ ...LIST, id, revision, name: 'Winter', vendors: ['mei@vendor.example', 'mei@vendor.example'] })
  expect(await readLists()).toMatchObject([{ name: 'Winter', vendors: ['mei@vendor.example'], revision: 2 }])
  const outdated = await save({ ...LIST, id, revision })
  expect([outdated.status, getField(outdated, 'code')]).toEqual([409, 'price_list_changed'])
  expect((await shop.post(`/supplier/price-lists/${id}/remove`, {}, owner.headers)).status).toBe(200)
  expect(await readLists()).toEqual([])
})

test.each<[string, string, () => Partial<PriceListFormInput>]>([
  ['a list without any price', 'price_list_empty', () => ({ percentOffBps: null })],
  ['a list for chosen vendors that names none', 'price_list_empty', () => ({ vendors: [] })],
  [
    'a price above the wholesale price',
    'entry_above_wholesale',
    () => ({ entries: [{ variantId, amountCents: 5_001 }] }),
  ],
])('%s is refused', async (_what, code, change) => {
  const answer = await save({ ...LIST, ...change() })
  expect([answer.status, getField(answer, 'code')]).toEqual([409, code])
  expect(await readLists()).toEqual([])
})

test.each<[string, Partial<PriceListFormInput>]>([
  ['a percentage above 90', { percentOffBps: 9_001 }],
  ['no percentage at all', { percentOffBps: 0 }],
  ['no email address', { vendors: ['mei'] }],
  ['a quantity of 0', { minimumQuantity: 0 }],
  ['no name', { name: ' ' }],
])('%s is refused by the contract', async (_what, change) => {
  expect((await save({ ...LIST, ...change })).status).toBe(400)
})

test('a store cannot set or read another store’s prices', async () => {
  const other = await createOwner()
  const answer = await save({ ...LIST, entries: [{ variantId, amountCents: 1 }] }, other)
  expect([answer.status, getField(answer, 'code')]).toEqual([404, 'variant_not_found'])
  const { id }: PriceListData = getField(await save(LIST), 'priceList')
  expect((await save({ ...LIST, id, revision: 1 }, other)).status).toBe(404)
  expect((await shop.post(`/supplier/price-lists/${id}/remove`, {}, other.headers)).status).toBe(404)
  expect(getField(await shop.get('/supplier/wholesale-variants', other.headers), 'variants')).toEqual([])
})

test('variants with a wholesale price are found by name and SKU, and wildcards are literal', async () => {
  await createVariant(owner, null)
  const find = async (search: string): Promise<string[]> => {
    const query = new URLSearchParams({ search })
    const answer = await shop.get(`/supplier/wholesale-variants?${query}`, owner.headers)
    return getField<{ id: string }[]>(answer, 'variants').map(({ id }) => id)
  }
  expect(await find('MOSS')).toEqual([variantId])
  expect(await find(variantId.slice(-10))).toEqual([variantId])
  expect(await find('%')).toEqual([])
})
