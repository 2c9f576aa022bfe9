import type { ProductCardData, ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'
import { ShippingAndReturns } from '#web/shared/product/shipping-and-returns.tsx'
import type { LoadedProduct } from '../load-product.ts'
import { KnowYourSupplier } from './know-your-supplier.tsx'
import { RecentlyViewedRow } from './recently-viewed-row.tsx'
import { useId } from 'react'

/** What stands below the tabs of a product: nothing in it changes with what is chosen above. */
export function RelatedSections(
  props: { productId: string; supplier: ProductDetailData['manufacturer'] } & Pick<
    LoadedProduct,
    'supplierPlace' | 'boughtTogether' | 'supplierProducts'
  >,
) {
  return (
    <>
      <KnowYourSupplier productId={props.productId} supplier={props.supplier} place={props.supplierPlace} />
      <ShippingAndReturns />
      <RelatedProducts title="Frequently bought together" products={props.boughtTogether} />
      <RelatedProducts title="Supplier's popular products" products={props.supplierProducts} />
      <RecentlyViewedRow productId={props.productId} />
    </>
  )
}

/** A row of other products under a heading, or a word why there is none (ERR-12, ERR-13). */
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
