import { useState } from 'react'
import type { ProductDetailData, VariantData } from '#features/catalogue/catalog/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toastAddedToCart } from '#web/shared/cart/toast-added-to-cart.ts'
import { cart } from '#web/shared/cart/cart-store.ts'
import { toOfferCartItem } from './product-offer.ts'
import { initialVariant, selectVariant, type VariantAxis, variantHref } from './variant-selection.ts'

/** The shopper's selection on a product page, and its change handlers. */
export type ProductSelection = Readonly<{
  variant: VariantData | undefined
  quantity: number
  imageIndex: number
  choose(axis: VariantAxis, value: string): void
  setQuantity(quantity: number): void
  setImageIndex(index: number): void
}>

/**
 * Returns the selected variant, picture and quantity of a product page. Initially they are the variant in the address
 * and its picture, else the first variant in stock and the first picture; the quantity is one. A changed selection is
 * written to the address, so that it can be shared.
 */
export function useProductSelection(
  product: ProductDetailData,
  variantId: string | undefined,
): ProductSelection {
  const go = useNavigateTo()
  const [variant, setVariant] = useState(() => initialVariant(product.variants, variantId))
  const [quantity, setQuantity] = useState(1)
  const [imageIndex, setImageIndex] = useState(() =>
    variant?.id === variantId ? Math.max(findVariantImage(product, variant), 0) : 0,
  )
  function selectOption(axis: VariantAxis, value: string): void {
    const next = variant && selectVariant({ variants: product.variants, chosen: variant, axis, value })
    if (!next) return
    setVariant(next)
    setQuantity(Math.min(quantity, Math.max(next.stock, 1)))
    const picture = findVariantImage(product, next)
    if (picture >= 0) setImageIndex(picture)
    void go(variantHref(product, next), { replace: true })
  }
  return { variant, quantity, imageIndex, choose: selectOption, setQuantity, setImageIndex }
}

/** Returns a function that adds the selection to the cart and then opens the checkout. */
export function useAddToCart(product: ProductDetailData, selection: ProductSelection): () => void {
  const go = useNavigateTo()
  return () => {
    const added = cart.addFromPage(toOfferCartItem(product, selection.variant, selection.quantity))
    toastAddedToCart(added)
    if (added.isInCart) void go('/checkout')
  }
}

/** Returns the index of the variant's own picture among the product's; -1 if it has none. */
function findVariantImage(product: ProductDetailData, variant: VariantData | undefined): number {
  return product.product_images.findIndex(({ key }) => key !== null && key === variant?.imageKey)
}
