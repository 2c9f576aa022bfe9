import type { ProductCardData, ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'
import type { LoadedProduct } from '../load-product.ts'
import { KnowYourSupplier } from './know-your-supplier.tsx'
import { RecentlyViewedRow } from './recently-viewed-row.tsx'
import { useId } from 'react'
import { policySections } from '#web/content/policies.ts'
import { useShippingRules } from '#web/shared/product/use-shipping-rules.ts'

/** Renders the sections below a product's tabs, which do not depend on the selected variant. */
export function RelatedSections(
  props: { product: ProductDetailData } & Pick<
    LoadedProduct,
    'supplierPlace' | 'boughtTogether' | 'supplierProducts'
  >,
) {
  const { product } = props
  return (
    <>
      <KnowYourSupplier productId={product.id} supplier={product.manufacturer} place={props.supplierPlace} />
      <ShippingAndReturns shipping={product.shipping} returnDays={product.returnDays} />
      <RelatedProducts title="Frequently bought together" products={props.boughtTogether} />
      <RelatedProducts title="Supplier's popular products" products={props.supplierProducts} />
      <RecentlyViewedRow productId={product.id} />
    </>
  )
}

/** Renders a row of other products under a heading, or why there is none (ERR-12, ERR-13). */
function RelatedProducts({ title, products }: { title: string; products: LoadedList<ProductCardData> }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-6 print:hidden">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      {products.items.length > 0 ? (
        <ProductGrid products={products.items} />
      ) : (
        <p className="text-ink-soft">{products.failure ?? 'No products found'}</p>
      )}
    </section>
  )
}

/** Renders the shop's promises about shipping and returns (POLICY-08), for the shopper's country. */
function ShippingAndReturns({ shipping, returnDays }: Pick<ProductDetailData, 'shipping' | 'returnDays'>) {
  const { rules, elsewhere } = useShippingRules(shipping)
  return (
    <section aria-labelledby="shipping-and-returns">
      <h2 id="shipping-and-returns" className="text-xl">
        Shipping and returns
      </h2>
      <div className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        {policySections(rules, { handlingDays: shipping.handlingDays, returnDays }).map((part) => (
          <div key={part.heading}>
            <h3 className="font-sans text-sm font-medium tracking-normal">
              {elsewhere && part.heading === 'Shipping' ? `Shipping to ${elsewhere}` : part.heading}
            </h3>
            <ul className="mt-3 text-sm text-ink-soft">
              {part.texts.map((text) => (
                <li key={text} className="border-t border-line py-2.5">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
