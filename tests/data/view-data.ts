import type { ProductCardData, ProductDetailData, VariantData } from '#features/catalogue/catalog/contract.ts'
import type { ReviewViewData } from '#features/catalogue/reviews/contract.ts'
import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import type { LoadedReviews } from '#web/storefront/product/reviews/load-reviews.ts'

/** Returns a listed product as the API does; a test's own fields replace defaults. */
export function createProductCard(overrides: Partial<ProductCardData> = {}): ProductCardData {
  return {
    id: `prd_${'0'.repeat(31)}1`,
    name: 'Signet ring',
    description: 'Onyx in yellow gold.',
    price: 200,
    offerPrice: 150,
    stock: 7,
    category: 'Rings',
    sku: 'SIG-1',
    manufacturer: { id: `sup_${'0'.repeat(31)}1`, name: 'Atelier Nord' },
    warehouse: 'Singapore',
    review_count: 3,
    rating: 4.7,
    sold: 12,
    variantCount: 1,
    product_images: [
      { image_url: '/media/aa-800.webp', key: 'aa', tint: '#e8e0d6', alt: 'Signet ring from the front' },
      { image_url: '/media/bb-800.webp', key: 'bb', tint: '#e8e0d6', alt: 'Signet ring from the side' },
    ],
    reviews: [],
    ...overrides,
  }
}

/** Returns a store as the API does; a test's own fields replace defaults. */
export function createStoreData(overrides: Partial<StoreData> = {}): StoreData {
  return {
    id: `sup_${'0'.repeat(31)}1`,
    name: 'Atelier Nord',
    logo: null,
    country: 'DK',
    city: 'Copenhagen',
    description: 'Two goldsmiths and a bench.',
    yearsOfExperience: 12,
    memberSince: '2025-03-02T10:00:00.000Z',
    warehouses: [{ name: 'Harbour', country: 'DK' }],
    stated: {
      storeRating: 4.9,
      onTimeDeliveryPercent: null,
      responseTime: null,
      onlineRevenue: null,
      mainMarket: 'Europe',
      collabSuppliers: null,
    },
    measured: { products: 1_203, sold: 4_000, rating: 4.7, ratingCount: 230 },
    reliability: null,
    ...overrides,
  }
}

/** Returns a product as its page gets it; a test's own fields replace defaults. */
export function createProductDetail(overrides: Partial<ProductDetailData> = {}): ProductDetailData {
  return {
    ...createProductCard(),
    description: '<p>Onyx in <strong>yellow gold</strong>.</p>',
    isReturnable: true,
    sizeGuide: 'rings',
    shipping: { hasOwnRates: false, handlingDays: null },
    returnDays: 30,
    manufacturer: {
      id: `sup_${'0'.repeat(31)}1`,
      name: 'Atelier Nord',
      country: 'DK',
      city: 'Copenhagen',
      description: 'Two goldsmiths and a bench.',
      stated: {
        storeRating: 4.7,
        onTimeDeliveryPercent: 98.6,
        responseTime: '1h or less',
        onlineRevenue: '$340,000+',
        mainMarket: 'Europe',
        collabSuppliers: 15,
      },
      reliability: null,
      holiday: null,
    },
    variants: [createVariantData()],
    facts: {
      metal: 'Yellow gold',
      purity: '18 kt',
      plating: null,
      stones: 'Onyx',
      sizeStandard: 'US',
      hallmark: null,
      isNickelFree: null,
      certificate: null,
      weightGrams: 6.4,
      lengthMm: null,
      widthMm: null,
      heightMm: null,
    },
    ...overrides,
  }
}

/** Returns a variant of a product; a test's own fields replace defaults. */
export function createVariantData(overrides: Partial<VariantData> = {}): VariantData {
  return {
    id: `var_${'0'.repeat(31)}1`,
    sku: 'SIG-1-7',
    title: 'Size 7',
    size: '7',
    color: null,
    material: null,
    price: 200,
    offerPrice: 150,
    stock: 5,
    imageKey: null,
    ...overrides,
  }
}

/** Returns a review; a test's own fields replace defaults. */
export function createReviewData(overrides: Partial<ReviewViewData> = {}): ReviewViewData {
  return {
    id: 'rev_1',
    rating: 5,
    review: 'Heavier than it looks, and I have not taken it off since.',
    userName: 'Mei Tan',
    createdAt: '2026-10-04T09:30:00.000Z',
    editedAt: null,
    isBought: false,
    pictures: [],
    answer: null,
    ...overrides,
  }
}

/** Returns these reviews as a product's page has loaded them, all on one page. */
export function createLoadedReviews(
  items: readonly ReviewViewData[],
  overrides: Partial<LoadedReviews> = {},
): LoadedReviews {
  const sum = items.reduce((all, { rating }) => all + rating, 0)
  const stars = [5, 4, 3, 2, 1].map((rating) => ({
    rating,
    count: items.filter((review) => review.rating === rating).length,
  }))
  return {
    items,
    summary: { average: items.length === 0 ? 0 : sum / items.length, count: items.length, stars },
    pages: 1,
    query: { stars: undefined, sort: 'newest', page: 1 },
    isRequested: false,
    wasSent: false,
    ...overrides,
  }
}
