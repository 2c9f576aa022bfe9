import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of a product page that is on its way. */
export function ProductSkeleton() {
  return (
    <div className="page-width py-6 md:py-10" aria-busy="true">
      <Skeleton className="h-5 w-64 max-w-full" />
      <div className="mt-6 grid gap-8 md:grid-cols-2 lg:grid-cols-12 lg:gap-12">
        <Skeleton className="aspect-square lg:col-span-7" />
        <div className="flex flex-col gap-5 lg:col-span-5">
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-44 w-full" />
        </div>
      </div>
    </div>
  )
}
