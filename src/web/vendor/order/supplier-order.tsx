import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide'
import { Suspense } from 'react'
import type { ShopOrderData, VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatDateTime, formatDay, formatMoney, formatTime } from '#web/console/data/format.ts'
import { useBusiness } from '#web/console/frame/business.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { supplierChatAddress } from '../console/addresses.ts'
import { PracticeActions } from './practice-actions.tsx'
import { SupplierOrderActions } from './supplier-order-actions.tsx'
import { SupplierOrderChanges } from './supplier-order-changes.tsx'
import { SupplierOrderParcels } from './supplier-order-parcels.tsx'

// Loaded only for orders that are real.
const SupplierOrderCases = lazyComponent(
  async () => (await import('#web/shared/cases/supplier-order-cases.tsx')).SupplierOrderCases,
)

type SupplierOrder = VendorSupplierOrderData

const STATES: Readonly<Record<SupplierOrder['state'], readonly [label: string, tone: StatusTone]>> = {
  draft: ['Draft', 'plain'],
  awaiting_payment: ['To pay', 'do'],
  paid_hold: ['On hold', 'plain'],
  submitted: ['Sent to the supplier', 'plain'],
  accepted: ['Accepted', 'good'],
  in_progress: ['Partly shipped', 'good'],
  shipped: ['Shipped', 'good'],
  delivered: ['Delivered', 'good'],
  completed: ['Completed', 'plain'],
  cancel_requested: ['Cancellation requested', 'wait'],
  cancelled: ['Cancelled', 'bad'],
  rejected: ['Rejected', 'bad'],
  expired: ['Not paid in time', 'plain'],
  in_case: ['Case open', 'bad'],
  refunded: ['Refunded', 'plain'],
}

/** Renders one supplier's share of an order: progress, parcels, money, and actions. */
export function SupplierOrderPanel({
  supplierOrder,
  order,
}: {
  supplierOrder: SupplierOrder
  order: ShopOrderData
}) {
  const [label, tone] = STATES[supplierOrder.state]
  const { business, isViewing, can } = useBusiness()
  const canWrite = can('orders:write')
  return (
    <Panel
      title={supplierOrder.supplier}
      hint={supplierOrder.number}
      aside={<Status tone={tone}>{label}</Status>}
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="text-ink-soft">{describeSupplierOrder(supplierOrder)}</p>
        <ul className="flex flex-col gap-1">
          {supplierOrder.lines.map(({ line, title, variantTitle, quantity, shipped, withdrawn }) => (
            <li key={line} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {quantity} × {title}
                {variantTitle && <span className="text-ink-soft"> · {variantTitle}</span>}
              </span>
              <span className="text-xs text-ink-soft">
                {[shipped > 0 && `${shipped} shipped`, withdrawn > 0 && `${withdrawn} not sent`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
        <SupplierOrderChanges supplierOrder={supplierOrder} />
        <SupplierOrderParcels supplierOrder={supplierOrder} order={order} />
        <SupplierOrderMoney supplierOrder={supplierOrder} />
        {canWrite && <SupplierOrderActions supplierOrder={supplierOrder} />}
        {business.isOwn && !isViewing && !order.isPractice && <Cases supplierOrder={supplierOrder} />}
        {business.isOwn && !isViewing && !order.isPractice && (
          <ActionLink
            isSmall
            icon={MessagesSquare}
            href={supplierChatAddress(supplierOrder.id)}
            className="self-start"
          >
            Message supplier
          </ActionLink>
        )}
        {canWrite && order.isPractice && <PracticeActions supplierOrder={supplierOrder} />}
        <SupplierOrderTimeline supplierOrder={supplierOrder} />
      </div>
    </Panel>
  )
}

/** Renders the vendor's cases with the supplier, which only the owner of the business may open. */
function Cases({ supplierOrder }: { supplierOrder: SupplierOrder }) {
  const queries = useQueryClient()
  const { id, purchaseId, lines } = supplierOrder
  return (
    <Suspense>
      <SupplierOrderCases
        key={id}
        purchaseId={purchaseId}
        // Consumers have a right of withdrawal, and a vendor buys as a business.
        supplierOrder={{
          ...supplierOrder,
          withdrawal: null,
          lines: lines.map((line) => ({ ...line, withdrawable: 0 })),
        }}
        heading="Problems with the items"
        frame=""
        onChanged={() => void queries.invalidateQueries({ queryKey: ['vendor'] })}
      />
    </Suspense>
  )
}

function describeSupplierOrder({ state, holdEndsAt, shipBy, deliverBy, timeline }: SupplierOrder): string {
  const reason = timeline.findLast(({ event }) => event === 'reject' || event === 'cancel')?.reason
  if (state === 'paid_hold')
    return holdEndsAt
      ? `We send it to the supplier at ${formatTime(holdEndsAt)}. Until then, you can cancel it for free.`
      : 'We’re sending it to the supplier.'
  if (state === 'rejected')
    return `The supplier can’t send it${reason ? `: ${reason}` : ''}. You are refunded.`
  if (state === 'cancelled') return `Cancelled${reason ? `: ${reason}` : ''}. You are refunded.`
  if (state === 'in_case') return 'A case is open. The supplier gets no money until it ends.'
  if (state === 'cancel_requested')
    return 'We asked the supplier to cancel. Until they answer, it may still ship.'
  const dates = [shipBy && `ships by ${formatDay(shipBy)}`, deliverBy && `arrives by ${formatDay(deliverBy)}`]
  const text = dates.filter(Boolean).join(', ')
  return text === '' ? 'The supplier has this order.' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

function SupplierOrderMoney({ supplierOrder }: { supplierOrder: SupplierOrder }) {
  const { items, shipping, total, refunded, currency, isByWallet } = supplierOrder
  return (
    <Figures
      rows={[
        { label: 'Items', value: formatMoney(items, currency) },
        { label: 'Shipping', value: formatMoney(shipping, currency) },
        {
          label: isByWallet ? 'Paid from your wallet' : 'Paid',
          value: formatMoney(total, currency),
          isStrong: true,
        },
        ...(refunded > 0
          ? [
              {
                label: isByWallet ? 'Refunded to your wallet' : 'Refunded the way you paid',
                value: formatMoney(refunded, currency),
              },
            ]
          : []),
      ]}
    />
  )
}

const EVENTS: Readonly<Record<string, string>> = {
  pay: 'Paid',
  submit: 'Sent to the supplier',
  accept: 'Accepted by the supplier',
  reject: 'Rejected by the supplier',
  reject_lines: 'Some items rejected by the supplier',
  cancel_lines: 'Some items cancelled and refunded',
  escalate: 'No response for a day. The marketplace was notified.',
  miss_promise: 'The ship-by date passed',
  pack: 'Parcel added',
  unpack: 'Label refunded, items to ship again',
  ship: 'All items shipped',
  deliver: 'Delivered',
  wait: 'The carrier reports it as still on its way',
  complete: 'Completed',
  ask_cancel: 'Cancellation requested',
  keep: 'Cancellation request declined or withdrawn',
  cancel: 'Cancelled and refunded',
  cancel_rest: 'Remaining items cancelled and refunded',
  open_case: 'Case opened',
  close_case: 'Case closed',
  refund_case: 'Case closed with a full refund',
}

function SupplierOrderTimeline({ supplierOrder: { timeline } }: { supplierOrder: SupplierOrder }) {
  const events = timeline.filter(({ event }) => EVENTS[event]).toReversed()
  if (events.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-xs text-ink-soft">Timeline</summary>
      <ol className="mt-2 flex flex-col gap-1.5 text-xs">
        {events.map(({ event, reason, at }) => (
          <li key={`${event} ${at}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {EVENTS[event]}
              {reason && <span className="text-ink-soft"> · “{reason}”</span>}
            </span>
            <time dateTime={at} className="text-ink-soft tabular-nums">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  )
}
