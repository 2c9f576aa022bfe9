import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'

/** The checkout before the browser's cart and form are read. */
export function CheckoutSkeleton() {
  return (
    <CheckoutFrame
      current="Shipping"
      form={
        <div aria-busy="true" className="grid grid-cols-6 gap-x-4 gap-y-8">
          <p className="sr-only">Loading your cart</p>
          {LINES.map(({ name, width }) => (
            <Skeleton key={name} className={`h-12 ${width}`} />
          ))}
        </div>
      }
      panel={<PanelSkeleton />}
    />
  )
}

/** The shape of the cart beside the form. */
export function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7">
      <Skeleton className="h-7 w-32" />
      <div className="flex gap-4">
        <Skeleton className="size-20 md:size-24" />
        <Skeleton className="h-6 flex-1" />
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

const LINES = [
  { name: 'email', width: 'col-span-6' },
  { name: 'ship', width: 'col-span-3' },
  { name: 'pickup', width: 'col-span-3' },
  { name: 'country', width: 'col-span-6' },
  { name: 'first name', width: 'col-span-3' },
  { name: 'last name', width: 'col-span-3' },
  { name: 'block', width: 'col-span-2' },
  { name: 'street', width: 'col-span-4' },
  { name: 'unit', width: 'col-span-2' },
  { name: 'building', width: 'col-span-4' },
  { name: 'postcode', width: 'col-span-3' },
  { name: 'mobile', width: 'col-span-3' },
] as const
