import { formatCents, parseCents } from '#core/money.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { useQuery, QueryView } from '#web/shared/loading/query-view.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Card } from '../shell/card.tsx'
import { supplierOrderHref, supplierStateLabel, supplierStateTone } from './supplier-state.ts'

type SupplierOrdersPage = Pick<AnswerTo<'GET /supplier/orders'>, 'orders' | 'total'>
type SupplierOrderRowData = SupplierOrdersPage['orders'][number]

const SHOWN_ORDERS = 5

/** The latest orders that buyers placed with the supplier who is signed in. */
export function SupplierOrders() {
  const query = useQuery('', (signal) => call('GET /supplier/orders', {}, { signal }))
  return (
    <QueryView loading={query} skeleton={<Skeleton className="h-64 rounded-md" />}>
      {(orders) => <LatestSupplierOrders {...orders} />}
    </QueryView>
  )
}

/** The card that lists them, newest first. */
export function LatestSupplierOrders({ orders, total }: SupplierOrdersPage) {
  return (
    <Card
      id="supplier-orders"
      title="Latest orders"
      aside={
        total > SHOWN_ORDERS && (
          <p className="text-sm text-ink-soft tabular-nums">{`${SHOWN_ORDERS} of ${total} orders`}</p>
        )
      }
    >
      {orders.length === 0 ? (
        <p className="text-sm text-ink-soft">
          No orders yet. When a buyer orders one of your products, the order shows up here and we email you.
        </p>
      ) : (
        <ul className="flex flex-col">
          {orders.slice(0, SHOWN_ORDERS).map((order) => (
            <li key={order.id} className="border-t border-line first:border-t-0">
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function OrderRow({ order }: { order: SupplierOrderRowData }) {
  const { id, number, state, paidAt, units, titles, totalAmount } = order
  return (
    <article className="relative -mx-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-md px-2 py-4 focus-within:bg-mist hover:bg-mist">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-sans text-base font-medium">
          <Link href={supplierOrderHref(id)} className="after:absolute after:inset-0 after:rounded-md">
            {number}
          </Link>
        </h3>
        <p className="mt-1 text-sm text-ink-soft">
          <LocalDate iso={paidAt} /> · {units === 1 ? '1 item' : `${units} items`}
        </p>
        <p className="mt-1 text-xs wrap-anywhere text-ink-soft">{titles.join(', ')}</p>
      </div>
      <div className="flex items-center gap-4 sm:flex-col sm:items-end sm:gap-2">
        <p className="text-base tabular-nums">{formatCents(parseCents(totalAmount) ?? 0)}</p>
        <Badge tone={supplierStateTone(state)}>{supplierStateLabel(state)}</Badge>
      </div>
    </article>
  )
}
