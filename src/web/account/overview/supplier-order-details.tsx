import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { useQuery } from '#web/shared/loading/use-query.ts'
import { QueryView } from '#web/shared/loading/query-view.tsx'
import { toast } from '#web/app/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Card } from '../shell/card.tsx'
import { supplierStateLabel, supplierStateTone } from './supplier-state.ts'

/** One order of the supplier who is signed in: what to send, to whom, by when, and the button that accepts it. */
export function SupplierOrderDetails({ id }: { id: string }) {
  const query = useQuery(id, async (signal) => {
    const { order } = await call('GET /supplier/orders/{id}', { params: { id } }, { signal })
    return order
  })
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm">
        <Link href="/dashboard" className="text-link">
          Back to the overview
        </Link>
      </p>
      <QueryView
        loading={query}
        heading="We can’t show this order"
        skeleton={<Skeleton className="h-80 rounded-md" />}
      >
        {(order) => <SupplierOrderView order={order} onChange={query.show} />}
      </QueryView>
    </div>
  )
}

/** The order as it was read; `onChange` gets what the server answers to a change. */
export function SupplierOrderView(props: {
  order: SupplierOrderViewData
  onChange: (order: SupplierOrderViewData) => void
}) {
  const { order, onChange } = props
  const { number, state, paidAt, shipBy, actions } = order
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-2xl">Order {number}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
            <Badge tone={supplierStateTone(state)}>{supplierStateLabel(state)}</Badge>
            {paidAt !== null && (
              <span>
                Paid <LocalDate iso={paidAt} />
              </span>
            )}
            {shipBy !== null && (
              <span>
                Ship by <LocalDate iso={shipBy} />
              </span>
            )}
          </p>
        </div>
        {actions.includes('accept') && <AcceptButton order={order} onChange={onChange} />}
      </header>
      {state === 'paid_hold' && (
        <p className="rounded-md bg-accent-mist p-5 text-sm">
          The buyer can cancel freely during the first ten minutes. After that we email you, and you can
          accept the order.
        </p>
      )}
      <OrderItems order={order} />
      <Recipient order={order} />
    </>
  )
}

function AcceptButton(props: {
  order: SupplierOrderViewData
  onChange: (order: SupplierOrderViewData) => void
}) {
  const { order, onChange } = props
  const [isBusy, setIsBusy] = useState(false)

  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      const params = { id: order.id }
      const answer = await call('POST /supplier/orders/{id}/accept', {
        params,
        body: { version: order.version },
      })
      toast.success(answer.message)
      onChange(answer.order)
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t accept the order. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <Button busy={isBusy} onClick={() => void accept()}>
      Accept order
    </Button>
  )
}

function OrderItems({ order: { lines, itemsAmount, shippingAmount, totalAmount } }: OrderProps) {
  return (
    <Card id="order-items" title="Items">
      <ul className="flex flex-col">
        {lines.map(({ line, title, variantTitle, sku, quantity, withdrawn, unitPrice, imageUrl }) => (
          <li
            key={line}
            className="flex items-start gap-4 border-t border-line py-4 first:border-t-0 first:pt-0"
          >
            <img
              src={imageUrl ?? PLACEHOLDER_PICTURE}
              alt=""
              width={56}
              height={56}
              loading="lazy"
              decoding="async"
              className="size-14 rounded-md bg-stone object-cover"
            />
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium wrap-anywhere">{title}</p>
              <p className="mt-1 text-xs wrap-anywhere text-ink-soft">
                {[variantTitle, sku && `SKU ${sku}`].filter(Boolean).join(' · ')}
              </p>
              {withdrawn > 0 && (
                <p className="mt-1 text-xs text-danger">{withdrawn} cancelled: do not ship</p>
              )}
            </div>
            <p className="text-sm whitespace-nowrap tabular-nums">
              {quantity} × {formatOrderAmount(unitPrice)}
            </p>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid grid-cols-2 gap-y-2 border-t border-line pt-4 text-sm [&>dd]:text-end [&>dd]:tabular-nums">
        <dt className="text-ink-soft">Items</dt>
        <dd>{formatOrderAmount(itemsAmount)}</dd>
        <dt className="text-ink-soft">Shipping</dt>
        <dd>{formatOrderAmount(shippingAmount)}</dd>
        <dt className="font-medium">Total</dt>
        <dd className="font-medium">{formatOrderAmount(totalAmount)}</dd>
      </dl>
    </Card>
  )
}

type OrderProps = Readonly<{ order: SupplierOrderViewData }>

function Recipient({ order: { shipTo, warehouse } }: OrderProps) {
  const { name, phone, lines, method, service } = shipTo
  return (
    <Card id="order-recipient" title={method === 'pickup' ? 'Picked up by' : 'Ship to'}>
      <address className="text-sm not-italic">
        {[name, ...lines, phone].map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
      <p className="mt-4 text-sm text-ink-soft">
        From {warehouse}
        {service !== null && ` · ${service.replaceAll('_', ' ')}`}
      </p>
    </Card>
  )
}

function formatOrderAmount(amount: number): string {
  return formatCents(parseCents(amount) ?? 0)
}
