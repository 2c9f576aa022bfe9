import { call } from '#web/app/calls/api.ts'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '../shell/empty-state.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { parsePageNumber } from '../shell/parse-page-number.ts'
import { OrderCard } from './order-card.tsx'

type OrdersPage = Pick<AnswerTo<'GET /shop/getMyOrders'>, 'orders' | 'page' | 'pages' | 'total'>

/** Renders all orders of the account, page by page. */
export function OrdersSection({ search }: { search: Readonly<Record<string, string>> }) {
  const page = parsePageNumber(search['page'])
  const query = useQuery(`${page}`, (signal) =>
    call('GET /shop/getMyOrders', { query: { page } }, { signal }),
  )
  return (
    <QueryView loading={query} skeleton={<OrdersSkeleton />}>
      {(orders) => <OrderList {...orders} />}
    </QueryView>
  )
}

/** Renders a page of orders, or an empty state. */
export function OrderList({ orders, page, pages, total }: OrdersPage) {
  if (orders.length === 0) return <NoOrders isPastEnd={total > 0} />
  return (
    <div className="flex flex-col gap-8">
      <p className="text-sm text-ink-soft">{total === 1 ? '1 order' : `${total} orders`}, newest first</p>
      <ul className="flex flex-col gap-4">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} heading="h2" />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Pagination page={page} pages={pages} hrefOf={(number) => `/dashboard/orders?page=${number}`} />
      )}
    </div>
  )
}

function NoOrders({ isPastEnd }: { isPastEnd: boolean }) {
  if (isPastEnd) {
    return (
      <EmptyState title="No more orders" text="There are no orders on this page.">
        <ButtonLink href="/dashboard/orders" variant="outline" size="sm">
          Go to newest orders
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No orders yet"
      text="Your orders appear here with the progress of each supplier. Orders you placed as a guest with your email address appear here, too."
    >
      <ButtonLink href="/marketplace" size="sm">
        Go to the marketplace
      </ButtonLink>
    </EmptyState>
  )
}

function OrdersSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      {['first', 'second', 'third'].map((name) => (
        <Skeleton key={name} className="h-28 rounded-md" />
      ))}
    </div>
  )
}
