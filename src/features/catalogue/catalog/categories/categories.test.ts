import { expect, test } from 'vitest'
import { createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { readCategoryLabels } from '../service.ts'
import type { readCategories } from './contract.ts'
import type { z } from 'zod'

type Page = z.output<typeof readCategories.answer>

const shop = await createTestShop()
const { db } = shop
const createOwner = () => createSignedInAccount(db, shop.now(), { type: 'operator' })

async function readPage(headers: Record<string, string>): Promise<Page> {
  // The contract guarantees the shape of the answer.
  return (await shop.get('/operator/settings/categories', headers)).body as Page
}

test('an operator changes a category’s name, position, size guide and required facts, with a history entry', async () => {
  const owner = await createOwner()
  const { categories, version } = await readPage(owner.headers)
  expect(categories.map(({ label }) => label).slice(0, 3)).toEqual(['Rings', 'Necklaces', 'Bracelets'])
  expect(categories[3]).toEqual({
    category: 'Earrings',
    label: 'Earrings',
    sizeGuide: 'none',
    requiredFacts: ['metal', 'purity', 'weightGrams', 'nickelFree'],
  })
  expect(await readCategoryLabels(db)).toBeUndefined()
  const product = await createTestProduct(db, { name: 'Halo', categoryId: 1 })

  const [rings, necklaces, ...others] = categories
  const changed = [
    necklaces,
    { ...rings, label: ' Finger rings ', sizeGuide: 'wrist', requiredFacts: ['metal'] },
    ...others,
  ]
  const saved = await shop.post(
    '/operator/settings/categories',
    { categories: changed, version },
    owner.headers,
  )
  expect(saved.status).toBe(200)
  expect((await readCategoryLabels(db))?.slice(0, 2)).toEqual([
    ['Necklaces', 'Necklaces'],
    ['Rings', 'Finger rings'],
  ])
  const detail = await shop.get(`/shop/getProductsByID/${product.id}`)
  expect(detail.body).toMatchObject({ getProduct: { category: 'Rings', sizeGuide: 'wrist' } })
  const supplier = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  const facts = await shop.get('/supplier/category-facts', supplier.headers)
  expect(facts.body).toMatchObject({
    categories: [{ category: 'Rings', required: ['metal'] }, {}, {}, {}, {}, {}, {}, {}],
  })

  const after = await readPage(owner.headers)
  expect(after.history).toMatchObject([
    {
      savedBy: `${owner.firstName} ${owner.lastName}`,
      changes: [
        'Name: Rings → Finger rings',
        'Finger rings, size guide: ring sizes → bracelet lengths',
        'Finger rings, required facts: metal, purity, size standard, weight → metal',
        'Order: Necklaces, Finger rings, Bracelets, Earrings, Pendants, Brooches, Anklets, Charms',
      ],
    },
  ])
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({ entries: [{ action: 'Changed the categories' }] })

  const old = await shop.post('/operator/settings/categories', { categories, version }, owner.headers)
  expect(old.body).toMatchObject({ code: 'changed_meanwhile' })
  const restored = { categories, version: after.version }
  expect((await shop.post('/operator/settings/categories', restored, owner.headers)).status).toBe(200)
})

test('refuses duplicate, missing and unnamed categories, and changes nothing', async () => {
  const owner = await createOwner()
  const { categories, version } = await readPage(owner.headers)
  const save = async (changed: readonly unknown[]) => {
    const answer = await shop.post(
      '/operator/settings/categories',
      { categories: changed, version },
      owner.headers,
    )
    return answer.status
  }
  const [first, second, ...others] = categories
  expect(await save([first, { ...second, label: 'RINGS' }, ...others])).toBe(409)
  expect(await save([first, first, ...others])).toBe(409)
  expect(await save([first, ...others])).toBe(400)
  expect(await save([{ ...first, label: ' ' }, second, ...others])).toBe(400)
  expect(await save([{ ...first, requiredFacts: ['price'] }, second, ...others])).toBe(400)
  expect(await save([{ ...first, sizeGuide: 'hats' }, second, ...others])).toBe(400)
  expect((await readPage(owner.headers)).categories).toEqual(categories)
})

test('finance and support operators cannot change categories, and other accounts cannot read them', async () => {
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  const support = await createTestOperator(db, shop.now(), ['support'])
  const vendor = await createSignedInAccount(db, shop.now(), { type: 'vendor' })
  const save = (headers: Record<string, string>) =>
    shop.post('/operator/settings/categories', { categories: [], version: 0 }, headers)
  expect((await save(finance.headers)).status).toBe(403)
  expect((await save(support.headers)).status).toBe(403)
  expect((await save(vendor.headers)).status).toBe(403)
  expect((await shop.get('/operator/settings/categories', vendor.headers)).status).toBe(403)
})
