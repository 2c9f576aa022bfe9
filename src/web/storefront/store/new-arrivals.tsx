import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { LoadedPart } from '#web/shared/loading/loaded-component.ts'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'

/** The newest pieces of a store, newest first (STORE-03). */
export function NewArrivals({ arrivals }: { arrivals: LoadedPart<ProductCardData> }) {
  return (
    <section
      id="new-arrivals"
      tabIndex={-1}
      aria-labelledby="new-arrivals-title"
      className="flex lg:scroll-mt-20 flex-col gap-6"
    >
      <h2 id="new-arrivals-title" className="text-xl">
        New Arrivals
      </h2>
      {arrivals.items.length > 0 ? (
        // Where three stand in a row, the fourth would stand alone.
        <div className="md:max-lg:[&_li:nth-child(4)]:hidden">
          <ProductGrid products={arrivals.items} />
        </div>
      ) : (
        <p className="text-ink-soft">{arrivals.failure ?? 'No products found'}</p>
      )}
    </section>
  )
}
