import { expect, test } from 'vitest'
import { createProductDetail, createVariantData } from '#tests/data/view-data.ts'
import { toOfferCartItem, toProductOffer } from './product-offer.ts'

const seven = createVariantData({ id: 'var_7', title: 'Size 7', price: 200, offerPrice: 150, stock: 5 })
const eight = createVariantData({
  id: 'var_8',
  title: 'Size 8',
  price: 220,
  offerPrice: null,
  stock: 0,
  sku: 'SIG-8',
  imageKey: 'bb',
})
const ring = createProductDetail({ variants: [seven, eight] })

test('price, stock, SKU and picture follow the selected variant', () => {
  expect(toProductOffer(ring, eight)).toMatchObject({
    newPrice: 220,
    isDiscount: false,
    originalStock: 0,
    sku: 'SIG-8',
    image: { key: 'bb' },
  })
  expect(toProductOffer(ring, seven)).toMatchObject({
    newPrice: 150,
    discount: '25.0%',
    originalStock: 5,
    image: { key: 'aa' },
  })
})

test('adds the selected quantity and variant to the cart, with plain text [PDP-20]', () => {
  expect(toOfferCartItem(ring, seven, 3)).toMatchObject({
    id: ring.id,
    quantity: 3,
    newPrice: 150,
    originalStock: 5,
    variantId: 'var_7',
    variantTitle: 'Size 7',
    description: 'Onyx in yellow gold.',
  })
})

test('sends the id of a single variant, and does not show its title', () => {
  const item = toOfferCartItem(createProductDetail({ variants: [seven] }), seven, 1)
  expect(item.variantId).toBe('var_7')
  expect(item).not.toHaveProperty('variantTitle')
})

test('a product without variants has its own price and stock', () => {
  const item = toOfferCartItem(createProductDetail({ variants: [], stock: 2 }), undefined, 1)
  expect(item).toMatchObject({ newPrice: 150, originalStock: 2 })
  expect(item).not.toHaveProperty('variantId')
})
