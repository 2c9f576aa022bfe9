import { expect, test } from 'vitest'
import { isCustomsName, readCustomsFacts } from './customs-facts.ts'
import { createFeed, readProducts } from '../fixtures/read-products.ts'

async function readProduct(text: string, key: string) {
  const product = (await readProducts(createFeed(text))).get(key)
  if (!product?.ok) throw new Error(`it was refused: ${product?.refusal.reason}`)
  return product
}

test.each([
  ['Handle,Title,Variant Price,COO,HS Code', 'IT', '7113.19'],
  [
    'URL handle,Title,Price,Country of origin (product.metafields.jewellery.origin),HS code (product.metafields.x.hs)',
    'Italy',
    '711319',
  ],
  ['Handle,Title,Variant Price,Country/Region of Origin,Harmonized System Code', 'ita', '7113 19'],
])('Shopify: the columns of %s with %s and %s are read as customs data', async (header, origin, number) => {
  const { product, warnings } = await readProduct(`${header}\nring,Ring,10,${origin},${number}`, 'ring')
  expect(product.facts).toMatchObject({ originCountry: 'IT', tariffNumber: '711319' })
  expect(warnings.filter(({ text }) => /origin|tariff/.test(text))).toEqual([])
})

test('WooCommerce: customs data are read from an attribute and from another plugin’s column', async () => {
  const header =
    'ID,Type,SKU,Name,Published,Regular price,Attribute 1 name,Attribute 1 value(s),Meta: _hs_code,Meta: _country_of_origin'
  const { product } = await readProduct(
    `${header}\n7,simple,R,Ring,1,10,Country of origin,Thailand,711311,`,
    '7',
  )
  expect(product.facts).toMatchObject({ originCountry: 'TH', tariffNumber: '711311' })
  const { product: other } = await readProduct(`${header}\n7,simple,R,Ring,1,10,,,,TH`, '7')
  expect(other.facts).toMatchObject({ originCountry: 'TH', tariffNumber: null })
})

test('unreadable customs values are left out and reported to the supplier', async () => {
  const text = 'Handle,Title,Variant Price,COO,HS Code\nring,Ring,10,Atlantis,jewellery'
  const { product, warnings } = await readProduct(text, 'ring')
  expect(product.facts).toMatchObject({ originCountry: null, tariffNumber: null })
  expect(warnings.map((warning) => warning.text)).toEqual(
    expect.arrayContaining([
      'the country of origin “Atlantis” is unknown and was left out',
      'the HS code “jewellery” does not have 6 to 10 digits and was left out',
    ]),
  )
})

test('columns with similar names are not read as customs data', () => {
  for (const name of [
    'Country',
    'Size standard',
    'Origin of the design',
    'HS',
    'Tax code',
    'Variant barcode',
  ])
    expect(isCustomsName(name)).toBe(false)
  expect(readCustomsFacts([])).toEqual({ originCountry: null, tariffNumber: null })
})
