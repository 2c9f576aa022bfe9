import type { ProductDetailData } from '#features/catalog/contract.ts'
import { priceShown } from '#web/parts/price-shown.ts'
import { plainText } from './plain-text.ts'

/** A piece for search engines (schema.org/Product). A rating is only told where somebody has rated. */
export function productJsonLd(product: ProductDetailData): object {
  const { newPrice } = priceShown(product.price, product.offerPrice)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: plainText(product.description, 500),
    sku: product.sku,
    category: product.category,
    image: product.product_images.map((image) => image.image_url),
    brand: { '@type': 'Brand', name: product.manufacturer.name },
    offers: {
      '@type': 'Offer',
      price: newPrice.toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
    ...(product.review_count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.rating,
            reviewCount: product.review_count,
          },
        }
      : {}),
  }
}
