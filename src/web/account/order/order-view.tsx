import { formatCents, parseCents } from '#core/money.ts'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { useCompany } from '#web/app/document/company.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { progressSteps, statusText, statusTone } from './order-progress.ts'
import { SupplierOrderCard } from './supplier-order/supplier-order-card.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Renders an order for its shopper: number, status, progress, supplier orders, and totals. */
export function OrderView({ order, onChanged }: { order: TrackedOrderData; onChanged: () => void }) {
  return (
    <article className="receipt">
      <ReceiptHeader />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="eyebrow">
            Placed on <LocalDate iso={order.placedAt} />
            {order.paidAt && (
              <span className="hidden print:inline">
                {' · Paid on '}
                <LocalDate iso={order.paidAt} />
              </span>
            )}
          </p>
          <h1 className="mt-2 text-2xl">
            Order <span className="whitespace-nowrap">{order.number}</span>
          </h1>
        </div>
        <Badge tone={statusTone(order.status)}>{statusText(order.status, order.shippingMethod)}</Badge>
      </div>
      <div className="mt-8 rounded-md bg-mist p-5 md:p-7 print:hidden">
        <ProgressBar steps={progressSteps(order)} />
      </div>
      <PaymentPrompt order={order} />
      <div className="mt-10 grid gap-10 lg:grid-cols-12 lg:gap-16">
        <div className="lg:col-span-8">
          <SupplierOrderList order={order} onChanged={onChanged} />
        </div>
        <div className="flex flex-col gap-10 lg:col-span-4">
          <Totals order={order} />
          <OrderRecipient order={order} />
          <OrderDocuments order={order} />
        </div>
      </div>
    </article>
  )
}

/** Renders the items, grouped by supplier. */
function SupplierOrderList({ order, onChanged }: { order: TrackedOrderData; onChanged: () => void }) {
  return (
    <>
      <h2 className="mb-5 text-lg">Items</h2>
      <div className="flex flex-col gap-5">
        {order.supplierOrders.map((supplierOrder) => (
          <SupplierOrderCard
            key={supplierOrder.id}
            purchaseId={order.id}
            supplierOrder={supplierOrder}
            method={order.shippingMethod}
            onChanged={onChanged}
          />
        ))}
      </div>
    </>
  )
}

/** Renders the shopper's actions on an unpaid order. */
function PaymentPrompt({ order }: { order: TrackedOrderData }) {
  if (order.status === 'awaiting_payment') {
    return (
      <div className="mt-6 flex flex-wrap items-center gap-4 print:hidden">
        <ButtonLink href={`/checkout-step-two/?orderID=${encodeURIComponent(order.id)}`}>
          Pay this order
        </ButtonLink>
        <p className="text-sm text-ink-soft">If you have just paid, this can take a minute.</p>
      </div>
    )
  }
  if (order.status !== 'expired') return null
  return <p className="mt-6 text-sm text-ink-soft">You weren’t charged, and the items are back on sale.</p>
}

function Totals({ order }: { order: TrackedOrderData }) {
  const refundRows = [
    { label: 'Refunded to you', cents: sumAmounts(order, (supplierOrder) => supplierOrder.refundedAmount) },
    {
      label: 'Charged back by your bank',
      cents: sumAmounts(order, (supplierOrder) => supplierOrder.chargedBackAmount),
    },
  ]
  const rows = [
    { label: 'Subtotal', amount: order.subtotal },
    { label: 'Shipping', amount: order.shippingAmount },
  ]
  return (
    <section aria-labelledby="order-totals" className="break-inside-avoid">
      <h2 id="order-totals" className="mb-5 text-lg">
        Summary
      </h2>
      <dl className="flex flex-col gap-2 border-t border-line pt-5 text-sm tabular-nums">
        {rows.map(({ label, amount }) => (
          <div key={label} className="flex justify-between">
            <dt className="text-ink-soft">{label}</dt>
            <dd>{formatCents(parseCents(amount) ?? 0)}</dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4 text-lg">
          <dt>Total</dt>
          <dd>{formatCents(parseCents(order.totalAmount) ?? 0)}</dd>
        </div>
        {refundRows
          .filter(({ cents }) => cents > 0)
          .map(({ label, cents }) => (
            <div key={label} className="flex justify-between">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{formatCents(cents)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

type SupplierOrder = TrackedOrderData['supplierOrders'][number]

/** Returns the sum of the supplier orders' amounts, in cents. */
function sumAmounts(order: TrackedOrderData, amountOf: (supplierOrder: SupplierOrder) => number): number {
  return order.supplierOrders.reduce(
    (sum, supplierOrder) => sum + (parseCents(amountOf(supplierOrder)) ?? 0),
    0,
  )
}

/** Renders the recipient and address. */
function OrderRecipient({ order: { recipient, shippingMethod } }: { order: TrackedOrderData }) {
  return (
    <section aria-labelledby="order-recipient" className="break-inside-avoid">
      <h2 id="order-recipient" className="mb-5 text-lg">
        {shippingMethod === 'pickup' ? 'Picked up by' : 'Delivery to'}
      </h2>
      <address className="border-t border-line pt-5 text-sm text-ink-soft not-italic">
        {[recipient.name, ...recipient.lines, recipient.email].map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}

/** Renders the issuer of the receipt, for print only; on the screen the page's header has it. */
function ReceiptHeader() {
  const { shopName, lines, supportEmail } = useCompany()
  return (
    <div
      aria-hidden="true"
      className="mb-8 hidden items-end justify-between border-b border-line pb-5 print:flex"
    >
      <p className="font-display text-2xl">{shopName}</p>
      <p className="text-right text-xs">
        {[...lines, supportEmail].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}

/** Renders the skeleton of an order. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">Your order</h1>
      <Skeleton className="h-12 w-64 max-w-full" />
      <Skeleton className="mt-8 h-24" />
      <div className="mt-10 grid gap-10 lg:grid-cols-12 lg:gap-16">
        <Skeleton className="h-64 lg:col-span-8" />
        <Skeleton className="h-40 lg:col-span-4" />
      </div>
    </div>
  )
}
