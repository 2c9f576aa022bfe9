import { expect, test } from 'vitest'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

const NAMES = [
  'Small Gold Creoles',
  'Pearl Huggies',
  'Moon Hoop Earrings',
  'Open Cuff',
  'Alliance 18K',
  'Signet Ring',
]

async function searchAll(typed: string) {
  const hits = await shop.post('/shop/searchProduct', { data: typed })
  const list = await shop.post('/shop/advanceProductSearch?page=1', { data: { productName: typed } })
  const facets = await shop.get(`/shop/getFacets?productName=${encodeURIComponent(typed)}`)
  return {
    hits: listNames(hits.body, 'searchProduct'),
    list: listNames(list.body, 'getProduct'),
    total: Reflect.get(Object(facets.body), 'total'),
  }
}

function listNames(body: unknown, field: string): string[] {
  const items: unknown = Reflect.get(Object(body), field)
  return Array.isArray(items) ? items.map((item) => String(Reflect.get(Object(item), 'name'))).toSorted() : []
}

test.each([
  ['hoops', ['Moon Hoop Earrings', 'Pearl Huggies', 'Small Gold Creoles']],
  ['gold hoop', ['Small Gold Creoles']],
  ['Bangle', ['Open Cuff']],
  ['wedding band', ['Alliance 18K']],
  ['signet', ['Signet Ring']],
])('%j finds its trade synonyms in type-ahead, lists and counts', async (typed, names) => {
  for (const name of NAMES) await createTestProduct(shop.db, { name })
  expect(await searchAll(typed)).toEqual({ hits: names, list: names, total: names.length })
})
