import { SupplierOrderCases } from '../../case/supplier-order-cases.tsx'
import {
  type SupplierOrderProps,
  type ShippingMethod,
  SupplierOrderActions,
} from './supplier-order-actions.tsx'
import { SupplierOrderTimeline } from './supplier-order-timeline.tsx'

type SupplierOrderActivityProps = SupplierOrderProps & Readonly<{ method: ShippingMethod }>

/** What the shopper can do about a supplier's part, and what has happened to it so far. */
export function SupplierOrderActivity({ purchaseId, part, method, onChanged }: SupplierOrderActivityProps) {
  return (
    <>
      <SupplierOrderActions purchaseId={purchaseId} part={part} method={method} onChanged={onChanged} />
      <SupplierOrderCases purchaseId={purchaseId} part={part} onChanged={onChanged} />
      {part.timeline.length > 1 && (
        <SupplierOrderTimeline timeline={part.timeline} supplier={part.supplier} method={method} />
      )}
    </>
  )
}
