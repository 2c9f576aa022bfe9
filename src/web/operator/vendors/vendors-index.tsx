import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { accountAddress, OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'

type Vendor = AnswerTo<'GET /operator/vendors'>['vendors'][number]

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'attention', label: 'Needs attention' },
  { id: 'suspended', label: 'Suspended' },
] as const

const PLATFORMS = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const

/** Renders vendors with their wallets, the health of their stores, listings and orders. */
export function VendorsIndex({ search }: SectionProps) {
  const filter = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'all'
  const text = search['search'] ?? ''
  const change = useAddressChange(OPERATOR.vendors, search)
  const query = usePages('GET /operator/vendors', {
    queryKey: ['operator', 'vendors', filter, text],
    input: { query: { filter, search: text } },
    keepsPrevious: true,
  })
  return (
    <>
      <PageHead title="Vendors" back={{ href: OPERATOR.accounts, label: 'Accounts' }} />
      <div className="console-panel">
        <ViewTabs
          label="Views of the vendors"
          current={filter}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.vendors, { view: id === 'all' ? undefined : id, search: text }),
          }))}
        />
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search vendors"
            placeholder="Name, email or store"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <VendorsTable
              vendors={pages.flatMap(({ vendors }) => vendors)}
              isFiltered={filter !== 'all' || text !== ''}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

function VendorsTable({ vendors, isFiltered }: { vendors: readonly Vendor[]; isFiltered: boolean }) {
  if (vendors.length === 0)
    return isFiltered ? (
      <Empty title="No vendors here" text="No vendor matches this view and search.">
        <ActionLink href={OPERATOR.vendors}>Show all vendors</ActionLink>
      </Empty>
    ) : (
      <Empty
        title="No vendors yet"
        text="Vendors appear here once they connect a store or use their wallet."
      />
    )
  return (
    <DataTable
      label="Vendors"
      columns={COLUMNS}
      items={vendors}
      getId={({ id }) => id}
      getName={({ name }) => name}
      card={(vendor) => <VendorCard vendor={vendor} />}
    />
  )
}

const COLUMNS: readonly DataColumn<Vendor>[] = [
  { id: 'name', title: 'Vendor', cell: (vendor) => <VendorName vendor={vendor} /> },
  { id: 'stores', title: 'Stores', cell: ({ stores }) => <Stores stores={stores} /> },
  { id: 'wallet', title: 'Wallet', isNumber: true, cell: ({ wallet }) => <Wallet wallet={wallet} /> },
  {
    id: 'listings',
    title: 'Listings',
    isNumber: true,
    cell: ({ listings: { published, failed } }) => (
      <>
        {formatNumber(published)}
        {failed > 0 && <span className="block text-xs text-danger">{formatNumber(failed)} failed</span>}
      </>
    ),
  },
  { id: 'orders', title: 'Orders', cell: ({ orders }) => formatOrders(orders) },
  {
    id: 'last',
    title: 'Last order',
    cell: ({ orders: { lastAt } }) => (
      <span className="whitespace-nowrap">{lastAt ? formatDateTime(lastAt) : '–'}</span>
    ),
  },
]

function VendorName({ vendor: { id, name, email, suspendedAt } }: { vendor: Vendor }) {
  return (
    <span className="block whitespace-normal">
      <Link href={accountAddress(id)} className="font-semibold hover:underline">
        {name}
      </Link>
      {suspendedAt !== null && (
        <span className="ms-2">
          <Status tone="bad">Suspended</Status>
        </span>
      )}
      <span className="block text-xs wrap-anywhere text-ink-soft">{email}</span>
    </span>
  )
}

function Stores({ stores }: Pick<Vendor, 'stores'>) {
  if (stores.length === 0) return <Status>Not connected</Status>
  return (
    <ul className="flex flex-col gap-1 py-1 whitespace-normal">
      {stores.map(({ platform, name, isPractice, problem, recovered }) => (
        <li key={platform}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere">{name}</span>
            <span className="text-xs text-ink-soft">
              {isPractice ? 'Practice shop' : PLATFORMS[platform]}
            </span>
            <Status tone={problem === null ? 'good' : 'bad'}>
              {problem === null ? 'Healthy' : 'Problem'}
            </Status>
          </span>
          {problem !== null && <span className="block text-xs wrap-anywhere text-danger">{problem}</span>}
          {recovered > 0 && (
            <span className="block text-xs text-ink-soft">
              {formatNumber(recovered)} {recovered === 1 ? 'order' : 'orders'} found without a webhook
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Wallet({ wallet }: Pick<Vendor, 'wallet'>) {
  if (wallet.length === 0) return '–'
  return wallet.map(({ currency, amount }) => (
    <span key={currency} className={`block ${amount < 0 ? 'text-danger' : ''}`}>
      {formatMoney(amount, currency)}
    </span>
  ))
}

function formatOrders({ toPay, blocked, inProgress }: Vendor['orders']): string {
  const parts = [
    toPay > 0 && `${formatNumber(toPay)} to pay`,
    blocked > 0 && `${formatNumber(blocked)} blocked`,
    inProgress > 0 && `${formatNumber(inProgress)} in progress`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'None open'
}

function VendorCard({ vendor }: { vendor: Vendor }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <VendorName vendor={vendor} />
      <Stores stores={vendor.stores} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-xs">
        <dt className="text-ink-soft">Orders</dt>
        <dd>{formatOrders(vendor.orders)}</dd>
        <dt className="text-ink-soft">Wallet</dt>
        <dd className="tabular-nums">
          <Wallet wallet={vendor.wallet} />
        </dd>
      </dl>
    </div>
  )
}
