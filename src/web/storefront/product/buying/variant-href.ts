import type { ProductDetailData, VariantData } from '#features/catalogue/catalog/contract.ts'

/** The address of a product in one variant; of a product that comes in one only, its own. */
export function variantHref(
  product: Pick<ProductDetailData, 'id' | 'variants'>,
  variant: Pick<VariantData, 'id'> | undefined,
): string {
  const path = `/product/${product.id}`
  return variant && product.variants.length > 1 ? `${path}?variant=${variant.id}` : path
}
