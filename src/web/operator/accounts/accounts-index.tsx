import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDay } from '#web/console/data/format.ts'
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
import { formatAccount, TYPE_TITLES } from './account-texts.ts'

type ListedAccount = AnswerTo<'GET /operator/accounts'>['accounts'][number]

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'vendor', label: 'Vendors and shoppers' },
  { id: 'manufacturer', label: 'Suppliers' },
  { id: 'operator', label: 'Operators' },
  { id: 'closed', label: 'Closed' },
] as const

/** Renders all accounts, the newest first, by type and search. */
export function AccountsIndex({ search }: SectionProps) {
  const filter = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'all'
  const text = search['search'] ?? ''
  const change = useAddressChange(OPERATOR.accounts, search)
  const query = usePages('GET /operator/accounts', {
    queryKey: ['operator', 'accounts', filter, text],
    input: { query: { filter, search: text } },
    keepsPrevious: true,
  })
  return (
    <>
      <PageHead title="Accounts">
        <ActionLink href={OPERATOR.guests}>Guests</ActionLink>
        <ActionLink href={OPERATOR.vendors}>Vendors</ActionLink>
      </PageHead>
      <div className="console-panel">
        <ViewTabs
          label="Views of the accounts"
          current={filter}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.accounts, { view: id === 'all' ? undefined : id, search: text }),
          }))}
        />
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search accounts"
            placeholder="Name, email or order number"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
        </div>
        <PagedList query={query}>
          {({ pages }) => <AccountsTable accounts={pages.flatMap(({ accounts }) => accounts)} />}
        </PagedList>
      </div>
    </>
  )
}

function AccountsTable({ accounts }: { accounts: readonly ListedAccount[] }) {
  if (accounts.length === 0)
    return (
      <Empty
        title="No accounts here"
        text="Search by the start of a name or email address, or by a full order number."
      >
        <ActionLink href={OPERATOR.accounts}>Show all accounts</ActionLink>
      </Empty>
    )
  return (
    <DataTable
      label="Accounts"
      columns={COLUMNS}
      items={accounts}
      getId={({ id }) => id}
      getName={formatAccount}
      card={(one) => <AccountCard one={one} />}
    />
  )
}

const COLUMNS: readonly DataColumn<ListedAccount>[] = [
  {
    id: 'name',
    title: 'Account',
    cell: (one) => (
      <Link href={accountAddress(one.id)} className="font-semibold hover:underline">
        {formatAccount(one)}
      </Link>
    ),
  },
  { id: 'email', title: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { id: 'type', title: 'Type', cell: ({ type }) => TYPE_TITLES[type] },
  { id: 'state', title: 'State', cell: (one) => <AccountState one={one} /> },
  { id: 'since', title: 'Since', cell: ({ createdAt }) => formatDay(createdAt) },
]

/** Renders the state of an account in a word. */
export function AccountState({
  one: { closedAt, isVerified, hasSecondFactor },
}: {
  one: Pick<ListedAccount, 'closedAt' | 'isVerified' | 'hasSecondFactor'>
}) {
  if (closedAt !== null) return <Status tone="bad">Closed</Status>
  if (!isVerified) return <Status tone="wait">Email not verified</Status>
  return hasSecondFactor ? <Status tone="good">Two-factor</Status> : <Status>Active</Status>
}

function AccountCard({ one }: { one: ListedAccount }) {
  return (
    <div className="relative text-sm">
      <Link href={accountAddress(one.id)} className="font-semibold after:absolute after:inset-0">
        {formatAccount(one)}
      </Link>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {[one.email, TYPE_TITLES[one.type]].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1.5">
        <AccountState one={one} />
      </p>
    </div>
  )
}
