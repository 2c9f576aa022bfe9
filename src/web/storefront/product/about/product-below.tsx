import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { ShippingAndReturns } from '#web/shared/product/shipping-and-returns.tsx'
import { KnowYourSupplier } from './know-your-supplier.tsx'
import type { LoadedProduct } from '../load-product.ts'
import { RecentlySeenRow } from './recently-seen-row.tsx'
import { RelatedPieces } from './related-products.tsx'

/** What stands below the tabs of a piece: nothing in it changes with what is chosen above. */
export function ProductBelow(
  props: { productId: string; supplier: ProductDetailData['manufacturer'] } & Pick<
    LoadedProduct,
    'supplierPlace' | 'boughtTogether' | 'supplierPieces'
  >,
) {
  return (
    <>
      <KnowYourSupplier productId={props.productId} supplier={props.supplier} place={props.supplierPlace} />
      <ShippingAndReturns />
      <RelatedPieces title="Frequently bought together" pieces={props.boughtTogether} />
      <RelatedPieces title="Supplier's popular products" pieces={props.supplierPieces} />
      <RecentlySeenRow productId={props.productId} />
    </>
  )
}
