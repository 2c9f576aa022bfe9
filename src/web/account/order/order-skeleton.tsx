import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of an order that is on its way. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">Your order</h1>
      <Skeleton className="h-12 w-64 max-w-full" />
      <Skeleton className="mt-8 h-24" />
      <div className="mt-10 grid gap-10 lg:grid-cols-12 lg:gap-16">
        <Skeleton className="h-64 lg:col-span-8" />
        <Skeleton className="h-40 lg:col-span-4" />
      </div>
    </div>
  )
}
