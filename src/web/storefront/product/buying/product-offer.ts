import type { ProductDetailData, VariantData } from '#features/catalogue/catalog/contract.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { toCartItem, toProductCardModel } from '#web/shared/product/product-card-model.ts'
import type { ProductCardModel } from '#web/shared/product/product-card-model.ts'
import { truncateHtmlText } from '../about/plain-text.ts'

/** Returns a product with the price, stock, SKU and picture of the selected variant. */
export function toProductOffer(
  product: ProductDetailData,
  variant: VariantData | undefined,
): ProductCardModel {
  const description = truncateHtmlText(product.description, 200)
  if (!variant) return toProductCardModel({ ...product, description })
  const { price, offerPrice, stock, sku, imageKey } = variant
  const ownImages = product.product_images.filter((image) => image.key !== null && image.key === imageKey)
  return toProductCardModel({
    ...product,
    description,
    price,
    offerPrice,
    stock,
    sku,
    product_images: [...ownImages, ...product.product_images],
  })
}

/** Returns the cart line of `quantity` units of the selected variant (PDP-20). */
export function toOfferCartItem(
  product: ProductDetailData,
  variant: VariantData | undefined,
  quantity: number,
): CartItem {
  const item = toCartItem(toProductOffer(product, variant), quantity)
  if (!variant) return item
  const isOneOfMany = product.variants.length > 1
  return { ...item, variantId: variant.id, ...(isOneOfMany ? { variantTitle: variant.title } : {}) }
}
