import { SupplierOrderCases } from '#web/shared/cases/supplier-order-cases.tsx'
import {
  type SupplierOrderProps,
  type ShippingMethod,
  SupplierOrderActions,
} from './supplier-order-actions.tsx'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'

type SupplierOrderActivityProps = SupplierOrderProps & Readonly<{ method: ShippingMethod }>

/** Renders a supplier order's actions and its timeline. */
export function SupplierOrderActivity({
  purchaseId,
  supplierOrder,
  method,
  onChanged,
}: SupplierOrderActivityProps) {
  return (
    <>
      <SupplierOrderActions
        purchaseId={purchaseId}
        supplierOrder={supplierOrder}
        method={method}
        onChanged={onChanged}
      />
      <SupplierOrderCases purchaseId={purchaseId} supplierOrder={supplierOrder} onChanged={onChanged} />
      {supplierOrder.timeline.length > 1 && (
        <SupplierOrderTimeline
          timeline={supplierOrder.timeline}
          supplier={supplierOrder.supplier}
          method={method}
        />
      )}
    </>
  )
}

type TimelineEvents = TrackedOrderData['supplierOrders'][number]['timeline']

/** Renders the timeline of a supplier order, loaded when it is opened. */
function SupplierOrderTimeline({
  timeline,
  supplier,
  method,
}: {
  timeline: TimelineEvents
  supplier: string
  method: ShippingMethod
}) {
  const visibleEvents = timeline.flatMap((event) => {
    const text = (method === 'pickup' && PICKUP_EVENT_TEXTS[event.event]) || EVENT_TEXTS[event.event]
    return text === undefined ? [] : [{ ...event, text }]
  })
  return (
    <details className="border-t border-line px-5 py-3 md:px-7 print:hidden">
      <summary className="min-h-6 cursor-pointer text-sm">
        Timeline<span className="sr-only"> to the items of {supplier}</span>
      </summary>
      <ol className="mt-3 flex flex-col gap-3 border-l border-line-strong pl-4">
        {visibleEvents.map(({ event, at, text, reason }) => (
          <li key={`${event} ${at}`} className="text-sm">
            <span className="block">{text}</span>
            <span className="block text-xs wrap-anywhere text-ink-soft">
              <LocalDate iso={at} />
              {reason ? ` · ${reason}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The labels of the events that shoppers see. */
const EVENT_TEXTS: Readonly<Record<string, string>> = {
  place: 'Ordered',
  pay: 'Paid',
  expire: 'Expired unpaid',
  submit: 'Sent to the supplier',
  accept: 'Accepted by the supplier',
  reject: 'Declined by the supplier',
  reject_lines: 'Some items can’t be shipped',
  cancel_lines: 'Some items cancelled',
  miss_promise: 'Later than promised',
  pack: 'A parcel is on its way',
  unpack: 'A parcel was not sent yet and is prepared again',
  ship: 'Everything is on its way',
  wait: 'Not delivered yet, the carrier reports',
  deliver: 'Delivered',
  complete: 'Completed',
  ask_cancel: 'Cancellation requested',
  keep: 'Order continues',
  cancel: 'Cancelled',
  cancel_rest: 'Items not shipped were cancelled',
  open_case: 'In review',
  close_case: 'Settled',
  refund_case: 'Refunded',
}

/** The labels that differ for orders with pickup. */
const PICKUP_EVENT_TEXTS: Readonly<Record<string, string>> = {
  pack: 'Items are ready to collect',
  ship: 'Everything is ready to collect',
  wait: 'Not collected yet',
  deliver: 'Collected',
}
