import { ProductGridSkeleton } from '#web/shared/product/product-grid.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of a store that is on its way. */
export function StoreSkeleton() {
  return (
    <div aria-busy="true">
      <div className="bg-mist">
        <div className="page-width grid items-center gap-8 py-6 md:py-10 lg:grid-cols-12 lg:gap-12">
          <div className="flex flex-col gap-4 lg:col-span-6">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="mt-6 h-12 w-3/4" />
            <Skeleton className="h-6 w-1/3" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-11 w-2/3" />
          </div>
          <Skeleton className="aspect-3/2 lg:col-span-6" />
        </div>
      </div>
      <div className="page-width flex flex-col gap-8 py-14">
        <Skeleton className="h-8 w-48" />
        <ProductGridSkeleton count={4} />
      </div>
    </div>
  )
}
