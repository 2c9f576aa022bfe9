import type { ProductChange } from './product-writes.ts'

type OwnProduct = ProductChange & Readonly<{ variations?: readonly ProductChange[] }>

const RING_SIZES = ['52', '54', '56']

/** The initial products of a supplier's practice shop; one product in three sizes. */
export const OWN_PRODUCTS: readonly OwnProduct[] = [
  {
    name: 'Practice Ring',
    sku: 'PRACTICE-RING',
    regularPrice: '120.00',
    quantity: 12,
    weight: '0.004',
    categories: ['Rings'],
    description: '<p>Practice Ring, to try things out.</p>',
  },
  {
    name: 'Practice Necklace',
    sku: 'PRACTICE-NECKLACE',
    regularPrice: '85.50',
    quantity: 20,
    weight: '0.009',
    categories: ['Necklaces'],
    description: '<p>Practice Necklace, to try things out.</p>',
  },
  {
    name: 'Practice Earrings',
    sku: 'PRACTICE-EARRINGS',
    regularPrice: '49.90',
    quantity: 0,
    weight: '0.003',
    categories: ['Earrings'],
    description: '<p>Practice Earrings, to try things out.</p>',
  },
  {
    name: 'Practice Band',
    type: 'variable',
    sku: 'PRACTICE-BAND',
    weight: '0.006',
    categories: ['Rings'],
    tags: ['handmade'],
    description: '<p>Practice Band in three sizes, to try things out.</p>',
    attributes: [{ name: 'Ring size', options: RING_SIZES, variation: true, visible: true }],
    variations: RING_SIZES.map((size, place) => ({
      sku: `PRACTICE-BAND-${size}`,
      regularPrice: `${140 + place * 10}.00`,
      quantity: 4 + place,
      weight: '0.006',
      attributes: [{ name: 'Ring size', option: size }],
    })),
  },
]
