import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { parseCents } from '#core/money.ts'
import { AddressSummary } from '../order/address-summary.tsx'
import { OrderTotals } from '../order/order-totals.tsx'

/** The saved order beside its payment: where it goes, and subtotal, shipping and total as the server holds them (CHK2-11). */
export function PaymentPanel({ order }: { order: OrderDetailsData }) {
  return (
    <div className="flex flex-col gap-6 rounded-md border border-line bg-sheet p-5 md:p-7">
      <AddressSummary order={order} />
      <div className="border-t border-line pt-5">
        <OrderTotals
          subtotal={parseCents(order.subtotal) ?? 0}
          shipping={parseCents(order.shippingAmount) ?? 0}
          total={parseCents(order.totalAmount) ?? 0}
          shipments={order.shipments}
        />
      </div>
    </div>
  )
}
