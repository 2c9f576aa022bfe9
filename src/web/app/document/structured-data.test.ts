import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { parseStructuredDataGraph } from '#tests/contracts/structured-data.ts'
import { createProductDetail, createReviewData, createVariantData } from '#tests/data/view-data.ts'
import { productJsonLd } from '#web/storefront/product/product-json-ld.ts'
import { toGraph, organizationData, webSiteData } from './structured-data.ts'

const ORIGIN = 'https://cabochon.example'

test('product structured data is a valid merchant listing with one offer, pictures, brand and rating', () => {
  const product = createProductDetail({
    offerPrice: null,
    variants: [
      createVariantData({ id: 'sold out', stock: 0, price: 90, offerPrice: null }),
      createVariantData({ id: 'first', stock: 2, price: 210, offerPrice: 140.5 }),
    ],
  })
  const dataByType = parseStructuredDataGraph(
    productJsonLd(product, { reviews: [createReviewData()], origin: ORIGIN }),
  )
  expect(dataByType.get('Product')).toMatchObject({
    url: `${ORIGIN}/product/${product.id}`,
    image: [`${ORIGIN}/media/aa-1200.webp`, `${ORIGIN}/media/bb-1200.webp`],
    brand: { name: 'Atelier Nord' },
    material: '18 kt Yellow gold',
    offers: { price: '140.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    aggregateRating: { ratingValue: 4.7, reviewCount: 3 },
    review: [{ author: { name: 'Mei Tan' }, datePublished: '2026-10-04', reviewRating: { ratingValue: 5 } }],
  })
  expect(dataByType.get('BreadcrumbList')).toMatchObject({
    itemListElement: [
      { name: 'Home', item: `${ORIGIN}/` },
      { name: 'Rings', item: `${ORIGIN}/marketplace?category=Rings` },
      { name: 'Signet ring' },
    ],
  })
})

test('an unrated product has no rating, and a sold-out one is out of stock in structured data', () => {
  const product = createProductDetail({
    stock: 0,
    rating: 0,
    review_count: 0,
    variants: [createVariantData({ stock: 0 })],
  })
  const graph = parseStructuredDataGraph(productJsonLd(product, { reviews: [], origin: ORIGIN }))
  const productNode = graph.get('Product')
  expect(productNode).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(productNode).not.toHaveProperty('aggregateRating')
  expect(product).not.toHaveProperty('review')
})

test('the front page’s structured data names the company, the return policy and the search', () => {
  const dataByType = parseStructuredDataGraph(
    toGraph(organizationData(ORIGIN, EXAMPLE_COMPANY), webSiteData(ORIGIN, EXAMPLE_COMPANY)),
  )
  expect(dataByType.get('OnlineStore')).toMatchObject({
    name: 'Cabochon',
    logo: `${ORIGIN}/icons/icon-512.png`,
    telephone: '+6561234567',
  })
  expect(dataByType.get('WebSite')).toMatchObject({
    potentialAction: { target: { urlTemplate: `${ORIGIN}/marketplace?productName={search_term_string}` } },
  })
})

test('the schema rejects a zero price, a relative URL and an unknown property', () => {
  const document = productJsonLd(createProductDetail(), { reviews: [], origin: ORIGIN })
  for (const [good, bad] of [
    ['"price":"150.00"', '"price":"0.00"'],
    [`"url":"${ORIGIN}/product`, '"url":"/product'],
    ['"sku"', '"stockKeeping"'],
  ] as const) {
    const broken = JSON.stringify(document).replace(good, bad)
    expect(broken).not.toBe(JSON.stringify(document))
    expect(() => parseStructuredDataGraph(JSON.parse(broken))).toThrow(/"path"/)
  }
})
