import { categoryLabel } from '#web/shared/product/category-names.ts'
import type { ProductDetailData, ReviewData } from '#features/catalogue/catalog/contract.ts'
import { picturePath } from '#web/shared/product/picture-sources.ts'
import { breadcrumbData, toGraph } from '#web/app/document/structured-data.ts'
import { truncateHtmlText } from './about/plain-text.ts'
import { toProductOffer } from './buying/product-offer.ts'
import { initialVariant } from './buying/variant-selection.ts'

/**
 * Returns a product's structured data by Google's rules for merchant listings. It has one offer, at the price that the
 * page shows first, a rating only if there are ratings, and only reviews that the page shows. `origin` makes addresses
 * absolute.
 */
export function productJsonLd(
  product: ProductDetailData,
  { reviews, origin }: { reviews: readonly ReviewData[]; origin: string },
): object {
  const { facts, manufacturer } = product
  const id = `${origin}/product/${product.id}`
  return toGraph(
    {
      '@type': 'Product',
      '@id': id,
      name: product.name,
      description: truncateHtmlText(product.description, 500),
      url: id,
      sku: product.sku,
      category: categoryLabel(product.category),
      ...picturesData(product, origin),
      brand: { '@type': 'Brand', name: manufacturer.name },
      ...(facts.metal ? { material: [facts.purity, facts.metal].filter(Boolean).join(' ') } : {}),
      ...(facts.weightGrams
        ? { weight: { '@type': 'QuantitativeValue', value: facts.weightGrams, unitCode: 'GRM' } }
        : {}),
      offers: offerData(product, id),
      ...ratingData(product, reviews),
    },
    breadcrumbData(
      [
        { label: 'Home', href: '/' },
        { label: categoryLabel(product.category), href: `/marketplace?category=${product.category}` },
        { label: product.name },
      ],
      origin,
    ),
  )
}

/** Returns the pictures for search engines. A product without pictures has none: the placeholder does not show it. */
function picturesData({ product_images }: ProductDetailData, origin: string): object {
  return product_images.length > 0
    ? { image: product_images.map((image) => origin + picturePath(image)) }
    : {}
}

function offerData(product: ProductDetailData, url: string): object {
  const { newPrice, originalStock } = toProductOffer(product, initialVariant(product.variants))
  return {
    '@type': 'Offer',
    url,
    price: newPrice.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${(originalStock ?? product.stock) > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: product.manufacturer.name },
  }
}

function ratingData(product: ProductDetailData, reviews: readonly ReviewData[]): object {
  if (product.review_count === 0) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      reviewCount: product.review_count,
      bestRating: 5,
      worstRating: 1,
    },
    ...(reviews.length > 0 ? { review: reviews.slice(0, MAX_REVIEWS).map(reviewData) } : {}),
  }
}

/** The most reviews in the data; more would enlarge every page without changing search results. */
const MAX_REVIEWS = 5

function reviewData({ rating, review, userName, createdAt }: ReviewData): object {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: userName },
    datePublished: createdAt.slice(0, 10),
    reviewBody: review,
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  }
}
