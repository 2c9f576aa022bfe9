import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { type AssuranceIcon, assurances } from '#web/content/product-copy.ts'
import { useShippingRules } from '#web/shared/product/use-shipping-rules.ts'
import type { LoadedProduct } from '../load-product.ts'
import { ProductDescription } from './product-description.tsx'
import { ProductReviews } from './product-reviews.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { BadgeCheck, Headset, ShieldCheck, Truck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'

const ICONS = {
  quality: BadgeCheck,
  warranty: ShieldCheck,
  shipping: Truck,
  support: Headset,
} as const satisfies Record<AssuranceIcon, unknown>

/** Renders the four assurances below every product. */
function Assurances({ shipping }: Pick<ProductDetailData, 'shipping'>) {
  const { rules } = useShippingRules(shipping)
  return (
    <ul className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
      {assurances(rules).map((assurance) => {
        const shapes = ICONS[assurance.icon]
        return (
          <li key={assurance.name} className="flex items-start gap-3 py-6 pe-4">
            <Icon
              shapes={shapes}
              aria-hidden="true"
              className="size-6 shrink-0 text-gold"
              strokeWidth={1.25}
            />
            <div>
              <p className="text-sm font-medium">{assurance.name}</p>
              <p className="text-xs text-ink-soft">{assurance.note}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type ProductAboutProps = { product: ProductDetailData } & Pick<LoadedProduct, 'reviews' | 'posted'>

/** Renders a product's assurances and tabs, which do not depend on the selected variant. */
export function ProductAbout({ product, reviews, posted }: ProductAboutProps) {
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
      <Assurances shipping={product.shipping} />
      <div id="reviews" className="scroll-mt-20">
        <ProductTabs
          label="About this product"
          tabs={tabs}
          first={posted || reviews.isRequested ? 'reviews' : 'description'}
          hashOf="reviews"
        />
      </div>
    </>
  )
}
