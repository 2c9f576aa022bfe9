import type { ListedShopOrderData } from '#features/stores/shop-orders/contract.ts'
import { formatCountry, formatMoment, formatMoney } from '#web/console/data/format.ts'
import { Status } from '#web/console/parts/status.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { vendorOrderAddress } from '../console/addresses.ts'
import {
  getCostCurrency,
  getMoneyStatus,
  getOrderStatus,
  getStoreStatus,
  getSupplierStatus,
} from './order-status.ts'

/** The columns of the table of a vendor's orders. */
export const ORDER_COLUMNS: readonly DataColumn<ListedShopOrderData>[] = [
  {
    id: 'order',
    title: 'Order',
    cell: ({ id, number, placedAt, isPractice }) => (
      <>
        <Link href={vendorOrderAddress(id)} className="font-semibold hover:underline">
          {number}
        </Link>
        <span className="block text-xs whitespace-nowrap text-ink-soft">
          {formatMoment(placedAt)}
          {isPractice && ' · practice'}
        </span>
      </>
    ),
  },
  {
    id: 'customer',
    title: 'Customer',
    cell: (order) => (
      <>
        <span className="block max-w-44 truncate">{order.customer.name || '–'}</span>
        <span className="block max-w-44 truncate text-xs text-ink-soft">{formatPlace(order)}</span>
      </>
    ),
  },
  {
    id: 'items',
    title: 'Items',
    cell: (order) => (
      <>
        <span title={order.titles.join(', ')} className="block max-w-48 truncate 2xl:max-w-80">
          {order.titles.join(', ') || '–'}
        </span>
        <ItemsHint order={order} />
      </>
    ),
  },
  {
    id: 'total',
    title: 'Total',
    isNumber: true,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  { id: 'store', title: 'In your store', cell: (order) => <StoreStatus order={order} /> },
  { id: 'money', title: 'Payment', cell: (order) => <MoneyStatus order={order} /> },
  { id: 'supplier', title: 'Suppliers', cell: (order) => <SupplierStatus order={order} /> },
  {
    id: 'profit',
    title: 'Profit',
    isNumber: true,
    cell: (order) => (order.profit === null ? '–' : formatMoney(order.profit, getCostCurrency(order))),
  },
]

/** The columns for a vendor with several stores, including the order's store. */
export const ORDER_COLUMNS_WITH_STORE = ORDER_COLUMNS.map((column) =>
  column.id === 'store'
    ? {
        ...column,
        cell: (order: ListedShopOrderData) => (
          <>
            <StoreStatus order={order} />
            <span className="block max-w-28 truncate text-xs text-ink-soft 2xl:max-w-40">{order.store}</span>
          </>
        ),
      }
    : column,
)

/** Renders what an order is waiting for, else its number of items. */
function ItemsHint({ order }: { order: ListedShopOrderData }) {
  const why = explainWaiting(order)
  return why === undefined ? (
    <span className="block text-xs text-ink-soft">{countItems(order.units)}</span>
  ) : (
    <span title={why} className="block max-w-48 truncate 2xl:max-w-80 text-xs text-(--amber)">
      {why}
    </span>
  )
}

function explainWaiting({ reasons, isRecovered, hasStoreProblem }: ListedShopOrderData): string | undefined {
  if (hasStoreProblem) return 'A tracking number isn’t in your store.'
  const [first, ...others] = reasons
  if (!first) return isRecovered ? 'Recovered by a check. Your store sent no webhook.' : undefined
  return others.length === 0 ? first.text : `${first.text} Plus ${others.length} more.`
}

/** Renders the card of an order on a phone: buyer, items, and what it is waiting for. */
export function OrderCard({
  order,
  showsStore = false,
}: {
  order: ListedShopOrderData
  showsStore?: boolean
}) {
  const { id, number, store, customer, titles, units, total, currency, reasons } = order
  return (
    <div className="relative">
      <p className="truncate text-sm font-semibold">{customer.name || titles[0] || number}</p>
      <p className="truncate text-xs text-ink-soft">
        {countItems(units)} · {formatPlace(order)}
        {showsStore && ` · ${store}`}
      </p>
      {reasons[0] && <p className="mt-1 text-xs">{reasons[0].text}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderStatus order={order} />
        <Link href={vendorOrderAddress(id)} className="text-xs text-ink-soft after:absolute after:inset-0">
          {number}
        </Link>
        <span className="ms-auto text-sm font-semibold tabular-nums">{formatMoney(total, currency)}</span>
      </div>
    </div>
  )
}

/** Renders the status of an order on the marketplace as a coloured word. */
export function OrderStatus({ order }: { order: Pick<ListedShopOrderData, 'state'> }) {
  const { label, tone } = getOrderStatus(order)
  return <Status tone={tone}>{label}</Status>
}

/** Renders the status of an order in the vendor's own store as a coloured word. */
export function StoreStatus({ order }: { order: Pick<ListedShopOrderData, 'shopState' | 'origin'> }) {
  const { label, tone } = getStoreStatus(order)
  return <Status tone={tone}>{label}</Status>
}

/** Renders the payment status of an order as a coloured word. */
export function MoneyStatus({ order }: { order: Pick<ListedShopOrderData, 'moneyState'> }) {
  const { label, tone } = getMoneyStatus(order)
  return <Status tone={tone}>{label}</Status>
}

/** Renders the progress of an order's suppliers as a coloured word. */
export function SupplierStatus({ order }: { order: Pick<ListedShopOrderData, 'supplierState'> }) {
  const { label, tone } = getSupplierStatus(order)
  return <Status tone={tone}>{label}</Status>
}

function countItems(units: number): string {
  return units === 1 ? '1 item' : `${units} items`
}

function formatPlace({ customer: { city, country } }: ListedShopOrderData): string {
  return [city, country === '' ? '' : formatCountry(country)].filter(Boolean).join(', ') || 'No address'
}
