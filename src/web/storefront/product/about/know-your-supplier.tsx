import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { FactList } from '#web/shared/product/fact-list.tsx'
import { reliabilityFigures, supplierFigures } from '#web/shared/product/supplier-figures.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

/** Renders a product's supplier with measured and stated figures (PDP-39), and a link to its store. */
export function KnowYourSupplier(props: {
  productId: string
  supplier: ProductDetailData['manufacturer']
  place: string
}) {
  const { productId, supplier, place } = props
  const store = `/store-profile?id=${supplier.id}`
  return (
    <section
      aria-labelledby="know-your-supplier"
      className="grid gap-8 bg-mist p-6 md:p-10 lg:grid-cols-12 lg:gap-12"
    >
      <div className="lg:col-span-5">
        <h2 id="know-your-supplier" className="text-xl">
          Know your supplier
        </h2>
        <p className="mt-4 font-medium">
          <Link href={store} className="text-link">
            {supplier.name}
          </Link>
        </p>
        <p className="text-sm text-ink-soft">{place}</p>
        {supplier.description && (
          <p className="mt-4 max-w-prose text-sm text-ink-soft">{supplier.description}</p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href={store} variant="outline">
            Visit store
          </ButtonLink>
          <ButtonLink
            href={`/chat?product=${productId}`}
            variant="outline"
            aria-label={`Chat with ${supplier.name} about this product`}
          >
            Chat
          </ButtonLink>
        </div>
      </div>
      <Figures supplier={supplier} />
    </section>
  )
}

/** Renders a supplier's measured figures before the stated ones. */
function Figures({ supplier: { stated, reliability } }: { supplier: ProductDetailData['manufacturer'] }) {
  const [figures, measured] = [supplierFigures(stated), reliabilityFigures(reliability)]
  return (
    <div className="flex flex-col gap-8 lg:col-span-7">
      {reliability && measured.length > 0 && (
        <FactList
          figures={measured}
          source={`Measured by the marketplace, from ${reliability.finishedOrders.toLocaleString('en-US')} orders`}
        />
      )}
      {figures.length > 0 && (
        <FactList
          figures={figures}
          source={
            reliability
              ? 'Stated by the supplier'
              : 'Stated by the supplier. Not enough data yet to measure it.'
          }
        />
      )}
    </div>
  )
}
