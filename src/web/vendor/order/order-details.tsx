import { useQuery } from '@tanstack/react-query'
import type { ShopOrderData, ShopOrderLineData } from '#features/stores/shop-orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatCountry, formatDateTime, formatMoney } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Link } from '#web/ui/link.tsx'
import { VENDOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/vendor-page.tsx'
import { OrderStatus, StoreStatus } from '../orders/order-columns.tsx'
import { getCostCurrency } from '../orders/order-status.ts'
import { CancelInStore } from './cancel-in-store.tsx'
import { OrderActions } from './order-actions.tsx'
import { MatchLine } from './match-line.tsx'
import { ReplaceLine } from './replace-line.tsx'
import { OrderMoney } from './order-money.tsx'
import { SentChanges } from './sent-changes.tsx'
import { StoreRefunds } from './store-refunds.tsx'
import { SupplierOrderPanel } from './supplier-order.tsx'

/** States that are about to change, so the order is polled more often. */
const WAITING: readonly ShopOrderData['state'][] = ['received', 'to_pay', 'in_progress']

/** Renders an order of a vendor's store: items, address, and what blocks forwarding. */
export function OrderDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['vendor', 'order', id],
    queryFn: async ({ signal }) =>
      (await call('GET /vendor/orders/{id}', { params: { id } }, { signal })).order,
    refetchInterval: ({ state }) => getInterval(state.data),
  })
  return <Loaded query={query}>{(order) => <OrderColumns order={order} />}</Loaded>
}

/** Returns when to reload an order, in milliseconds; a practice order changes while its vendor tries things out. */
function getInterval(order: ShopOrderData | undefined): number {
  if (order?.isPractice) return 2_000
  return order && WAITING.includes(order.state) ? 5_000 : 30_000
}

function OrderColumns({ order }: { order: ShopOrderData }) {
  const can = useCan()
  const dates = [
    `Ordered ${formatDateTime(order.placedAt)}`,
    order.isPractice && 'practice: nothing of it is real',
    order.isRecovered && `recovered ${formatDateTime(order.receivedAt)}: no webhook told us`,
  ]
  return (
    <>
      <PageHead
        title={`Order ${order.number}`}
        back={{ href: VENDOR.orders, label: 'All orders' }}
        badge={<OrderStatus order={order} />}
        about={dates.filter(Boolean).join(' · ')}
        isBar
      >
        <OrderActions order={order} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="flex flex-col gap-4">
          <OrderNotice order={order} />
          {!can('orders:write') && (
            <p className="text-sm text-ink-soft">
              Your role lets you see orders, not pay or change them. An owner of the business can change your
              role.
            </p>
          )}
          <StoreRefunds order={order} />
          <SentChanges order={order} />
          <Lines order={order} />
          {order.supplierOrders.map((supplierOrder) => (
            <SupplierOrderPanel key={supplierOrder.id} supplierOrder={supplierOrder} order={order} />
          ))}
        </div>
        <div className="flex flex-col gap-4">
          <OrderMoney order={order} />
          <ShipTo order={order} />
          <InYourStore order={order} />
        </div>
      </div>
    </>
  )
}

/** Renders what the order is waiting for. */
function OrderNotice({ order }: { order: ShopOrderData }) {
  const { state, reasons, hasStoreProblem, origin, cancellation } = order
  if (cancellation?.needsDecision)
    return (
      <p role="status" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
        <span className="font-semibold">Your store hasn’t cancelled this order.</span> See the reason under
        “In your store”, then try again or continue the order.
      </p>
    )
  if (hasStoreProblem && state !== 'blocked')
    return (
      <p role="status" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
        <span className="font-semibold">A tracking number isn’t in your store.</span> See the reason on its
        parcel below, then try again.
      </p>
    )
  if (state === 'blocked')
    return (
      <section aria-label="Needs attention" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
        <p className="font-semibold">This order isn’t forwarded yet</p>
        <ul className="mt-1 list-disc ps-5">
          {reasons.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      </section>
    )
  const isOwn = state === 'closed' && origin !== 'store'
  const text = isOwn
    ? 'You cancelled this order.'
    : ((state === 'in_progress' ? PROGRESS_NOTICES[order.supplierState] : undefined) ?? NOTICES[state])
  return <p className="rounded-md bg-mist px-4 py-3 text-sm">{text}</p>
}

const PROGRESS_NOTICES: Partial<Record<ShopOrderData['supplierState'], string>> = {
  on_hold: 'This order is paid. Its suppliers receive it when the hold ends.',
  shipped: 'Everything has been shipped.',
}

const NOTICES = {
  received: 'This order has just arrived. We’re checking it.',
  to_pay: 'This order is ready to be paid.',
  in_progress: 'Suppliers have this order.',
  completed: 'Everything has been delivered.',
  not_ours: 'This order contains none of our products. There is nothing for you to do here.',
  closed: 'This order was cancelled or refunded in your store. Nothing is forwarded.',
} as const

function Lines({ order }: { order: ShopOrderData }) {
  const { lines, currency } = order
  return (
    <Panel title="Items" hint={lines.length === 1 ? '1 line' : `${lines.length} lines`}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
            <img
              src={line.product?.picture ?? PLACEHOLDER_PICTURE}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              decoding="async"
              className="size-12 rounded-sm bg-stone object-cover"
            />
            <div className="min-w-0 flex-1 text-sm">
              <LineTitle line={line} />
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
                <LineKind kind={line.kind} />
                {describeLine(line, getCostCurrency(order))}
              </p>
              {line.kind === 'unmapped' && <MatchLine order={order} line={line} />}
              <ReplaceLine order={order} line={line} />
            </div>
            <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">× {line.quantity}</p>
            <p className="min-w-20 text-end text-sm tabular-nums">{formatMoney(line.total, currency)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LineTitle({ line: { title, product } }: { line: ShopOrderLineData }) {
  if (!product) return <p className="font-semibold wrap-anywhere">{title}</p>
  return (
    <Link
      href={`/product/${encodeURIComponent(product.id)}`}
      className="font-semibold wrap-anywhere hover:underline"
    >
      {title}
    </Link>
  )
}

function LineKind({ kind }: Pick<ShopOrderLineData, 'kind'>) {
  if (kind === 'ours') return null
  return kind === 'unmapped' ? <Status tone="wait">Not matched</Status> : <Status>Your own product</Status>
}

function describeLine(
  { title, product, variant, removed, wholesalePrice, bought, reason, otherOptions }: ShopOrderLineData,
  costCurrency: string,
): string {
  // The store's title remains when the item is replaced by another product.
  const isReplaced = product && !title.includes(product.name)
  return [
    otherOptions && `Your customer chose “${otherOptions}”`,
    // It says the same, and is in the box above.
    reason?.code !== 'other_options' && reason?.text,
    isReplaced && `sends ${[product.name, variant?.title].filter(Boolean).join(', ')}`,
    bought > 0 && `${bought} ordered`,
    removed > 0 && `${removed} removed in your store`,
    wholesalePrice !== null && `wholesale ${formatMoney(wholesalePrice, costCurrency)} each`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function ShipTo({ order: { address } }: { order: ShopOrderData }) {
  if (!address)
    return (
      <Panel title="Ship to">
        <p className="text-sm text-ink-soft">Your store doesn’t show us the address.</p>
      </Panel>
    )
  const { name, company, lines, city, region, postcode, country, phone } = address
  const rows = [name, company, ...lines, [postcode, city, region].filter(Boolean).join(' ')]
  return (
    <Panel title="Ship to">
      <address className="text-sm wrap-anywhere not-italic">
        {rows
          .filter((row) => row !== '')
          .map((row) => (
            <span key={row} className="block">
              {row}
            </span>
          ))}
        <span className="block">{country === '' ? '' : formatCountry(country)}</span>
        {phone && <span className="mt-1 block text-ink-soft">{phone}</span>}
      </address>
    </Panel>
  )
}

const ORIGINS = { manual: 'Placed by you', sample: 'Sample order' } as const

function InYourStore({ order }: { order: ShopOrderData }) {
  if (order.origin !== 'store')
    return (
      <Panel title={ORIGINS[order.origin]}>
        <Figures
          rows={[
            { label: 'Order', value: order.number },
            {
              label: 'Your customer pays you',
              value: formatMoney(order.total, order.currency),
              isStrong: true,
            },
          ]}
        />
      </Panel>
    )
  return (
    <Panel title="In your store" aside={<StoreStatus order={order} />}>
      <Figures
        rows={[
          { label: 'Store', value: order.store },
          { label: 'Order', value: order.number },
          { label: 'Your customer pays', value: formatMoney(order.total, order.currency), isStrong: true },
        ]}
      />
      {order.comparedAt !== null && (
        <p className="mt-3 text-xs text-ink-soft">
          Changes in your store appear here as it reports them. Last compared with your store:{' '}
          {formatDateTime(order.comparedAt)}.
        </p>
      )}
      <CancelInStore order={order} />
    </Panel>
  )
}
