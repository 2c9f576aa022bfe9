import { call } from '#web/app/calls/api.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { Link } from '#web/ui/link.tsx'
import { OrderSkeleton, OrderView } from '../order/order-view.tsx'
import { AccountFrame } from '../shell/account-frame.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'

/** Shows one order of the account: its supplier orders and their progress. */
export const ownOrderPage = page<object>({
  load: () => Promise.resolve({}),
  head: () => ({ title: 'Your order', description: 'Your order and its progress.', isPrivate: true }),
  View: OwnOrderView,
})

function OwnOrderView({ params }: ViewProps<object>) {
  const id = params['id'] ?? ''
  return (
    <AccountFrame current="/dashboard/orders" address={`/dashboard/orders/${encodeURIComponent(id)}`}>
      {() => <OwnOrder key={id} id={id} />}
    </AccountFrame>
  )
}

function OwnOrder({ id }: { id: string }) {
  const read = (signal?: AbortSignal) =>
    call('GET /shop/getMyOrder/{id}', { params: { id } }, signal ? { signal } : {})
  const query = useQuery(id, read)
  /** Reloads the order while it stays visible, which preserves the scroll position. */
  const refresh = () => void read().then(query.show, query.again)
  return (
    <>
      <p className="mb-6 text-sm print:hidden">
        <Link href="/dashboard/orders" className="text-link">
          All orders
        </Link>
      </p>
      <QueryView loading={query} skeleton={<OrderSkeleton />} heading="We can’t show this order">
        {({ order }) => <OrderView order={order} onChanged={refresh} />}
      </QueryView>
    </>
  )
}
