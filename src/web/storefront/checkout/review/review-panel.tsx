import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { cartLineKey, lineTotalCents, type CartItem } from '#web/shared/cart/cart-items.ts'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { orderAddressLines } from '../order/address-summary.tsx'
import { OrderTotals } from '../order/order-totals.tsx'
import { type ReviewedOrder, useReviewedOrder } from './reviewed-order.ts'
import { SectionHeading } from '../form/section-heading.tsx'

/** Renders the order to pay: items, recipient, billing address, and totals. */
export function ReviewPanel({ order }: { order: OrderDetailsData }) {
  const reviewedOrder = useReviewedOrder(order)
  const email = order.isGuest ? order.guestEmail : order.orderUser?.email
  return (
    <div className="flex flex-col gap-6 rounded-md border border-line bg-sheet p-5 md:p-7">
      <section aria-labelledby="review-items">
        <SectionHeading id="review-items">Items</SectionHeading>
        {reviewedOrder ? (
          <Items items={reviewedOrder.items} orderId={order.id} />
        ) : (
          <Skeleton className="h-20" />
        )}
      </section>
      <Recipient order={order} reviewed={reviewedOrder} />
      <section aria-labelledby="billing-address" className="border-t border-line pt-5">
        <SectionHeading id="billing-address">Billing address</SectionHeading>
        <Lines lines={[...orderAddressLines(order), email]} />
      </section>
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

/** Renders the items stored in this browser; without them, a link to the order's own page. */
function Items({ items, orderId }: { items: readonly CartItem[]; orderId: string }) {
  if (items.length === 0)
    return (
      <p className="text-sm">
        <Link href={`/dashboard?order=${encodeURIComponent(orderId)}`} className="text-link">
          View the items in this order
        </Link>
      </p>
    )
  return (
    <ul className="-mx-2 flex max-h-96 flex-col gap-4 overflow-y-auto px-2">
      {items.map((item) => (
        <li key={cartLineKey(item)} className="flex items-start gap-4">
          <img
            src={item.image || PLACEHOLDER_PICTURE}
            alt=""
            width={80}
            height={80}
            loading="lazy"
            decoding="async"
            className="size-20 shrink-0 rounded-md bg-stone object-cover"
          />
          <div className="min-w-0 flex-1 text-sm">
            <p className="wrap-anywhere">{item.title}</p>
            {item.variantTitle && <p className="mt-1 text-xs text-ink-soft">{item.variantTitle}</p>}
            <p className="mt-1 text-xs text-ink-soft">Quantity {item.quantity}</p>
          </div>
          <p className="text-sm tabular-nums">{formatCents(lineTotalCents(item))}</p>
        </li>
      ))}
    </ul>
  )
}

function Recipient(props: { order: OrderDetailsData; reviewed: ReviewedOrder | undefined }) {
  const { order, reviewed } = props
  const isShipped = order.shippingMethod === 'ship'
  return (
    <section aria-labelledby="review-recipient" className="border-t border-line pt-5">
      <SectionHeading id="review-recipient">{isShipped ? 'Ship to' : 'Picked up by'}</SectionHeading>
      <Lines lines={[reviewed?.recipient, ...(isShipped ? orderAddressLines(order) : [])]} />
    </section>
  )
}

function Lines({ lines }: { lines: readonly (string | null | undefined)[] }) {
  return (
    <address className="flex flex-col text-sm leading-6 text-ink-soft not-italic wrap-anywhere">
      {lines.map((line) => line && <span key={line}>{line}</span>)}
    </address>
  )
}
