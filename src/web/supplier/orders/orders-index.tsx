import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PackageCheck, ScanLine, Upload } from 'lucide'
import { useState } from 'react'
import { HOUR } from '#core/time.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatCountry, getTimeZone } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { FilterChip, TablePages, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { SUPPLIER } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { useOrderCounts } from '../console/supplier-frame.tsx'
import { OrderBulkBar } from './order-bulk-bar.tsx'
import { ORDER_COLUMNS, OrderCard } from './order-columns.tsx'
import { ORDER_LISTS_KEY, ORDER_SORTS, ORDER_VIEWS, parseOrderSearch } from './order-search.ts'
import { ScanDialog } from '../fulfilment/scan/scan-dialog.tsx'
import { useOrderScan } from '../fulfilment/scan/use-order-scan.ts'
import { useOrdersToPack } from '../fulfilment/packing/use-packing.ts'
import { TrackingDialog } from './tracking-dialog.tsx'

type OrdersAnswer = AnswerTo<'GET /supplier/orders'>

const PAGE_SIZE = 50

/**
 * Renders the index of a supplier's orders. Its state is in the address, so that it can be shared and restored on Back.
 */
export function OrdersIndex({ search: address }: SectionProps) {
  const search = parseOrderSearch(address)
  const change = useAddressChange(SUPPLIER.orders, address)
  const query = useQuery({
    queryKey: [...ORDER_LISTS_KEY, search],
    queryFn: ({ signal }) =>
      call(
        'GET /supplier/orders',
        { query: { ...search, timeZone: getTimeZone(), pageSize: PAGE_SIZE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    // The page of an open order links to its neighbours in this list.
    gcTime: HOUR,
  })
  const toPack = useOrdersToPack().data?.length ?? 0
  const can = useCan()
  return (
    <>
      <PageHead title="Orders">
        {can('orders:write') && (
          <>
            <ScanAction />
            <Action icon={Upload} onClick={() => change({ tracking: 'upload' })}>
              Upload tracking
            </Action>
            <ActionLink variant="primary" icon={PackageCheck} href={SUPPLIER.packing}>
              {toPack === 0 ? 'Pack orders' : `Pack today’s ${toPack}`}
            </ActionLink>
          </>
        )}
      </PageHead>
      <div className="console-panel">
        <OrderFilters address={address} />
        <Loaded query={query}>
          {(answer) => (
            <OrdersTable
              answer={answer}
              isFiltered={
                Boolean(search.search || search.country || search.warehouse) || search.view !== 'all'
              }
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          )}
        </Loaded>
      </div>
      <TrackingDialog
        isOpen={address['tracking'] === 'upload'}
        onClose={() => change({ tracking: undefined })}
      />
    </>
  )
}

/** Renders the button that opens the order of a scanned packing slip or label. */
function ScanAction() {
  const [isScanning, setIsScanning] = useState(false)
  const openScanned = useOrderScan()
  return (
    <>
      <Action icon={ScanLine} onClick={() => setIsScanning(true)}>
        Scan
      </Action>
      {isScanning && (
        <ScanDialog
          title="Scan a slip or a label"
          label="Order, SKU or tracking number"
          onFound={(text) => {
            setIsScanning(false)
            void openScanned(text)
          }}
          onClose={() => setIsScanning(false)}
        />
      )}
    </>
  )
}

/** Renders the views, the search and the filters above the table. */
function OrderFilters({ address }: { address: Readonly<Record<string, string>> }) {
  const search = parseOrderSearch(address)
  const change = useAddressChange(SUPPLIER.orders, address)
  const counts = useOrderCounts().data
  return (
    <>
      <ViewTabs
        label="Views of your orders"
        current={search.view}
        tabs={ORDER_VIEWS.filter(
          ({ id }) => id !== 'cancellations' || search.view === id || (counts?.counts.cancellations ?? 0) > 0,
        ).map(({ id, label }) => ({
          id,
          label,
          href: toAddress(SUPPLIER.orders, { view: id === 'all' ? undefined : id }),
          count: counts?.counts[id],
        }))}
      />
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <TableSearch
          key={address['search'] ?? ''}
          label="Search orders"
          placeholder="Number, name, SKU, tracking"
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text, page: undefined })}
        />
        <FilterChip
          label="Country"
          value={search.country}
          options={(counts?.countries ?? []).map((value) => ({ value, label: formatCountry(value) }))}
          onChange={(country) => change({ country, page: undefined })}
        />
        {(counts?.warehouses.length ?? 0) > 1 && (
          <FilterChip
            label="Warehouse"
            value={search.warehouse}
            options={(counts?.warehouses ?? []).map((value) => ({ value, label: value }))}
            onChange={(warehouse) => change({ warehouse, page: undefined })}
          />
        )}
        <label className="ms-auto flex items-center gap-2 text-xs text-ink-soft">
          Sort
          <select
            value={search.sort}
            onChange={(event) => change({ sort: event.target.value, page: undefined })}
            className="h-8 rounded-md border border-line bg-sheet px-2 text-ink max-md:h-11"
          >
            {ORDER_SORTS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  )
}

/** The columns for roles without access to money. */
const COLUMNS_WITHOUT_MONEY = ORDER_COLUMNS.filter(({ id }) => id !== 'earnings')

function OrdersTable(props: { answer: OrdersAnswer; isFiltered: boolean; onPage: (page: number) => void }) {
  const { orders, page, pages, total } = props.answer
  const [selected, setSelected] = useState<Selection['selected']>({})
  const can = useCan()
  if (total === 0)
    return props.isFiltered ? (
      <Empty title="No orders here" text="No order matches this view and its filters.">
        <ActionLink href={SUPPLIER.orders}>Show all orders</ActionLink>
      </Empty>
    ) : (
      <Empty
        title="No orders yet"
        text="When a buyer orders one of your products, the order appears here and we email you."
      >
        <ActionLink href={SUPPLIER.products}>Go to your products</ActionLink>
      </Empty>
    )
  return (
    <>
      <DataTable
        label="Orders"
        columns={can('money:read') ? ORDER_COLUMNS : COLUMNS_WITHOUT_MONEY}
        items={orders}
        getId={({ id }) => id}
        getName={({ number }) => number}
        {...(can('orders:write') ? { selection: { selected, onChange: setSelected } } : {})}
        card={(order) => <OrderCard order={order} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'order' : 'orders'}
        onPage={props.onPage}
      />
      <OrderBulkBar orders={orders.filter(({ id }) => selected[id])} onClear={() => setSelected({})} />
    </>
  )
}
