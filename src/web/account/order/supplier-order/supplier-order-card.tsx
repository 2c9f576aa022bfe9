import { Suspense } from 'react'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { statusText, statusTone } from '../order-progress.ts'
import { SupplierOrderStatus } from './supplier-order-status.tsx'
import { ParcelList } from './parcel-list.tsx'

// Lazy, because it needs scripts, and the first view has space only for the supplier order itself.
const SupplierOrderActivity = lazyComponent(
  async () => (await import('./supplier-order-activity.tsx')).SupplierOrderActivity,
)

type SupplierOrder = TrackedOrderData['supplierOrders'][number]
type OrderLineData = SupplierOrder['lines'][number]

type SupplierOrderCardProps = Readonly<{
  purchaseId: string
  supplierOrder: SupplierOrder
  method: TrackedOrderData['shippingMethod']
  onChanged: () => void
}>

/** Renders a supplier order: its supplier and origin, status, items, parcels, and actions. */
export function SupplierOrderCard({ purchaseId, supplierOrder, method, onChanged }: SupplierOrderCardProps) {
  const isHydrated = useIsHydrated()
  return (
    <section
      aria-labelledby={`supplier-order-${supplierOrder.id}`}
      className="rounded-md border border-line bg-sheet print:border-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 md:px-7 print:break-after-avoid print:px-0">
        <div>
          <h3 id={`supplier-order-${supplierOrder.id}`} className="text-lg">
            {supplierOrder.supplier}
          </h3>
          {supplierOrder.warehouse && <p className="text-xs text-ink-soft">From {supplierOrder.warehouse}</p>}
          {supplierOrder.shipping && (
            <p className="text-xs text-ink-soft tabular-nums">{describeShipping(supplierOrder.shipping)}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Link
            href={`/chat?order=${encodeURIComponent(supplierOrder.id)}`}
            aria-label={`Chat with ${supplierOrder.supplier} about this order`}
            className="text-link inline-flex min-h-6 items-center text-sm print:hidden"
          >
            Chat
          </Link>
          <Badge tone={statusTone(supplierOrder.state)}>{statusText(supplierOrder.state, method)}</Badge>
        </div>
      </div>
      <ul className="divide-y divide-line px-5 md:px-7 print:px-0">
        {supplierOrder.lines.map((line) => (
          <OrderLine key={`${line.productId} ${line.sku} ${line.variantTitle}`} line={line} />
        ))}
      </ul>
      <SupplierOrderStatus supplierOrder={supplierOrder} isPickup={method === 'pickup'} />
      <ParcelList parcels={supplierOrder.parcels} />
      {isHydrated && (
        <Suspense>
          <SupplierOrderActivity
            purchaseId={purchaseId}
            supplierOrder={supplierOrder}
            method={method}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Describes the shipping of a supplier order and its cost. */
function describeShipping({
  service,
  minDays,
  maxDays,
  rate,
}: NonNullable<SupplierOrder['shipping']>): string {
  const fee = formatCents(parseCents(rate) ?? 0)
  return `${formatServiceName(service)}, ${formatDays(minDays, maxDays)}: ${fee}`
}

function OrderLine({ line }: { line: OrderLineData }) {
  const unitCents = parseCents(line.unitPrice) ?? 0
  return (
    <li className="flex break-inside-avoid gap-4 py-4 print:py-2">
      <span className="size-16 shrink-0 overflow-hidden rounded-md bg-stone md:size-20 print:hidden">
        <img
          src={line.imageUrl ?? PLACEHOLDER_PICTURE}
          alt=""
          width={80}
          height={80}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <Link
          href={`/product/${encodeURIComponent(line.productId)}`}
          className="wrap-anywhere hover:underline hover:underline-offset-4"
        >
          {line.title}
        </Link>
        {line.variantTitle && <p className="text-xs text-ink-soft">{line.variantTitle}</p>}
        <p className="text-xs wrap-anywhere text-ink-soft">{line.sku}</p>
        <p className="text-xs text-ink-soft tabular-nums">
          {line.quantity} × {formatCents(unitCents)}
        </p>
        {line.withdrawn > 0 && (
          <p className="text-xs text-danger">
            {line.withdrawn === line.quantity ? 'Not sent' : `${line.withdrawn} of ${line.quantity} not sent`}
          </p>
        )}
      </div>
      <p className="text-sm tabular-nums">{formatCents(unitCents * line.quantity)}</p>
    </li>
  )
}
