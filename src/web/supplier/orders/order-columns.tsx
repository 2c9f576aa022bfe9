import type { ListedOrderData } from '#features/sales/orders/views/order-list/contract.ts'
import { formatCountry, formatDay, formatMoment, formatMoney } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Status } from '#web/console/parts/status.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../console/addresses.ts'
import { getOrderStatus } from './order-status.ts'

/** The columns of the table of orders. */
export const ORDER_COLUMNS: readonly DataColumn<ListedOrderData>[] = [
  {
    id: 'order',
    title: 'Order',
    cell: ({ id, number, paidAt }) => (
      <>
        <Link href={supplierOrderAddress(id)} className="font-semibold hover:underline">
          {number}
        </Link>
        <span className="block text-xs text-ink-soft">{formatMoment(paidAt)}</span>
      </>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: ({ customer, method }) => (
      <>
        <span className="block max-w-44 truncate">{customer.name}</span>
        <span className="block max-w-44 truncate text-xs text-ink-soft">
          {method === 'pickup' ? 'Picks it up' : formatPlace(customer)}
        </span>
      </>
    ),
  },
  { id: 'items', title: 'Items', cell: (order) => <OrderPictures order={order} /> },
  { id: 'total', title: 'Total', isNumber: true, cell: ({ totalAmount }) => formatMoney(totalAmount) },
  { id: 'status', title: 'Status', cell: (order) => <OrderStatus order={order} /> },
  { id: 'next', title: 'What’s next', cell: (order) => describeNext(order) },
  {
    id: 'earnings',
    title: 'You earn',
    isNumber: true,
    cell: ({ earnings }) =>
      earnings === null ? '–' : <span className="font-semibold">{formatMoney(earnings)}</span>,
  },
]

/** Renders the card of an order on a phone: recipient, items, and next step. */
export function OrderCard({ order }: { order: ListedOrderData }) {
  return (
    <div className="relative">
      <div className="flex items-center gap-3">
        <Pictures pictures={order.pictures.slice(0, 2)} />
        <div className="min-w-0">
          <p className="truncate text-sm font-semibold">{order.customer.name}</p>
          <p className="truncate text-xs text-ink-soft">
            {countItems(order.units)} ·{' '}
            {order.method === 'pickup' ? 'Picks it up' : formatPlace(order.customer)}
          </p>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderStatus order={order} />
        <Link
          href={supplierOrderAddress(order.id)}
          className="text-xs text-ink-soft after:absolute after:inset-0"
        >
          {order.number}
        </Link>
        {order.earnings !== null && (
          <span className="ms-auto text-sm font-semibold tabular-nums">{formatMoney(order.earnings)}</span>
        )}
      </div>
    </div>
  )
}

/** Renders the status of an order as a coloured word. */
export function OrderStatus({ order }: { order: Parameters<typeof getOrderStatus>[0] }) {
  const { label, tone } = getOrderStatus(order, useNow())
  return <Status tone={tone}>{label}</Status>
}

function OrderPictures({ order }: { order: ListedOrderData }) {
  return (
    <span className="flex items-center gap-2.5" title={order.titles.join(', ')}>
      <Pictures pictures={order.pictures} />
      <span className="whitespace-nowrap text-ink-soft">{countItems(order.units)}</span>
    </span>
  )
}

function Pictures({ pictures }: { pictures: readonly string[] }) {
  return (
    <span className="flex -space-x-2">
      {[...new Set(pictures.length > 0 ? pictures : [PLACEHOLDER_PICTURE])].map((source) => (
        <img
          key={source}
          src={source}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          decoding="async"
          className="size-8 rounded-sm border-2 border-sheet bg-stone object-cover"
        />
      ))}
    </span>
  )
}

function countItems(units: number): string {
  return units === 1 ? '1 item' : `${units} items`
}

function formatPlace({ city, country }: ListedOrderData['customer']): string {
  return city === '' ? formatCountry(country) : `${city}, ${country}`
}

function describeNext({ state, shipBy, parcels, left }: ListedOrderData): string {
  switch (state) {
    case 'paid_hold':
      return 'The buyer can still cancel'
    case 'submitted':
      return shipBy ? `Ship by ${formatDay(shipBy)}` : '–'
    case 'accepted':
    case 'in_progress':
      return shipBy ? `Promised ${formatDay(shipBy)}` : `${countItems(left)} left`
    case 'cancel_requested':
      return 'Accept or decline it'
    case 'shipped':
    case 'delivered':
      return parcels === 1 ? '1 parcel' : `${parcels} parcels`
    case 'in_case':
      return 'See the case'
    default:
      return '–'
  }
}
