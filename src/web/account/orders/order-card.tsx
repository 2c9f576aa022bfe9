import type { OrderInListData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { statusText, statusTone } from '../order/order-progress.ts'

/**
 * Renders an order of the shopper as a card that links to it. It must be in a list under a heading of the previous
 * level.
 */
export function OrderCard({ order, heading: Heading }: { order: OrderInListData; heading: 'h2' | 'h3' }) {
  return (
    <article className="relative flex flex-wrap items-center gap-x-6 gap-y-4 rounded-md border border-line bg-sheet p-5 transition-colors focus-within:border-ink hover:border-ink md:p-6">
      <Pictures pictures={order.pictures} />
      <div className="min-w-0 flex-1 basis-40">
        <Heading className="font-sans text-base font-medium">
          <Link
            href={`/dashboard/orders/${encodeURIComponent(order.id)}`}
            className="after:absolute after:inset-0 after:rounded-md"
          >
            {order.number}
          </Link>
        </Heading>
        <p className="mt-1 text-sm text-ink-soft">
          <LocalDate iso={order.placedAt} /> · {order.units === 1 ? '1 item' : `${order.units} items`}
        </p>
        <p className="mt-1 text-xs wrap-anywhere text-ink-soft">
          {order.supplierOrders.map(({ supplier }) => supplier).join(', ')}
        </p>
        {order.supplierOrders.some(({ payment }) => payment === 'charged_back') && (
          <p className="mt-1 text-xs text-danger">Charged back by your bank</p>
        )}
      </div>
      <div className="flex flex-1 basis-full flex-row-reverse items-center justify-between gap-3 sm:flex-none sm:basis-auto sm:flex-col sm:items-end">
        <p className="text-base tabular-nums">{formatCents(parseCents(order.totalAmount) ?? 0)}</p>
        <Badge tone={statusTone(order.status)}>{statusText(order.status, order.shippingMethod)}</Badge>
      </div>
    </article>
  )
}

function Pictures({ pictures }: Pick<OrderInListData, 'pictures'>) {
  return (
    <ul className="flex -space-x-3" aria-hidden="true">
      {pictures.map(({ title, imageUrl }) => (
        <li key={`${title} ${imageUrl}`}>
          <img
            src={imageUrl ?? PLACEHOLDER_PICTURE}
            alt=""
            width={56}
            height={56}
            loading="lazy"
            decoding="async"
            className="size-14 rounded-md border-2 border-sheet bg-stone object-cover"
          />
        </li>
      ))}
    </ul>
  )
}
