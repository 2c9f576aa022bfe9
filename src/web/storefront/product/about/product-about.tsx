import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { Assurances } from '../shipping/assurances.tsx'
import type { LoadedProduct } from '../load-product.ts'
import { ProductDescription } from './product-description.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { ProductTabs } from './product-tabs.tsx'

type Props = { product: ProductDetailData } & Pick<LoadedProduct, 'reviews' | 'posted'>

/** The assurances and the tabs of a piece: nothing in them changes with what is chosen above. */
export function ProductAbout({ product, reviews, posted }: Props) {
  const count = reviews.failure === undefined ? reviews.summary.count : product.review_count
  const tabs = [
    { id: 'description', label: 'Description', panel: <ProductDescription product={product} /> },
    {
      id: 'reviews',
      label: `Review [${count}]`,
      panel: <ProductReviews productId={product.id} reviews={reviews} posted={posted} />,
    },
  ]
  return (
    <>
      <Assurances />
      <div id="reviews" className="scroll-mt-20">
        <ProductTabs
          label="About this piece"
          tabs={tabs}
          first={posted || reviews.isMeant ? 'reviews' : 'description'}
          hashOf="reviews"
        />
      </div>
    </>
  )
}
