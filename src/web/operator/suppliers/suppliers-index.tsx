import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatCountry, formatDay, formatNumber } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { SupplierStatusLabel } from './supplier-status.tsx'

type Supplier = AnswerTo<'GET /operator/suppliers'>['suppliers'][number]

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'to_review', label: 'To review' },
  { id: 'unverified', label: 'Not verified' },
  { id: 'verified', label: 'Verified' },
  { id: 'suspended', label: 'Suspended' },
] as const

/** Renders all suppliers, by state and search. */
export function SuppliersIndex({ search }: SectionProps) {
  const state = VIEWS.find(({ id }) => id === search['state'])?.id ?? 'all'
  const text = search['search'] ?? ''
  const change = useAddressChange(OPERATOR.suppliers, search)
  const query = usePages('GET /operator/suppliers', {
    queryKey: ['operator', 'suppliers', state, text],
    input: { query: { state, search: text } },
    keepsPrevious: true,
  })
  const counts = query.data?.pages[0]?.counts
  return (
    <>
      <PageHead title="Suppliers" />
      <div className="console-panel">
        <ViewTabs
          label="Views of the suppliers"
          current={state}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            count: counts?.[id],
            href: toAddress(OPERATOR.suppliers, { state: id === 'all' ? undefined : id, search: text }),
          }))}
        />
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search suppliers"
            placeholder="Name, short name or email"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <SuppliersTable
              suppliers={pages.flatMap(({ suppliers }) => suppliers)}
              isFiltered={state !== 'all' || text !== ''}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

function SuppliersTable(props: { suppliers: readonly Supplier[]; isFiltered: boolean }) {
  const { suppliers, isFiltered } = props
  if (suppliers.length === 0 && !isFiltered)
    return <Empty title="No suppliers yet" text="Manufacturers appear here once they create a store." />
  if (suppliers.length === 0)
    return (
      <Empty title="No suppliers here" text="No supplier matches this view and search.">
        <ActionLink href={OPERATOR.suppliers}>Show all suppliers</ActionLink>
      </Empty>
    )
  return (
    <DataTable
      label="Suppliers"
      columns={COLUMNS}
      items={suppliers}
      getId={({ id }) => id}
      getName={({ name }) => name}
      card={(one) => <SupplierCard one={one} />}
    />
  )
}

const COLUMNS: readonly DataColumn<Supplier>[] = [
  {
    id: 'name',
    title: 'Supplier',
    cell: ({ id, name }) => (
      <Link href={supplierAddress(id)} className="font-semibold hover:underline">
        {name}
      </Link>
    ),
  },
  { id: 'state', title: 'State', cell: (one) => <States one={one} /> },
  { id: 'country', title: 'Country', cell: ({ country }) => formatCountry(country) },
  {
    id: 'products',
    title: 'Listed products',
    isNumber: true,
    cell: ({ products }) => formatNumber(products),
  },
  {
    id: 'orders',
    title: 'Open orders',
    isNumber: true,
    cell: ({ openOrders }) => formatNumber(openOrders),
  },
  { id: 'since', title: 'Since', cell: ({ createdAt }) => formatDay(createdAt) },
]

function States({ one: { status, toReview } }: { one: Supplier }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <SupplierStatusLabel status={status} />
      {toReview > 0 && <Status tone="do">{toReview} to review</Status>}
    </span>
  )
}

function SupplierCard({ one }: { one: Supplier }) {
  return (
    <div className="relative text-sm">
      <Link href={supplierAddress(one.id)} className="font-semibold after:absolute after:inset-0">
        {one.name}
      </Link>
      <p className="text-xs text-ink-soft">
        {formatCountry(one.country)} · {formatNumber(one.products)} products · {one.openOrders} open orders
      </p>
      <p className="mt-1.5">
        <States one={one} />
      </p>
    </div>
  )
}
