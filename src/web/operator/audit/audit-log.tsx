import { Download } from 'lucide'
import { ChangeList, ChangeTime } from '#web/console/activity/change-list.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip, TableSearch } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { type AuditEntry, formatMember, KINDS, listChanges } from './audit-values.ts'

const ROLES = [
  { value: 'operator', label: 'Operators' },
  { value: 'owner', label: 'Store owners' },
] as const

/** Renders all changes of the marketplace and their authors, newest first, with filters and CSV. */
export function AuditLog({ search }: SectionProps) {
  const filter = readFilter(search)
  const change = useAddressChange(OPERATOR.audit, search)
  const query = usePages('GET /operator/audit-log', {
    queryKey: ['operator', 'audit', filter],
    input: { query: filter },
    keepsPrevious: true,
  })
  const isOfOne = filter.supplier !== undefined || filter.member !== undefined
  return (
    <>
      <PageHead title="Audit log">
        <ExportAction path={toAddress('/operator/audit-log/file', filter)} />
      </PageHead>
      <div className="console-panel">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search actions"
            placeholder="Action"
            value={filter.search}
            onSearch={(next) => change({ search: next })}
          />
          <FilterChip
            label="Kind"
            value={filter.kind}
            options={KINDS}
            onChange={(value) => change({ kind: value })}
          />
          <FilterChip
            label="Role"
            value={filter.role}
            options={ROLES}
            onChange={(value) => change({ role: value })}
          />
          {isOfOne && (
            <Action isSmall onClick={() => change({ supplier: undefined, member: undefined })}>
              {filter.supplier === undefined ? 'One member: show all' : 'One store: show all'}
            </Action>
          )}
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <EntriesTable entries={pages.flatMap(({ entries }) => entries)} isFiltered={isFiltered(filter)} />
          )}
        </PagedList>
      </div>
    </>
  )
}

function isFiltered({ search, ...rest }: ReturnType<typeof readFilter>): boolean {
  return search !== '' || Object.keys(rest).length > 0
}

/** Returns the filter in the address. */
function readFilter(search: SectionProps['search']) {
  return {
    search: search['search'] ?? '',
    ...(search['kind'] ? { kind: search['kind'] } : {}),
    ...(search['role'] === 'operator' || search['role'] === 'owner'
      ? ({ role: search['role'] } as const)
      : {}),
    ...(search['supplier'] ? { supplier: search['supplier'] } : {}),
    ...(search['member'] ? { member: search['member'] } : {}),
  }
}

function ExportAction({ path }: { path: string }) {
  const failure = 'We couldn’t export the log. Please try again in a moment.'
  return (
    <Action icon={Download} onClick={() => void downloadFile({ path, name: 'audit-log.csv', failure })}>
      Export CSV
    </Action>
  )
}

function EntriesTable(props: { entries: readonly AuditEntry[]; isFiltered: boolean }) {
  const { entries } = props
  if (entries.length === 0)
    return !props.isFiltered ? (
      <Empty
        title="No changes yet"
        text="Changes to stores, settings and accounts appear here: who made them, when and from where."
      />
    ) : (
      <Empty title="No entries found" text="No change matches these filters.">
        <ActionLink href={OPERATOR.audit}>Show all entries</ActionLink>
      </Empty>
    )
  return (
    <DataTable
      label="Audit log"
      columns={COLUMNS}
      items={entries}
      getId={({ id }) => String(id)}
      getName={({ action }) => action}
      card={(entry) => <EntryCard entry={entry} />}
    />
  )
}

const COLUMNS: readonly DataColumn<AuditEntry>[] = [
  { id: 'time', title: 'Time', cell: ({ at }) => <ChangeTime at={at} /> },
  { id: 'member', title: 'Member', cell: (entry) => <Member entry={entry} /> },
  { id: 'store', title: 'Store', cell: ({ supplier }) => <StoreLink supplier={supplier} /> },
  { id: 'action', title: 'Action', cell: ({ action }) => <span className="font-semibold">{action}</span> },
  { id: 'change', title: 'Change', cell: (entry) => <ChangeList changes={listChanges(entry)} /> },
  { id: 'network', title: 'Network', cell: ({ network }) => network ?? '–' },
]

function Member({ entry }: { entry: AuditEntry }) {
  return (
    <Link href={toAddress(OPERATOR.audit, { member: entry.member })} className="text-link">
      {formatMember(entry)}
    </Link>
  )
}

function StoreLink({ supplier }: Pick<AuditEntry, 'supplier'>) {
  if (!supplier) return '–'
  return (
    <Link href={supplierAddress(supplier.id)} className="text-link">
      {supplier.name}
    </Link>
  )
}

function EntryCard({ entry }: { entry: AuditEntry }) {
  return (
    <div className="text-sm">
      <p className="font-semibold">{entry.action}</p>
      <p className="text-xs text-ink-soft">
        <Member entry={entry} /> · <StoreLink supplier={entry.supplier} /> · <ChangeTime at={entry.at} />
      </p>
      <ChangeList changes={listChanges(entry)} />
    </div>
  )
}
