import { expect, test } from 'vitest'
import { fromWooProduct, WooListing } from './listed-product.ts'

/** A product in the list of a real site with WooCommerce 8.4, with the requested fields. */
const RECORDED = {
  id: 13,
  name: 'Wireless Headphones',
  description: '',
  short_description: '',
  categories: [{ id: 15, name: 'Uncategorized', slug: 'uncategorized' }],
  sku: 'DS-HP-01',
  price: '59.00',
  regular_price: '',
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
  images: [],
  type: 'variable',
  virtual: false,
  downloadable: false,
  status: 'publish',
  catalog_visibility: 'visible',
  variations: [14, 15],
}

test('a listed product on sale has the price without the sale, too', () => {
  const [product] = WooListing.parse([{ ...RECORDED, price: '45.00', regular_price: '59.00' }])
  expect(product && fromWooProduct(product)).toMatchObject({ priceAmount: 4_500, regularAmount: 5_900 })
})

test.each([
  [{}, ['14', '15']],
  [{ variations: [] }, []],
  // As a site whose plug-in changes the list, and a product without variations.
  [{ variations: undefined }, undefined],
  [{ variations: [{ id: 14 }] }, undefined],
  [{ type: 'simple', variations: [] }, undefined],
])('the variants of a listed product with %j are %j', (fields, variantIds) => {
  const [product] = WooListing.parse([{ ...RECORDED, ...fields }])
  expect(product && fromWooProduct(product)).toMatchObject({ externalId: '13', priceAmount: 5_900 })
  expect(product && fromWooProduct(product).variantIds).toEqual(variantIds)
})
