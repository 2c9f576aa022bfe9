import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { NO_FACTS } from '#core/jewellery/vocabulary.ts'
import { getField } from '#tests/steps/chat.ts'
import { type CreatedSupplier, createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getProductsByID } from '../../../contract.ts'
import type { OwnProductData } from '../own-contract.ts'

const shop = await createTestShop()
const { db } = shop
let store: CreatedSupplier
let headers: CreatedAccount['headers']
beforeEach(async () => {
  store = await createTestSupplier(db)
  ;({ headers } = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store }))
})

const RING = { name: 'Moss ring', category: 'Rings', priceCents: 4_990, variants: [{ quantity: 3 }] }
const FACTS = {
  ...NO_FACTS,
  metal: 'White gold',
  purity: '750',
  plating: 'Rhodium',
  hallmark: '750',
  isNickelFree: true,
  sizeStandard: 'EU',
  weightGrams: 4.2,
  widthMm: 2.5,
  certificateLaboratory: 'GIA',
  certificateNumber: '2474506136',
  stones: [
    { kind: 'Diamond', count: 1, carat: 0.502, origin: 'natural' },
    { kind: 'Sapphire', count: 8, carat: null, origin: null },
  ],
}

const save = (data: object) => shop.post('/shop/saveMyProduct', { data: { ...RING, ...data } }, headers)

test('product facts are saved, read again and shown to shoppers', async () => {
  const answer = await save({ facts: FACTS })
  expect(getField(answer, 'message')).toBe('Product saved.')
  const saved: OwnProductData = getField(answer, 'product')
  expect(saved).toMatchObject({ facts: FACTS, missingFacts: [] })
  const read = await shop.get(`/supplier/products/${saved.id}`, headers)
  expect(getField(read, 'product')).toEqual(saved)
  await shop.post('/shop/publishMyProducts', { data: { ids: [saved.id] } }, headers)
  const { getProduct } = await shop.call(getProductsByID, { params: { id: saved.id } })
  expect(getProduct.facts).toMatchObject({
    metal: 'White gold',
    purity: '750',
    stones: 'Diamond (natural, 0.502 ct), 8 × Sapphire',
    weightGrams: 4.2,
  })
  const facets = await shop.get('/shop/getFacets?stone=diamond&metal=white-gold')
  expect(facets.text).toContain('"diamond"')
})

test('origin and tariff number are saved for customs, stay where they are left out, and are held to what customs take', async () => {
  const answer = await save({ facts: { ...FACTS, originCountry: 'SG', tariffNumber: '711319' } })
  const { id, revision }: OwnProductData = getField(answer, 'product')
  expect(answer).toMatchObject({
    body: { product: { facts: { originCountry: 'SG', tariffNumber: '711319' } } },
  })
  expect(await save({ id, revision, facts: FACTS })).toMatchObject({
    body: { product: { facts: { originCountry: 'SG', tariffNumber: '711319' } } },
  })
  expect(
    await save({ id, revision: revision + 1, facts: { ...FACTS, originCountry: '', tariffNumber: null } }),
  ).toMatchObject({
    body: { product: { facts: { originCountry: null, tariffNumber: null } } },
  })
  expect(await save({ facts: { ...FACTS, tariffNumber: '7113' } })).toMatchObject({ status: 400 })
  expect(await save({ facts: { ...FACTS, originCountry: 'ZZ' } })).toMatchObject({
    status: 400,
    body: { details: { issues: [{ field: 'originCountry' }] } },
  })
})

test('a product can be saved without required facts, and the answer names the missing ones', async () => {
  const answer = await save({ facts: { ...NO_FACTS, metal: 'Silver' } })
  expect([answer.status, getField(answer, 'message')]).toEqual([
    200,
    'Product saved. Missing: purity, size standard, weight.',
  ])
  const { missingFacts }: OwnProductData = getField(answer, 'product')
  expect(missingFacts).toEqual(['purity', 'sizeStandard', 'weightGrams'])
})

test('the facts that a category requires are read from the database', async () => {
  await db.execute(sql`
    insert into category_facts (category_id, fact, position)
    select id, 'hallmark', 9 from categories where name = 'Brooches'`)
  const answer = await shop.get('/supplier/category-facts', headers)
  const categories: { category: string; required: string[]; typicalWeightGrams: number | null }[] = getField(
    answer,
    'categories',
  )
  expect(categories).toHaveLength(8)
  expect(categories.find(({ category }) => category === 'Rings')?.typicalWeightGrams).toBe(6)
  expect(categories.find(({ category }) => category === 'Brooches')?.required).toEqual([
    'metal',
    'purity',
    'weightGrams',
    'hallmark',
  ])
  const saved = await save({ category: 'Brooches', facts: { ...FACTS, hallmark: null } })
  expect(getField(saved, 'product', 'missingFacts')).toEqual(['hallmark'])
})

test('refuses contradictory facts by field, and saves nothing', async () => {
  const before: OwnProductData = getField(await save({ facts: FACTS }), 'product')
  const { id, revision } = before
  const untrue = { ...FACTS, metal: 'Silver', stones: [{ ...FACTS.stones[0], origin: null }] }
  const variants = [{ id: before.variants[0]?.id, quantity: 3, seenQuantity: 3 }]
  const answer = await save({ id, revision, variants, facts: untrue })
  expect([answer.status, getField(answer, 'code')]).toEqual([400, 'facts_contradictory'])
  const issues: { field: string }[] = getField(answer, 'details', 'issues')
  expect(issues.map(({ field }) => field)).toEqual(['purity', 'stones.0.origin'])
  const after = await shop.get(`/supplier/products/${id}`, headers)
  expect(getField(after, 'product')).toEqual(before)
})

test('a save without facts leaves them unchanged, and a feed’s stones text until stones are listed', async () => {
  const { id } = await createTestProduct(db, { supplier: store, name: 'Imported ring' })
  await db.execute(sql`update products set stones = 'Black onyx', metal = 'Silver' where public_id = ${id}`)
  const opened: OwnProductData = getField(await shop.get(`/supplier/products/${id}`, headers), 'product')
  const { revision, name, priceCents } = opened
  const variants = opened.variants.map((variant) => ({ ...variant, seenQuantity: variant.quantity }))
  const form = { id, name, priceCents, variants, pictures: opened.pictures.map(({ key }) => key) }
  const saved: OwnProductData = getField(await save({ ...form, revision }), 'product')
  expect(saved).toMatchObject({ facts: { metal: 'Silver', stones: [] }, stonesText: 'Black onyx' })
  const facts = { ...NO_FACTS, metal: 'Silver', purity: '925' }
  await save({ ...form, revision: revision + 1, facts })
  const stones = async () => (await shop.call(getProductsByID, { params: { id } })).getProduct.facts.stones
  expect(await stones()).toBe('Black onyx')
  const onyx = { kind: 'Onyx', count: 2, carat: null, origin: 'natural' }
  await save({ ...form, revision: revision + 2, facts: { ...facts, stones: [onyx] } })
  expect(await stones()).toBe('2 × Onyx (natural)')
  await save({ ...form, revision: revision + 3, facts })
  expect(await stones()).toBeNull()
})
