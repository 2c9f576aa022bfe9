import { expect, test } from 'vitest'
import { EXAMPLE_COMPANY } from '#core/company.ts'
import { structuredData } from '#tests/contracts/structured-data.ts'
import { aDetailedPiece, aReview, aVariant } from '#tests/data/view-data.ts'
import { productJsonLd } from '#web/storefront/product/product-json-ld.ts'
import { toGraph, organizationData, webSiteData } from './structured-data.ts'

const ORIGIN = 'https://cabochon.example'

test('a piece is a merchant listing by the rules: one offer at the price its page shows, pictures, brand and rating', () => {
  const product = aDetailedPiece({
    offerPrice: null,
    variants: [
      aVariant({ id: 'sold out', stock: 0, price: 90, offerPrice: null }),
      aVariant({ id: 'first', stock: 2, price: 210, offerPrice: 140.5 }),
    ],
  })
  const dataByType = structuredData(productJsonLd(product, { reviews: [aReview()], origin: ORIGIN }))
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

test('a piece nobody has rated has no rating, and a sold-out one says so', () => {
  const product = aDetailedPiece({ stock: 0, rating: 0, review_count: 0, variants: [aVariant({ stock: 0 })] })
  const piece = structuredData(productJsonLd(product, { reviews: [], origin: ORIGIN })).get('Product')
  expect(piece).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
  expect(piece).not.toHaveProperty('aggregateRating')
  expect(piece).not.toHaveProperty('review')
})

test('the front page tells who runs the shop, how returns go, and how it is searched', () => {
  const dataByType = structuredData(toGraph(organizationData(ORIGIN, EXAMPLE_COMPANY), webSiteData(ORIGIN)))
  expect(dataByType.get('OnlineStore')).toMatchObject({
    name: 'Cabochon',
    logo: `${ORIGIN}/icons/icon-512.png`,
    telephone: '+6561234567',
  })
  expect(dataByType.get('WebSite')).toMatchObject({
    potentialAction: { target: { urlTemplate: `${ORIGIN}/marketplace?productName={search_term_string}` } },
  })
})

test('the rules refuse a price of nothing, half an address and a property that is none', () => {
  const document = productJsonLd(aDetailedPiece(), { reviews: [], origin: ORIGIN })
  for (const [good, bad] of [
    ['"price":"150.00"', '"price":"0.00"'],
    [`"url":"${ORIGIN}/product`, '"url":"/product'],
    ['"sku"', '"stockKeeping"'],
  ] as const) {
    const broken = JSON.stringify(document).replace(good, bad)
    expect(broken).not.toBe(JSON.stringify(document))
    expect(() => structuredData(JSON.parse(broken))).toThrow(/"path"/)
  }
})
