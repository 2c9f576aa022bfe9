import { useQuery } from '@tanstack/react-query'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatCountry, formatDateTime, formatDay, formatMoney } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import { Allowed } from '../console/operator-roles.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { PostingList } from '../money/ledger/posting-list.tsx'
import { OrderActions } from './order-actions.tsx'
import { describeActor, describeEvent } from './order-texts.ts'
import { OrderStatus } from './orders-index.tsx'
import { RefundRow } from '../money/refund-row.tsx'

type OrderSearchResult = AnswerTo<'GET /operator/orders'>['orders'][number]

/** Renders an order: timeline, money by the ledger, refunds, and an operator's actions. */
export function OrderDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'order', id],
    queryFn: async ({ signal }) => {
      const [{ order }, { orders }] = await Promise.all([
        call('GET /supplier/orders/{id}', { params: { id } }, { signal }),
        call('GET /operator/orders', { query: { search: id } }, { signal }),
      ])
      return { order, found: orders[0] }
    },
    refetchInterval: 60_000,
  })
  return (
    <Loaded query={query}>
      {({ order, found }) => (
        <>
          <PageHead
            title={order.number}
            isBar
            back={{ href: OPERATOR.orders, label: 'All orders' }}
            badge={<OrderStatus state={order.state} />}
            about={found && `Placed ${formatDateTime(found.placedAt)}`}
          >
            <OrderActions order={order} />
          </PageHead>
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              <Items order={order} />
              <Allowed needs="money:read">
                <OrderRefunds orderId={order.id} />
              </Allowed>
              <Allowed needs="money:read">
                <Postings order={order} found={found} />
              </Allowed>
            </div>
            <div className="flex flex-col gap-4">
              <Parties order={order} found={found} />
              <Money order={order} />
              <Timeline order={order} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

type OrderProps = Readonly<{ order: SupplierOrderViewData }>

function Items({ order: { lines, parcels } }: OrderProps) {
  return (
    <Panel title="Items and parcels">
      <ul className="divide-y divide-line text-sm">
        {lines.map(
          ({ line, productId, title, variantTitle, sku, quantity, shipped, withdrawn, unitPrice }) => (
            <li key={line} className="flex justify-between gap-4 py-2">
              <span className="min-w-0">
                <Link href={`/product/${encodeURIComponent(productId)}`} className="text-link">
                  {title}
                </Link>
                <span className="block text-xs text-ink-soft">
                  {[variantTitle, sku].filter(Boolean).join(' · ')} · {shipped} of {quantity} shipped
                  {withdrawn > 0 && `, ${withdrawn} cancelled`}
                </span>
              </span>
              <span className="tabular-nums">
                {quantity} × {formatMoney(unitPrice)}
              </span>
            </li>
          ),
        )}
      </ul>
      {parcels.map(({ id, shippedAt, deliveredAt, trackings }) => (
        <p key={id} className="mt-2 text-sm wrap-anywhere">
          Shipped {formatDay(shippedAt)}
          {deliveredAt !== null && `, delivered ${formatDay(deliveredAt)}`}:{' '}
          {trackings.map(({ title, number, url }) =>
            url === null ? (
              `${title} ${number} `
            ) : (
              <a key={number} href={url} target="_blank" rel="noopener noreferrer" className="text-link">
                {title} {number}
              </a>
            ),
          )}
        </p>
      ))}
    </Panel>
  )
}

function Parties({
  order: { shipTo, warehouse },
  found,
}: OrderProps & { found: OrderSearchResult | undefined }) {
  return (
    <Panel title="Buyer and supplier">
      <div className="flex flex-col gap-3 text-sm">
        <p>
          {shipTo.name}
          {found && (
            <Link
              href={toAddress(OPERATOR.orders, { search: found.buyer.email })}
              className="block text-link wrap-anywhere"
            >
              {found.buyer.email}
            </Link>
          )}
          <span className="block text-ink-soft">
            {[...shipTo.lines, formatCountry(shipTo.country)].join(', ')}
          </span>
        </p>
        {found && (
          <p>
            <Link href={supplierAddress(found.supplier.id)} className="text-link">
              {found.supplier.name}
            </Link>
            <span className="block text-ink-soft">{warehouse}</span>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Money({ order }: OrderProps) {
  const { itemsAmount, shippingAmount, totalAmount, refundedAmount, chargedBackAmount, earnings } = order
  return (
    <Panel title="Amounts">
      <Figures
        rows={[
          { label: 'Items', value: formatMoney(itemsAmount) },
          { label: 'Shipping', value: formatMoney(shippingAmount) },
          { label: 'Total', value: formatMoney(totalAmount), isStrong: true },
          ...(refundedAmount > 0 ? [{ label: 'Refunded', value: formatMoney(-refundedAmount) }] : []),
          ...(chargedBackAmount > 0
            ? [{ label: 'Charged back', value: formatMoney(-chargedBackAmount) }]
            : []),
          ...(earnings
            ? [
                { label: 'Commission', value: formatMoney(earnings.commission) },
                { label: 'Tax on it', value: formatMoney(earnings.commissionTax) },
                { label: 'Supplier earns', value: formatMoney(earnings.net), isStrong: true },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function Postings({ order, found }: OrderProps & { found: OrderSearchResult | undefined }) {
  const within = found?.supplier.id
  const query = useQuery({
    queryKey: ['operator', 'order', order.id, 'postings'],
    queryFn: ({ signal }) =>
      call(
        'GET /ledger/postings',
        { query: { search: order.id, ...(within === undefined ? {} : { within }) } },
        { signal },
      ),
  })
  return (
    <Panel title="Ledger" hint="every posting of this order, newest first" isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ postings }) =>
          postings.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">Nothing has been posted for this order.</p>
          ) : (
            <PostingList postings={postings} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Timeline({ order: { timeline } }: OrderProps) {
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col gap-3">
        {timeline.toReversed().map(({ event, actor, reason, at }) => (
          <li key={`${event} ${at}`} className="border-s-2 border-line-strong ps-3 text-sm">
            <p className="font-semibold">{describeEvent(event)}</p>
            <p className="text-xs text-ink-soft">
              {describeActor(actor)} · {formatDateTime(at)}
            </p>
            {reason !== null && reason !== '' && <p className="text-xs wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Renders the refunds of an order, with an operator's actions on each. */
function OrderRefunds({ orderId }: { orderId: string }) {
  const query = useQuery({
    queryKey: ['operator', 'order', orderId, 'refunds'],
    queryFn: ({ signal }) =>
      call('GET /supplier/orders/{id}/refunds', { params: { id: orderId } }, { signal }),
  })
  return (
    <Panel title="Refunds" isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ refunds }) =>
          refunds.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">Nothing has been refunded.</p>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
