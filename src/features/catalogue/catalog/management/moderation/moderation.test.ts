import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { type CreatedSupplier, createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { getField } from '#tests/steps/chat.ts'
import { toWordPattern } from './rules.ts'

const shop = await createTestShop()
const { db } = shop

type Product = { id: string; name: string; changes: object[] }
type List = { products: Product[]; counts: object; nextCursor: number | null }

const NO_RULES = { firstProducts: 0, priceJumpPercent: null, words: [], stones: [] }

let operator: Awaited<ReturnType<typeof createOperator>>
let supplier: CreatedSupplier
beforeEach(async () => {
  operator = await createOperator(shop)
  supplier = await createTestSupplier(db, { name: 'Atelier Nord' })
})

const setRules = (rules: object) =>
  expectSuccess(operator.post('/operator/moderation-rules', { ...NO_RULES, ...rules }))

async function list(query: string): Promise<List> {
  const { body } = await expectSuccess(operator.get(`/operator/products?${query}`))
  // The contract guarantees the shape of the answer.
  return body as List
}

const namesOf = ({ products }: List) => products.map(({ name }) => name)

const decide = (decision: string, ids: readonly string[], reason = 'Not allowed here') =>
  operator.post('/operator/products/decide', { decision, ids, reason })

const readInShop = async (id: string) => (await shop.get(`/shop/getProductsByID/${id}`)).status

async function createOwner() {
  const owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  const readOwn = async (id: string): Promise<object> =>
    getField(await shop.get(`/supplier/products/${id}`, owner.headers), 'product')
  const readEmails = async (): Promise<{ subject: string; text: string }[]> => {
    await shop.work()
    return JSON.parse((await shop.get(`/dev/mail.json?to=${encodeURIComponent(owner.email)}`)).text)
  }
  return { owner, readOwn, readEmails }
}

test('an operator hides a product with a reason for its supplier, and can show it again', async () => {
  const { readOwn, readEmails } = await createOwner()
  const { id } = await createTestProduct(db, { supplier, name: 'Quay ring' })
  expect(await readInShop(id)).toBe(200)
  await expectSuccess(decide('hide', [id], 'The hallmark is wrong'))
  expect(await readInShop(id)).toBe(404)
  expect(await readOwn(id)).toMatchObject({
    isListed: false,
    moderation: 'hidden',
    moderationReason: 'The hallmark is wrong',
  })
  const [email] = await readEmails()
  expect(email).toMatchObject({ subject: 'Hidden: Quay ring' })
  expect(email?.text).toContain('The hallmark is wrong')
  // Changes by its supplier do not show a hidden product.
  await queryRows(db, sql`update products set status = 'draft' where public_id = ${id}`)
  await queryRows(db, sql`update products set status = 'active', name = 'Pier ring' where public_id = ${id}`)
  expect(await readInShop(id)).toBe(404)
  await expectSuccess(decide('show', [id], 'The hallmark is right'))
  expect(await readInShop(id)).toBe(200)
  const { body } = await expectSuccess(operator.get(`/operator/products/${id}`))
  expect(body).toMatchObject({
    product: { moderation: 'approved', decisions: [{ decision: 'show' }, { decision: 'hide' }] },
  })
  expect(await queryRows(db, sql`select action from audit_log where kind = 'product' order by id`)).toEqual([
    { action: 'Hid a product: Quay ring' },
    { action: 'Showed a hidden product again: Pier ring' },
  ])
})

test('operators find listed and unlisted products by part of the name, SKU and ID, page by page', async () => {
  const { id } = await createTestProduct(db, { supplier, name: 'Émeraude ring' })
  await queryRows(db, sql`update products set status = 'draft', sku = 'NORD-1' where public_id = ${id}`)
  await queryRows(
    db,
    sql`update product_variants set sku = 'NORD-1' where product_id = (select id from products where public_id = ${id})`,
  )
  for (const search of ['emeraude', 'NORD-1', id])
    expect(namesOf(await list(`search=${search}`))).toEqual(['Émeraude ring'])
  expect(namesOf(await list('view=listed&search=emeraude'))).toEqual([])
  const names = ['Émeraude ring']
  for (let index = 0; index < 60; index += 1)
    names.push((await createTestProduct(db, { supplier, name: `Ring ${index}` })) && `Ring ${index}`)
  const first = await list(`supplier=${supplier.publicId}`)
  const second = await list(`supplier=${supplier.publicId}&cursor=${first.nextCursor}`)
  expect([...namesOf(first), ...namesOf(second)]).toEqual(names.toReversed())
  expect(second.nextCursor).toBeNull()
})

test('without rules nothing needs review; with them, a supplier’s first products do until enough are approved', async () => {
  await createTestProduct(db, { supplier, name: 'Before' })
  await setRules({ firstProducts: 2 })
  const held = await createTestProduct(db, { supplier, name: 'Second' })
  expect(await readInShop(held.id)).toBe(404)
  expect(await list('view=to_review')).toMatchObject({
    products: [{ name: 'Second', causes: ['first_products'], changes: [] }],
    counts: { to_review: 1 },
  })
  await expectSuccess(decide('approve', [held.id]))
  expect(await readInShop(held.id)).toBe(200)
  const free = await createTestProduct(db, { supplier, name: 'Third' })
  expect(await readInShop(free.id)).toBe(200)
  await setRules({})
})

test('a large price change needs review and shows the difference, a small one does not', async () => {
  const { id } = await createTestProduct(db, { supplier, name: 'Quay ring', price: 10_000 })
  await setRules({ priceJumpPercent: 50 })
  const setPrice = (cents: number) =>
    queryRows(db, sql`update products set price_amount = ${cents} where public_id = ${id}`)
  await setPrice(14_000)
  expect(await readInShop(id)).toBe(200)
  await setPrice(1_400)
  expect(await readInShop(id)).toBe(404)
  await setPrice(1_300)
  expect((await list('view=to_review')).products).toMatchObject([
    { id, causes: ['price_jump'], changes: [{ field: 'priceCents', before: 14_000, after: 1_300 }] },
  ])
  await expectSuccess(decide('approve', [id]))
  expect(await readInShop(id)).toBe(200)
  await setRules({})
})

test('words and stones match as whole words without accents; a refused product is reviewed again once changed', async () => {
  const { readOwn } = await createOwner()
  await setRules({ words: ['Ivory', 'c.i.t.e.s'], stones: ['rubí'] })
  const made = []
  for (const name of ['Old ÍVORY comb', 'Ivoryton ring', 'A c.i.t.e.s brooch', 'Ruby ring', 'Rubi ring'])
    made.push({ name, id: (await createTestProduct(db, { supplier, name })).id })
  expect(namesOf(await list('view=to_review'))).toEqual(['Old ÍVORY comb', 'A c.i.t.e.s brooch', 'Rubi ring'])
  const id = made[0]?.id ?? ''
  await expectSuccess(decide('refuse', [id], 'No ivory'))
  expect(await readOwn(id)).toMatchObject({ moderation: 'refused', moderationReason: 'No ivory' })
  await queryRows(db, sql`update products set name = 'Old horn comb' where public_id = ${id}`)
  expect((await list('view=to_review')).products).toMatchObject([
    { name: 'Old horn comb', causes: ['changed'] },
    {},
    {},
  ])
  await setRules({})
})

test('of two concurrent decisions one is refused, and a bulk decision is all or nothing', async () => {
  const { id } = await createTestProduct(db, { supplier })
  const other = await createTestProduct(db, { supplier })
  const answers = await Promise.all([decide('hide', [id]), decide('hide', [id])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await decide('hide', [other.id, id])).toMatchObject({ status: 409, body: { code: 'product_state' } })
  expect(await readInShop(other.id)).toBe(200)
  const missing = `prd_${'0'.repeat(32)}`
  expect(await decide('hide', [other.id, missing])).toMatchObject({ status: 404 })
  expect(await decide('hide', [other.id], '')).toMatchObject({ status: 400 })
  expect(await readInShop(other.id)).toBe(200)
})

test('a word pattern escapes everything except letters and digits', () => {
  expect(toWordPattern([])).toBeNull()
  expect(toWordPattern(['ivory', 'a.b (c)'])).toBe(String.raw`\m(ivory|a\.b \(c\))\M`)
})

test('refuses rules that another operator has changed meanwhile, and keeps theirs', async () => {
  const path = '/operator/moderation-rules'
  await setRules({ words: ['ivory'] })
  const { version } = (await expectSuccess(operator.get(path))).body as { version: number }
  shop.passTime(1_000)
  const body = { ...NO_RULES, words: ['coral'], version }
  expect((await operator.post(path, body)).status).toBe(200)
  shop.passTime(1_000)
  const late = await operator.post(path, { ...NO_RULES, words: ['shell'], version })
  expect([late.status, late.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
  expect((await operator.get(path)).body).toMatchObject({ rules: { words: ['coral'] } })
  await setRules({})
})
