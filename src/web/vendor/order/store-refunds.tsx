import { ExternalLink } from 'lucide'
import type { ShopOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { VENDOR } from '../console/addresses.ts'

/** Renders which items the vendor has to refund to the customer in the store, because they are not sent. */
export function StoreRefunds({ order }: { order: ShopOrderData }) {
  const { storeRefunds, currency, store, isPractice } = order
  if (!storeRefunds) return null
  const { items, orderUrl } = storeRefunds
  const open = items.filter(({ isRefunded }) => !isRefunded)
  return (
    <Panel title="Refund in your store" hint={open.length === 0 ? 'done' : undefined}>
      <p className="text-sm">
        {open.length === 0
          ? 'Your store has refunded all items that aren’t sent.'
          : `These items aren’t sent, and your customer has paid for them. Refund them in ${store}: only you can return your customer’s money. This is marked as refunded once your store reports it.`}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
        {items.map(({ lineId, title, units, amount, isRefunded }) => (
          <li
            key={`${lineId} ${isRefunded}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {units} × {title}
            </span>
            <span className="tabular-nums">{formatMoney(amount, currency)}</span>
            <Status tone={isRefunded ? 'good' : 'wait'}>{isRefunded ? 'Refunded' : 'To refund'}</Status>
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <>
          <p className="mt-2 text-xs text-ink-soft">
            Amounts are what these items cost in the order. Shipping and tax are for you and your store to
            decide.
          </p>
          <div className="mt-3">
            {orderUrl !== null && (
              <ActionLink
                variant="primary"
                icon={ExternalLink}
                href={orderUrl}
                target="_blank"
                rel="noreferrer"
              >
                Open order {order.number} in your store
              </ActionLink>
            )}
            {isPractice && <ActionLink href={VENDOR.store}>Open your practice shop</ActionLink>}
          </div>
        </>
      )}
    </Panel>
  )
}
