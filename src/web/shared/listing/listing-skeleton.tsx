import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListingHero } from './listing-hero.tsx'
import { ProductGridSkeleton } from '../product/product-grid.tsx'

/** The shape of a page of products that is on its way; `here` is what the page is called. */
export function ListingSkeleton({ here }: { here: string }) {
  return (
    <div aria-busy="true">
      <ListingHero here={here} />
      <div className="page-width flex flex-col gap-2 pt-1 pb-10 md:gap-8 md:py-10">
        <Skeleton className="h-10 w-full md:h-32" />
        <Skeleton className="h-10 w-2/3" />
        <ProductGridSkeleton count={12} />
      </div>
    </div>
  )
}
