import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { TrackedOrderData } from '#features/checkout/contract.ts'
import { messageOf } from '#web/api.ts'
import { useGo } from '#web/navigation.ts'
import { isOrderNumber, NO_SUCH_ORDER, useRememberedOrder } from '#web/parts/order-memory.ts'
import { page } from '#web/page.ts'
import type { PageContext, ViewProps } from '#web/page.ts'
import { NoOrderView } from './no-order-view.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { OrderView } from './order-view.tsx'

/** The order to show, a sentence that says why it cannot be shown, or neither where the address names none. */
export type DashboardData = Readonly<{ order?: TrackedOrderData; problem?: string }>

/** A guest's dashboard: the order of the mail's link (`?order=`), else the one this browser remembers (ROUTE-32). */
export const dashboardPage = page<DashboardData>({
  load: loadOrder,
  head: ({ order }) => ({
    title: order ? `Order ${order.number}` : 'Your order',
    description: 'Your order and how far it is.',
    isPrivate: true,
  }),
  View: DashboardView,
  Pending: () => (
    <Frame>
      <OrderSkeleton />
    </Frame>
  ),
})

async function loadOrder({ call, search }: PageContext): Promise<DashboardData> {
  const id = search['order'] ?? ''
  if (id === '') return {}
  if (!isOrderNumber(id)) return { problem: NO_SUCH_ORDER }
  try {
    return { order: (await call('GET /shop/trackOrder/{id}', { params: { id } })).order }
  } catch (error) {
    return {
      problem: messageOf(error, 'Your order could not be read just now. Please try again in a moment.'),
    }
  }
}

/** What the dashboard shows: the order, or why there is none. */
export function DashboardView({ data }: ViewProps<DashboardData>) {
  if (data.order) {
    return (
      <Frame>
        <OrderView order={data.order} />
      </Frame>
    )
  }
  return (
    <Frame>{data.problem === undefined ? <RememberedOrder /> : <NoOrderView problem={data.problem} />}</Frame>
  )
}

/** Without an order in the address: goes to the one this browser remembers. */
function RememberedOrder() {
  const { isRead, orderId } = useRememberedOrder()
  const go = useRef(useGo())
  useEffect(() => {
    if (orderId !== undefined)
      void go.current(`/dashboard?order=${encodeURIComponent(orderId)}`, { replace: true })
  }, [orderId])
  return isRead && orderId === undefined ? <NoOrderView /> : <OrderSkeleton />
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="page-width pt-10 pb-16 md:pt-16 md:pb-24">{children}</div>
}
