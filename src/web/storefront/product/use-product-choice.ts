import { useState } from 'react'
import type { ProductDetailData, VariantData } from '#features/catalog/contract.ts'
import { firstVariant, variantWith } from './variant-choice.ts'
import type { VariantAxis } from './variant-choice.ts'

/** What a shopper has chosen on the page of a piece, and how to choose otherwise. */
export type ProductChoice = Readonly<{
  variant: VariantData | undefined
  quantity: number
  imageIndex: number
  choose(axis: VariantAxis, value: string): void
  setQuantity(quantity: number): void
  setImageIndex(index: number): void
}>

/** The choice on a page: it begins with the first variant in stock, one piece of it, and the first picture. */
export function useProductChoice(product: ProductDetailData): ProductChoice {
  const [variant, setVariant] = useState(() => firstVariant(product.variants))
  const [quantity, setQuantity] = useState(1)
  const [imageIndex, setImageIndex] = useState(0)
  function choose(axis: VariantAxis, value: string): void {
    const next = variant && variantWith({ variants: product.variants, chosen: variant, axis, value })
    if (!next) return
    setVariant(next)
    setQuantity(Math.min(quantity, Math.max(next.stock, 1)))
    const picture = product.product_images.findIndex(
      (image) => image.key !== null && image.key === next.imageKey,
    )
    if (picture >= 0) setImageIndex(picture)
  }
  return { variant, quantity, imageIndex, choose, setQuantity, setImageIndex }
}
