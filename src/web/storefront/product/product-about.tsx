import type { ProductDetailData } from '#features/catalog/contract.ts'
import { Assurances } from './assurances.tsx'
import type { LoadedProduct } from './load-product.ts'
import { ProductDescription } from './product-description.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { ProductTabs } from './product-tabs.tsx'

/** The assurances and the tabs of a piece: nothing in them changes with what is chosen above. */
export function ProductAbout({
  product,
  reviews,
}: { product: ProductDetailData } & Pick<LoadedProduct, 'reviews'>) {
  const count = reviews.failure === undefined ? reviews.items.length : product.review_count
  const tabs = [
    { id: 'description', label: 'Description', panel: <ProductDescription product={product} /> },
    { id: 'reviews', label: `Review [${count}]`, panel: <ProductReviews reviews={reviews} /> },
  ]
  return (
    <>
      <Assurances />
      <ProductTabs label="About this piece" tabs={tabs} />
    </>
  )
}
