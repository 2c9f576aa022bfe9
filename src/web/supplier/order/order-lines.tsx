import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { describeVariant } from '#web/console/parts/unit-picker.tsx'

/** Renders the lines of an order with units to ship, shipped, and cancelled. */
export function OrderLines({ order }: { order: SupplierOrderViewData }) {
  const left = order.lines.reduce((sum, line) => sum + line.left, 0)
  const all = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  const hint =
    left === 0 ? countItems(all) : left === all ? countItems(all) : `${left} of ${countItems(all)} left`
  return (
    <Panel title={left > 0 ? 'To ship' : 'Items'} hint={`${hint} · ${order.warehouse}`}>
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <li key={line.line} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <img
              src={line.imageUrl ?? PLACEHOLDER_PICTURE}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              decoding="async"
              className="size-12 rounded-sm bg-stone object-cover"
            />
            <div className="min-w-0 flex-1 text-sm">
              <Link
                href={`/product/${encodeURIComponent(line.productId)}`}
                className="font-semibold wrap-anywhere hover:underline"
              >
                {line.title}
              </Link>
              <p className="text-xs wrap-anywhere text-ink-soft">{describeVariant(line)}</p>
              {line.warehouse !== order.warehouse && (
                <p className="text-xs font-medium">From {line.warehouse}</p>
              )}
              {(line.shipped > 0 || line.withdrawn > 0) && (
                <p className="mt-0.5 text-xs">
                  {[
                    line.shipped > 0 && `${line.shipped} shipped`,
                    line.withdrawn > 0 && `${line.withdrawn} cancelled, don’t ship`,
                    line.left > 0 && `${line.left} left`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
            </div>
            <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">× {line.quantity}</p>
            <p className="min-w-20 text-end text-sm tabular-nums">
              {formatMoney(line.unitPrice * line.quantity)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function countItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}
