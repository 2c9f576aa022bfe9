import type { ProductCardData, ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { CartItem } from '../cart/cart-items.ts'
import { pictureSources } from './picture-sources.ts'
import { toPriceView } from './price-view.ts'
import type { PriceView } from './price-view.ts'

/**
 * A product as cards show it (CARD-01 to CARD-10). Prices are in dollars; `discount` is a text such as `12.5%`, shown
 * if `isDiscount`. All stock checks use `originalStock`, which is null if unknown.
 */
export type ProductCardModel = PriceView &
  Readonly<{
    id: string
    storeId: string
    title: string
    description: string
    originalStock: number | null
    image: ProductImageData | undefined
    secondImage: ProductImageData | undefined
    pieceSold: number
    totalSale: number
    category: string
    sku: string
    manufacturer: string
    warehouse: string
    reviewCount: number
    rating: number
  }>

/** The rating of a card whose product has none (CARD-10). */
const DEFAULT_RATING = 4.5

/** The source of a card: a listed product, whose rating and stock may be missing. */
export type CardSource = Omit<ProductCardData, 'rating' | 'stock'> &
  Readonly<{ rating?: number | null | undefined; stock?: number | null | undefined }>

/** Returns the card of a listed product. */
export function toProductCardModel(product: CardSource): ProductCardModel {
  return {
    ...toPriceView(product.price, product.offerPrice),
    id: product.id,
    storeId: product.manufacturer.id,
    title: product.name,
    description: product.description,
    originalStock: product.stock ?? null,
    image: product.product_images[0],
    secondImage: product.product_images[1],
    pieceSold: product.sold,
    totalSale: product.sold,
    category: product.category,
    sku: product.sku,
    manufacturer: product.manufacturer.name,
    warehouse: product.warehouse,
    reviewCount: product.review_count,
    rating: product.rating ?? DEFAULT_RATING,
  }
}

/** Returns the cart line of `quantity` units of a card. */
export function toCartItem(card: ProductCardModel, quantity: number): CartItem {
  return {
    id: card.id,
    store_id: card.storeId,
    title: card.title,
    description: card.description,
    newPrice: card.newPrice,
    origPrice: card.origPrice,
    originalStock: card.originalStock,
    quantity,
    image: pictureSources(card.image).src,
    category: card.category,
    sku: card.sku,
    manufacturer: card.manufacturer,
    warehouse: card.warehouse,
    reviewCount: card.reviewCount,
    rating: card.rating,
  }
}

/** Returns whether a product is sold out. */
export function isSoldOut(stock: number | null): boolean {
  return stock !== null && stock <= 0
}
