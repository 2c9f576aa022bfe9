import type { ShopOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'

const CHANGED = {
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  paid: 'Refunded or removed',
  unpaid: 'Removed',
} as const

/** Renders what the store changed about items after they were sent, and what follows from it. */
export function SentChanges({ order }: { order: ShopOrderData }) {
  const { sentChanges, shopState, currency, isPractice } = order
  if (!sentChanges) return null
  const { items, amount, oldAddresses } = sentChanges
  return (
    <Panel title="Changed in your store after shipping">
      <div className="flex flex-col gap-3 text-sm">
        {items.length > 0 && (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <li
                  key={item.lineId}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                >
                  <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                    {item.units} × {item.title}
                    <span className="block text-xs text-ink-soft">{CHANGED[shopState]} in your store</span>
                  </span>
                  <span className="tabular-nums">{formatMoney(item.amount, currency)}</span>
                </li>
              ))}
            </ul>
            <p className="max-w-prose">
              The supplier had already sent {items.length === 1 && items[0]?.units === 1 ? 'it' : 'them'}, so
              you still pay the wholesale price. Agree with your customer whether they keep or return{' '}
              {items.length === 1 && items[0]?.units === 1 ? 'it' : 'them'}; the return address is on the
              packing slip.
              {!isPractice && ' If something was faulty, wrong or lost, report a problem below.'}
            </p>
          </>
        )}
        {amount > 0 && (
          <p className="max-w-prose">
            Your store refunded {formatMoney(amount, currency)} without items. This lowers your profit. The
            supplier isn’t affected.
          </p>
        )}
        {oldAddresses.map((lines) => (
          <p key={lines.join(' ')} className="max-w-prose wrap-anywhere">
            Your store has a new address, but the supplier sends to the old one: {lines.join(', ')}. Let your
            customer know.
          </p>
        ))}
      </div>
    </Panel>
  )
}
