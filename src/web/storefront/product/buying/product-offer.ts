import type { ProductDetailData, VariantData } from '#features/catalogue/catalog/contract.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { cartItemOf, productCardModel } from '#web/shared/product/product-card-model.ts'
import type { ProductCardModel } from '#web/shared/product/product-card-model.ts'
import { plainText } from '../about/plain-text.ts'

/** A piece in the variant that is chosen: price, stock, SKU and picture are the variant's. */
export function productOffer(product: ProductDetailData, variant: VariantData | undefined): ProductCardModel {
  const description = plainText(product.description, 200)
  if (!variant) return productCardModel({ ...product, description })
  const { price, offerPrice, stock, sku, imageKey } = variant
  const own = product.product_images.filter((image) => image.key !== null && image.key === imageKey)
  return productCardModel({
    ...product,
    description,
    price,
    offerPrice,
    stock,
    sku,
    product_images: [...own, ...product.product_images],
  })
}

/** The line of the cart for `quantity` pieces of the chosen variant (PDP-20). */
export function offerCartItem(
  product: ProductDetailData,
  variant: VariantData | undefined,
  quantity: number,
): CartItem {
  const item = cartItemOf(productOffer(product, variant), quantity)
  if (!variant) return item
  const isOneOfMany = product.variants.length > 1
  return { ...item, variantId: variant.id, ...(isOneOfMany ? { variantTitle: variant.title } : {}) }
}
