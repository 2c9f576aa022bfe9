import { Truck } from 'lucide-react'
import { SHIPPING_FACTS } from '#web/content/product-copy.ts'
import { late } from '#web/parts/late.tsx'

/** Each browser's own; the server keeps its place. */
export const Delivery = late(async () => (await import('./delivery-estimate.tsx')).DeliveryEstimate)

/** What is to be known about sending a piece, from where it is sent, and how soon it would be here. */
export function ShippingBox(props: { productId: string; warehouse: string; isReturnable: boolean }) {
  const { productId, warehouse, isReturnable } = props
  // All pieces can be sent back, unless their supplier says otherwise.
  const returns = isReturnable ? [] : [{ name: 'Returns & refund', value: 'Not for this piece' }]
  return (
    <section aria-labelledby="shipping-box" className="border border-line p-5">
      <h2 id="shipping-box" className="flex items-center gap-2 font-sans text-sm font-medium tracking-normal">
        <Truck aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.5} />
        Shipping
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {[...SHIPPING_FACTS, { name: 'Warehouse', value: warehouse }, ...returns].map((fact) => (
          <div key={fact.name} className="contents">
            <dt className="text-ink-soft">{fact.name}</dt>
            <dd className="text-end">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <Delivery.View className="mt-4 border-t border-line pt-4" productId={productId} />
    </section>
  )
}
