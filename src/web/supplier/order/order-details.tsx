import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import type { SectionProps } from '../console/supplier-page.tsx'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import { OrderStatus } from '../orders/order-columns.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderChanges } from './order-changes.tsx'
import { CancellationRequest, HoldNotice } from './order-notices.tsx'
import { OrderEarnings, OrderDocuments, Recipient } from './order-facts.tsx'
import { OrderLabels } from './order-labels.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNeighbours } from './order-neighbours.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { StockChanges } from '../store/stock-changes.tsx'

/** Renders an order of the signed-in supplier: timeline, tasks, and earnings. */
export function OrderDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['supplier', 'order', id],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/orders/{id}', { params: { id } }, { signal })).order,
    refetchInterval: 60_000,
  })
  return <Loaded query={query}>{(order) => <OrderColumns order={order} />}</Loaded>
}

/** Renders timeline and tasks at the left, the order's facts at the right. */
function OrderColumns({ order }: { order: SupplierOrderViewData }) {
  const { number, paidAt, deliverBy } = order
  const dates = [
    paidAt && `Paid ${formatDateTime(paidAt)}`,
    deliverBy && `promised for ${formatDay(deliverBy)}`,
  ]
  return (
    <>
      <PageHead
        title={number}
        isBar
        back={{ href: SUPPLIER.orders, label: 'All orders' }}
        badge={
          <>
            <OrderStatus order={order} />
            <OrderNeighbours id={order.id} />
          </>
        }
        about={dates.filter(Boolean).join(' · ')}
      >
        <OrderActions order={order} />
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex flex-col gap-4">
          {order.state === 'paid_hold' && <HoldNotice />}
          {order.state === 'cancel_requested' && <CancellationRequest order={order} />}
          <OrderChanges order={order} />
          <OrderLines order={order} />
          {order.parcels.length > 0 && <OrderParcels order={order} />}
          <OrderLabels order={order} />
          <OrderStoreStock id={order.id} />
          <OrderTimeline order={order} />
        </div>
        <div className="flex flex-col gap-4">
          <Recipient order={order} />
          <OrderEarnings order={order} />
          <OrderDocuments order={order} />
        </div>
      </div>
    </>
  )
}

/** Renders an order's stock changes in the supplier's connected store; nothing without any. */
function OrderStoreStock({ id }: { id: string }) {
  const { data: changes = [] } = useQuery({
    queryKey: ['supplier', 'order', id, 'store-stock'],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/orders/{id}/store-stock', { params: { id } }, { signal })).changes,
    refetchInterval: 60_000,
  })
  if (changes.length === 0) return null
  return (
    <Panel title="Stock in your store" isFlush>
      <StockChanges changes={changes} />
    </Panel>
  )
}
