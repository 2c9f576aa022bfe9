import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'

type TimelineEvent = SupplierOrderViewData['timeline'][number]

const TEXTS: Readonly<Record<string, string>> = {
  place: 'Order placed',
  pay: 'Payment received',
  submit: 'Free cancellation ended. The order was sent to you.',
  accept: 'Order accepted',
  reject: 'Order rejected',
  reject_lines: 'Some items rejected',
  cancel_lines: 'Some items cancelled by the customer',
  escalate: 'No response for a day. The marketplace was notified.',
  miss_promise: 'The ship-by date passed',
  pack: 'Parcel added',
  unpack: 'Label refunded, items to ship again',
  ship: 'All items shipped',
  deliver: 'Delivered',
  wait: 'The carrier reports it as still on its way',
  complete: 'Completed, your earnings are available',
  ask_cancel: 'Cancellation requested',
  keep: 'Cancellation request declined or withdrawn',
  cancel: 'Order cancelled and refunded',
  cancel_rest: 'Remaining items cancelled and refunded',
  open_case: 'Case opened, your earnings are on hold',
  close_case: 'Case closed',
  refund_case: 'Case closed with a full refund',
  expire: 'Not paid in time',
}

const ACTORS: Readonly<Record<TimelineEvent['actor'], string>> = {
  payment: 'Payment provider',
  timer: 'Automatic',
  setting: 'Automatic, as set for your store',
  carrier: 'Carrier',
  shopper: 'Buyer',
  vendor: 'Buyer',
  store: 'Buyer’s store',
  supplier: 'You',
  operator: 'Marketplace',
}

/** Renders an order's timeline, latest first: time, actor, and reason. */
export function OrderTimeline({ order: { timeline } }: { order: SupplierOrderViewData }) {
  const events = timeline.toReversed()
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col">
        {events.map(({ event, actor, reason, at }, index) => (
          <li key={`${event} ${at}`} className="relative flex gap-3 pb-4 ps-5 text-sm last:pb-0">
            {index < events.length - 1 && (
              <span aria-hidden="true" className="absolute start-[3.5px] top-3 h-full w-px bg-line" />
            )}
            <span
              aria-hidden="true"
              className={`absolute start-0 top-1.5 size-2 rounded-full ${index === 0 ? 'bg-accent' : 'bg-line-strong'}`}
            />
            <div className="min-w-0 flex-1">
              <p className={index === 0 ? 'font-semibold' : ''}>{TEXTS[event] ?? event}</p>
              <p className="text-xs text-ink-soft">
                {ACTORS[actor]}
                {reason && ` · “${reason}”`}
              </p>
            </div>
            <time dateTime={at} className="shrink-0 text-xs text-ink-soft tabular-nums">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
