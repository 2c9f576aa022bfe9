import { useId } from 'react'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import type { LoadedPart } from '#web/shared/loading/loaded-component.ts'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'

/** A row of other pieces under a heading, or a word why there is none (ERR-12, ERR-13). */
export function RelatedPieces({ title, pieces }: { title: string; pieces: LoadedPart<ProductCardData> }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-6 print:hidden">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      {pieces.items.length > 0 ? (
        <ProductGrid products={pieces.items} />
      ) : (
        <p className="text-ink-soft">{pieces.failure ?? 'No products found'}</p>
      )}
    </section>
  )
}
