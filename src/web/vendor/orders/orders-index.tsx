import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { ListedShopOrderData } from '#features/stores/shop-orders/contract.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile, type ServerFile } from '#web/console/data/file-actions.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable } from '#web/console/table/data-table.tsx'
import { BulkBar, FilterChip, TablePages, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { VENDOR } from '../console/addresses.ts'
import { NoStore } from '../console/no-store.tsx'
import { TestOrderLink } from '../console/test-order-link.tsx'
import type { SectionProps } from '../console/vendor-page.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { PayDialog } from '../order/pay-dialog.tsx'
import { ORDER_COLUMNS, ORDER_COLUMNS_WITH_STORE, OrderCard } from './order-columns.tsx'
import { OrderFeeds } from './order-feeds.tsx'
import { ORDER_VIEWS } from './order-status.ts'

type OrdersAnswer = AnswerTo<'GET /vendor/orders'>
type Selected = NonNullable<ComponentProps<typeof DataTable>['selection']>['selected']

const PAGE_SIZE = 50

/** The most orders in one payment. */
const MAX_PAID_AT_ONCE = 100

/** Returns the export file of the filtered orders on all pages. */
function toExport({ view, search, store }: ReturnType<typeof parseSearch>): ServerFile {
  const query = new URLSearchParams({ view, ...(search ? { search } : {}), ...(store ? { store } : {}) })
  return {
    path: `/vendor/order-export?${query}`,
    name: 'orders.csv',
    failure: 'We couldn’t export your orders. Please try again in a moment.',
  }
}

/**
 * Renders the index of the orders of a vendor's stores. Its state is in the address, so that it can be shared and
 * restored on Back.
 */
export function OrdersIndex({ search: address }: SectionProps) {
  const search = parseSearch(address)
  const change = useAddressChange(VENDOR.orders, address)
  const query = useQuery({
    queryKey: ['vendor', 'orders', search],
    queryFn: ({ signal }) =>
      call('GET /vendor/orders', { query: { ...search, pageSize: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.preparing > 0 ? 1_000 : 15_000),
  })
  const counts = query.data?.counts
  const can = useCan()
  return (
    <>
      <PageHead title="Orders">
        <Action onClick={() => void downloadFile(toExport(search))}>Export CSV</Action>
        {can('orders:write') && <ActionLink href={VENDOR.newOrder}>New order</ActionLink>}
      </PageHead>
      {query.data && query.data.feeds.length > 0 && (
        <div className="mb-4">
          <OrderFeeds feeds={query.data.feeds} />
        </div>
      )}
      <div className="console-panel">
        <ViewTabs
          label="Views of your orders"
          current={search.view}
          tabs={ORDER_VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(VENDOR.orders, { view: id === 'all' ? undefined : id, store: search.store }),
            count: counts?.[id],
          }))}
        />
        <OrderFilters search={search} feeds={query.data?.feeds ?? []} change={change} />
        <Loaded query={query}>
          {(answer) => (
            <>
              {answer.preparing > 0 && (
                <p role="status" className="border-b border-line bg-mist px-4 py-2.5 text-sm">
                  We’re preparing your orders for search: {formatNumber(answer.preparing)} left. Until then,
                  some may be missing here.
                </p>
              )}
              <OrdersTable
                answer={answer}
                isFiltered={[search.search, search.store].some(Boolean) || search.view !== 'all'}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function OrderFilters({
  search: { search, store },
  feeds,
  change,
}: Pick<OrdersAnswer, 'feeds'> & {
  search: ReturnType<typeof parseSearch>
  change: ReturnType<typeof useAddressChange>
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <TableSearch
        key={search ?? ''}
        label="Search orders"
        placeholder="Number, customer, product, SKU"
        value={search ?? ''}
        onSearch={(text) => change({ search: text, page: undefined })}
      />
      {feeds.length > 1 && (
        <FilterChip
          label="Store"
          value={store}
          options={feeds.map(({ id, store: name }) => ({ value: id, label: name }))}
          onChange={(next) => change({ store: next, page: undefined })}
        />
      )}
    </div>
  )
}

/** Parses the search in the address of the index; invalid values are omitted. */
function parseSearch(address: Readonly<Record<string, string>>) {
  const pageNumber = Number(address['page'])
  return {
    view: ORDER_VIEWS.find(({ id }) => id === address['view'])?.id ?? 'all',
    page: Number.isSafeInteger(pageNumber) && pageNumber >= 1 && pageNumber <= 100_000 ? pageNumber : 1,
    search: address['search']?.trim().slice(0, 100) || undefined,
    store: /^stc_[0-9a-f]{32}$/.test(address['store'] ?? '') ? address['store'] : undefined,
  }
}

function OrdersTable(props: { answer: OrdersAnswer; isFiltered: boolean; onPage: (page: number) => void }) {
  const { orders, page, pages, total, feeds } = props.answer
  const [selected, setSelected] = useState<Selected>({})
  const can = useCan()
  // Orders are selected only to pay them.
  const canPay = can('orders:write')
  if (total === 0 && props.isFiltered)
    return (
      <Empty title="No orders here" text="No order matches this view and its search.">
        <ActionLink href={VENDOR.orders}>Show all orders</ActionLink>
      </Empty>
    )
  if (total === 0)
    return feeds.length === 0 ? (
      <NoStore />
    ) : (
      <Empty title="No orders yet" text="Orders from your store that contain our products appear here.">
        <TestOrderLink variant="primary" />
        {can('listings:write') && <ActionLink href={VENDOR.products}>Choose products</ActionLink>}
      </Empty>
    )
  return (
    <>
      <DataTable
        label="Orders"
        columns={feeds.length > 1 ? ORDER_COLUMNS_WITH_STORE : ORDER_COLUMNS}
        items={orders}
        getId={({ id }) => id}
        getName={({ number }) => number}
        {...(canPay ? { selection: { selected, onChange: setSelected } } : {})}
        card={(order) => <OrderCard order={order} showsStore={feeds.length > 1} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'order' : 'orders'}
        onPage={(next) => {
          setSelected({})
          props.onPage(next)
        }}
      />
      <BulkPayment orders={orders.filter(({ id }) => selected[id])} onClear={() => setSelected({})} />
    </>
  )
}

/** Renders the payment of the selected orders that are unpaid; practice orders are paid separately. */
function BulkPayment({ orders, onClear }: { orders: readonly ListedShopOrderData[]; onClear: () => void }) {
  const [isPaying, setIsPaying] = useState(false)
  const unpaid = orders.filter(({ moneyState, state }) => moneyState === 'to_pay' || state === 'to_pay')
  const isPractice = unpaid[0]?.isPractice ?? false
  const due = unpaid.filter((order) => order.isPractice === isPractice).slice(0, MAX_PAID_AT_ONCE)
  return (
    <>
      <BulkBar count={orders.length} onClear={onClear}>
        <Action isSmall disabled={due.length === 0} onClick={() => setIsPaying(true)}>
          {due.length === 0
            ? 'Nothing to pay'
            : `Pay ${due.length === 1 ? '1 order' : `${due.length} orders`}`}
        </Action>
      </BulkBar>
      {isPaying && due.length > 0 && (
        <PayDialog
          orders={{
            ids: due.map(({ id }) => id),
            total: due.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
            currency: isPractice ? 'XTS' : 'USD',
            isPractice,
          }}
          onClose={() => {
            setIsPaying(false)
            onClear()
          }}
        />
      )}
    </>
  )
}
