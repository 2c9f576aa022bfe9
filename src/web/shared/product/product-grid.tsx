import type { CardSource } from './product-card-model.ts'
import { ProductCard } from './product-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Renders products as cards: four in a row on wide screens, two on phones. The first `eager` pictures load at once. */
export function ProductGrid({ products, eager = 0 }: { products: readonly CardSource[]; eager?: number }) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}

/** Renders the skeleton of a grid of `count` cards. */
export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div className={GRID} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <div key={place}>
          <Skeleton className="aspect-square" />
          <Skeleton className="mt-4 h-4 w-1/3" />
          <Skeleton className="mt-2 h-5 w-4/5" />
          <Skeleton className="mt-2 h-5 w-1/4" />
          <Skeleton className="mt-4 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}

const GRID =
  'card-grid grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4 lg:gap-y-14'
