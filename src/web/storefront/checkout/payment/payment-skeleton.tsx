import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'

/** The shape of the payment step while its order is on the way. */
export function PaymentSkeleton() {
  return (
    <CheckoutFrame
      current="Review"
      form={
        <div aria-busy="true" className="flex flex-col gap-3">
          {['vm', 'discover', 'paynow', 'upop', 'alipay'].map((method) => (
            <Skeleton key={method} className="h-16" />
          ))}
        </div>
      }
      panel={
        <div className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      }
    />
  )
}
