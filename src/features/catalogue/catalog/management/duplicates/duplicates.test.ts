import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import type { ProductDuplicateData } from './contract.ts'
import { findPairs } from './find-queries.ts'

const shop = await createTestShop()
const { db } = shop

let supplier: CreatedSupplier
let owner: CreatedAccount
beforeEach(async () => {
  supplier = await createTestSupplier(db)
  owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
})

const create = (name: string, stock = 5) => createTestProduct(db, { supplier, name, stock })

async function find(): Promise<ProductDuplicateData[]> {
  await shop.post('/supplier/product-duplicates/find', {}, owner.headers)
  return list()
}

async function list(state = 'open'): Promise<ProductDuplicateData[]> {
  return getField(await shop.get(`/supplier/product-duplicates?state=${state}`, owner.headers), 'duplicates')
}

const decide = (id: string, what: string, body: object = {}) =>
  shop.post(`/supplier/product-duplicates/${id}/${what}`, body, owner.headers)

const toMerge = ({ products }: ProductDuplicateData, keep: string) => ({
  keep,
  revisions: products.map(({ revision }) => revision),
})

/** Adds a variant with a size to a product. */
async function addSize(productKey: number, size: string, stock: number): Promise<void> {
  await db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, title, size, price_amount, stock)
    values (${`var_${size}_${productKey}`}, ${productKey}, ${supplier.id}, 2, ${`SIZE-${size}-${productKey}`}, ${size}, ${size}, 10000, ${stock})`)
  await db.execute(sql`select refresh_product_stock(array[${productKey}]::bigint[])`)
}

async function readProducts() {
  return queryRows<{ name: string; status: string; stock: number; variants: number; real: number }>(
    db,
    sql`select p.name, p.status, p.stock, p.variant_count as variants,
        (select coalesce(sum(stock), 0)::int from product_variants where product_id = p.id) as real
      from products p where p.supplier_id = ${supplier.id} order by p.id`,
  )
}

async function getOnly(): Promise<ProductDuplicateData> {
  const [only, ...more] = await find()
  if (!only || more.length > 0) throw new Error('There is not exactly one pair.')
  return only
}

test('products with equal words, SKU, certificate or picture are proposed as duplicates with the reason', async () => {
  await create('Moss Ring in Gold')
  await create('gold moss ring')
  await create('Gold moss ring no. 2')
  const sku = await create('Fern pendant')
  const skuTwin = await create('Leaf pendant')
  await db.execute(sql`update product_variants set sku = 'FERN 01' where id = ${sku.variantKey}`)
  await db.execute(sql`update product_variants set sku = 'fern-01' where id = ${skuTwin.variantKey}`)
  const certified = await create('Solitaire A')
  const certifiedTwin = await create('Solitaire B')
  for (const { productKey } of [certified, certifiedTwin])
    await db.execute(sql`
      update products set certificate_laboratory = 'GIA', certificate_number = '2141438171' where id = ${productKey}`)
  for (const name of ['Dew studs', 'Rain studs']) {
    const { productKey } = await create(name)
    await db.execute(sql`
      insert into product_images (product_id, position, source_url, file_key, state, width, height, tint)
      values (${productKey}, 1, ${`upload:${name}`}, ${'a'.repeat(32)}, 'ready', 800, 800, '#ffffff')`)
  }
  const found = await find()
  expect(found.map(({ reasons, products }) => [products.map(({ title }) => title), reasons])).toEqual([
    [['Dew studs', 'Rain studs'], ['picture']],
    [['Solitaire A', 'Solitaire B'], ['certificate']],
    [['Fern pendant', 'Leaf pendant'], ['sku']],
    [['Moss Ring in Gold', 'gold moss ring'], ['title']],
  ])
  const counts = await shop.get('/supplier/product-counts', owner.headers)
  expect(getField<number>(counts, 'duplicates')).toBe(4)
})

test('products with one barcode are proposed, and titles may differ by a letter', async () => {
  const [file, store] = [await create('Ring 14'), await create('Harbour band')]
  for (const { variantKey } of [file, store])
    await db.execute(sql`update product_variants set gtin = '06291041500213' where id = ${variantKey}`)
  for (const name of ['Amethyst drop earrings', 'Amethist drop earring', 'Amethyst drop studs'])
    await create(name)
  for (const name of ['Moonstone pendant', 'Moonstnoe pendant', 'Moonstone pendant 2', 'Sunstone pendant'])
    await create(name)
  for (const name of ['Luna ring 1', 'Luna ring 2', 'Mila ring', 'Mina ring']) await create(name)
  await create('Rose studs')
  await create('Rose stud')
  const found = await find()
  expect(found.map(({ reasons, products }) => [products.map(({ title }) => title), reasons])).toEqual([
    [['Rose studs', 'Rose stud'], ['spelling']],
    [['Moonstone pendant', 'Moonstnoe pendant'], ['spelling']],
    [['Ring 14', 'Harbour band'], ['gtin']],
  ])
})

test('titles match with one letter of a long word added, missing, changed or swapped', async () => {
  const kinds = fc.constantFrom('add', 'omit', 'change', 'swap')
  const sample = fc.sample(fc.tuple(fc.stringMatching(/^[a-z]{6,10}$/), fc.nat({ max: 4 }), kinds), 40)
  const expected: string[] = []
  for (const [place, [word, at, kind]] of sample.entries()) {
    const [head, letter = '', next = '', rest] = [
      word.slice(0, at),
      word[at],
      word[at + 1],
      word.slice(at + 2),
    ]
    const other = letter === 'q' ? 'x' : 'q'
    const endings = { add: other + letter + next, omit: next, change: other + next, swap: next + letter }
    const typed = head + endings[kind] + rest
    if (typed === word) continue
    expected.push(`Ring ${place} ${word}, ${typed}`)
    await create(`Ring ${place} ${word}`)
    await create(`Ring ${place} ${typed}`)
  }
  const pairs = await inTransaction(db, (tx) => findPairs(tx, supplier.id))
  const names = new Map(
    (await queryRows<{ id: number; name: string }>(db, sql`select id::int as id, name from products`)).map(
      ({ id, name }) => [id, name],
    ),
  )
  const found = pairs.map(
    ({ firstId, secondId }) => `${names.get(firstId)}, ${names.get(secondId)?.split(' ').at(-1)}`,
  )
  expect(found).toEqual(expected)
})

test('products with contradictory facts, or of different suppliers, are not proposed', async () => {
  const [gold, silver] = [await create('Moss ring'), await create('Moss ring')]
  await db.execute(sql`update products set metal = 'Gold' where id = ${gold.productKey}`)
  await db.execute(sql`update products set metal = 'Silver' where id = ${silver.productKey}`)
  await createTestProduct(db, { name: 'Moss ring' })
  expect(await find()).toEqual([])
  await db.execute(sql`update products set metal = null where id = ${silver.productKey}`)
  expect(await find()).toHaveLength(1)
  await db.execute(sql`update products set status = 'archived' where id = ${silver.productKey}`)
  expect(await list()).toEqual([])
})

test('merging moves missing variants, archives the other product, and does not add up the stock of shared variants', async () => {
  const [target, other] = [await create('Moss ring', 3), await create('Moss ring', 4)]
  await addSize(other.productKey, '56', 7)
  const pair = await getOnly()
  expect(pair.merges[0]).toMatchObject({ keep: target.id, problem: null })
  const answer = await decide(pair.id, 'merge', toMerge(pair, target.id))
  expect(getField<ProductDuplicateData>(answer, 'duplicate')).toMatchObject({
    state: 'merged',
    targetId: target.id,
  })
  expect(await readProducts()).toEqual([
    { name: 'Moss ring', status: 'active', stock: 10, variants: 2, real: 10 },
    { name: 'Moss ring', status: 'archived', stock: 4, variants: 1, real: 4 },
  ])
  const again = await decide(pair.id, 'merge', toMerge(pair, target.id))
  expect(again.status).toBe(200)
  expect((await readProducts())[0]).toMatchObject({ stock: 10, variants: 2 })
})

test('undoing a merge returns the moved variants with their pictures, and publishes the other product again', async () => {
  const [target, other] = [await create('Moss ring', 3), await create('Moss ring', 4)]
  await addSize(other.productKey, '56', 7)
  await db.execute(sql`
    with picture as (
      insert into product_images (product_id, position, source_url, file_key, state, width, height, tint)
      values (${other.productKey}, 1, 'upload:moss', ${'b'.repeat(32)}, 'ready', 800, 800, '#ffffff') returning id)
    update product_variants v set image_id = picture.id from picture where v.product_id = ${other.productKey} and v.size = '56'`)
  const readPictures = () =>
    queryRows<{ product: number; picture: number }>(
      db,
      sql`select v.product_id::int as product, i.product_id::int as picture
        from product_variants v join product_images i on i.id = v.image_id where v.supplier_id = ${supplier.id}`,
    )
  const pair = await getOnly()
  await decide(pair.id, 'merge', toMerge(pair, target.id))
  expect(await readPictures()).toEqual([{ product: target.productKey, picture: target.productKey }])
  await decide(pair.id, 'undo')
  expect(await readPictures()).toEqual([{ product: other.productKey, picture: other.productKey }])
  expect(await readProducts()).toMatchObject([
    { status: 'active', stock: 3, variants: 1 },
    { status: 'active', stock: 11, variants: 2 },
  ])
  const left = await queryRows(db, sql`select 1 from product_images where product_id = ${target.productKey}`)
  expect(left).toEqual([])
  expect(await find()).toHaveLength(1)
})

test('products marked as separate are not proposed again until that is undone', async () => {
  await create('Moss ring')
  await create('Moss ring')
  const pair = await getOnly()
  await decide(pair.id, 'keep-both')
  expect(await find()).toEqual([])
  expect(await list('separate')).toMatchObject([{ id: pair.id, decidedBy: expect.any(String) }])
  const merged = await decide(pair.id, 'merge', toMerge(pair, pair.products[0]?.id ?? ''))
  expect([merged.status, getField<string>(merged, 'code')]).toEqual([409, 'duplicate_decided'])
  await decide(pair.id, 'undo')
  expect(await list()).toHaveLength(1)
})

test('refuses a merge without changes when one of the products has changed since', async () => {
  const [target, other] = [await create('Moss ring'), await create('Moss ring')]
  const pair = await getOnly()
  await shop.post(
    `/supplier/products/${other.id}/variants/${other.variantId}`,
    { field: 'stock', before: 5, after: 9 },
    owner.headers,
  )
  const answer = await decide(pair.id, 'merge', toMerge(pair, target.id))
  expect([answer.status, getField<string>(answer, 'code')]).toEqual([409, 'product_changed'])
  expect(await readProducts()).toMatchObject([{ status: 'active' }, { status: 'active', stock: 9 }])
})

test('concurrent decisions about a pair merge it once', async () => {
  const [target, other] = [await create('Moss ring', 3), await create('Moss ring', 4)]
  await addSize(other.productKey, '56', 7)
  const pair = await getOnly()
  const answers = await Promise.all([
    decide(pair.id, 'merge', toMerge(pair, target.id)),
    decide(pair.id, 'merge', toMerge(pair, other.id)),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const products = await readProducts()
  expect(products.filter(({ status }) => status === 'active')).toHaveLength(1)
  expect(products.every(({ stock, real }) => stock === real)).toBe(true)
})

test('another supplier’s pair is not found', async () => {
  await create('Moss ring')
  await create('Moss ring')
  const pair = await getOnly()
  const stranger = await createSignedInAccount(db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(db),
  })
  const path = `/supplier/product-duplicates/${pair.id}/keep-both`
  expect((await shop.post(path, {}, stranger.headers)).status).toBe(404)
  expect(await list()).toHaveLength(1)
})
