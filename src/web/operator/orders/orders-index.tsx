import { Download } from 'lucide'
import { useState } from 'react'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, orderAddress, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { OrderBulkBar } from './order-bulk-bar.tsx'
import { getOrderState } from './order-texts.ts'

type Order = AnswerTo<'GET /operator/orders'>['orders'][number]

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'open', label: 'Open' },
  { id: 'in_case', label: 'In a case' },
  { id: 'completed', label: 'Completed' },
  { id: 'cancelled', label: 'Cancelled' },
  { id: 'unclear_label', label: 'Unclear label' },
] as const

/** Renders all orders of the marketplace, with search. */
export function OrdersIndex({ search }: SectionProps) {
  const group = VIEWS.find(({ id }) => id === search['group'])?.id ?? 'all'
  const text = search['search'] ?? ''
  const supplier = search['supplier'] || undefined
  const filter = { group, search: text, ...(supplier === undefined ? {} : { supplier }) }
  const change = useAddressChange(OPERATOR.orders, search)
  const query = useOrders(filter)
  return (
    <>
      <PageHead title="Orders">
        <ExportAction path={toAddress('/operator/order-export', filter)} />
      </PageHead>
      <div className="console-panel">
        <ViewTabs
          label="Views of the orders"
          current={group}
          tabs={VIEWS.filter(({ id }) => id !== 'unclear_label' || id === group).map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.orders, {
              group: id === 'all' ? undefined : id,
              search: text,
              supplier,
            }),
          }))}
        />
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search orders"
            placeholder="Order, email, tracking, payment"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
          {supplier !== undefined && (
            <Action isSmall onClick={() => change({ supplier: undefined })}>
              One supplier’s orders: show all
            </Action>
          )}
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <OrdersTable
              key={group}
              orders={pages.flatMap(({ orders }) => orders)}
              isFiltered={group !== 'all' || text !== '' || supplier !== undefined}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

function ExportAction({ path }: { path: string }) {
  const failure = 'We couldn’t export the orders. Please try again in a moment.'
  return (
    <Action icon={Download} onClick={() => void downloadFile({ path, name: 'orders.csv', failure })}>
      Export CSV
    </Action>
  )
}

type OrderFilter = Readonly<{ group: (typeof VIEWS)[number]['id']; search: string; supplier?: string }>

function useOrders(filter: OrderFilter) {
  return usePages('GET /operator/orders', {
    queryKey: ['operator', 'orders', filter],
    input: { query: filter },
    keepsPrevious: true,
  })
}

function OrdersTable({ orders, isFiltered }: { orders: readonly Order[]; isFiltered: boolean }) {
  const [selected, setSelected] = useState<Selection['selected']>({})
  if (orders.length === 0 && !isFiltered)
    return <Empty title="No orders yet" text="Orders of shoppers and vendors appear here." />
  if (orders.length === 0)
    return (
      <Empty
        title="No orders found"
        text="Search by the full email, tracking number or payment reference, or by the start of the order number."
      >
        <ActionLink href={OPERATOR.orders}>Show all orders</ActionLink>
      </Empty>
    )
  return (
    <>
      <DataTable
        label="Orders"
        columns={COLUMNS}
        items={orders}
        getId={({ id }) => id}
        getName={({ number }) => number}
        selection={{ selected, onChange: setSelected }}
        card={(order) => <OrderCard order={order} />}
      />
      <OrderBulkBar
        ids={orders.filter(({ id }) => selected[id]).map(({ id }) => id)}
        onClear={() => setSelected({})}
      />
    </>
  )
}

const COLUMNS: readonly DataColumn<Order>[] = [
  {
    id: 'order',
    title: 'Order',
    cell: ({ id, number }) => (
      <Link href={orderAddress(id)} className="font-semibold hover:underline">
        {number}
      </Link>
    ),
  },
  { id: 'placed', title: 'Placed', cell: ({ placedAt }) => formatDateTime(placedAt) },
  { id: 'status', title: 'Status', cell: (order) => <OrderStatus state={order.state} /> },
  { id: 'buyer', title: 'Buyer', cell: ({ buyer }) => <span title={buyer.email}>{buyer.name}</span> },
  {
    id: 'supplier',
    title: 'Supplier',
    cell: ({ supplier }) => (
      <Link href={supplierAddress(supplier.id)} className="text-link">
        {supplier.name}
      </Link>
    ),
  },
  { id: 'units', title: 'Items', isNumber: true, cell: ({ units }) => formatNumber(units) },
  { id: 'total', title: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
]

/** Renders the status of an order as a coloured label. */
export function OrderStatus({ state }: Pick<Order, 'state'>) {
  const { label, tone } = getOrderState(state)
  return <Status tone={tone}>{label}</Status>
}

function OrderCard({ order }: { order: Order }) {
  return (
    <div className="relative text-sm">
      <p className="flex justify-between gap-3">
        <Link href={orderAddress(order.id)} className="font-semibold after:absolute after:inset-0">
          {order.number}
        </Link>
        <span className="tabular-nums">{formatMoney(order.total)}</span>
      </p>
      <p className="text-xs text-ink-soft">
        {order.buyer.name} · {order.supplier.name} · {formatDateTime(order.placedAt)}
      </p>
      <p className="mt-1.5">
        <OrderStatus state={order.state} />
      </p>
    </div>
  )
}
