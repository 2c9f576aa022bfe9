import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { BUSINESS_HOMES } from '#web/app/session/choose-business.ts'
import { useBusiness } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip, TablePages } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { ChangeList, ChangeTime } from './change-list.tsx'
import { type Change, formatMember, KIND_LABELS, listChangedFields } from './activity-values.ts'

type ActivityAnswer = AnswerTo<'GET /supplier/activity'>

/** The number of changes per page, as in the contract. */
const PAGE_SIZE = 20

/** The paths of the calls, by the type of business. */
const CALLS = { manufacturer: '/supplier/activity', vendor: '/vendor/activity' } as const

/** Renders the changes of a business and their authors, newest first. The filters are in the address. */
export function Activity({ search }: { search: Readonly<Record<string, string>> }) {
  const { type } = useBusiness().business
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const kind = KINDS.find(({ value }) => value === search['kind'])?.value
  const member = search['member'] || undefined
  const filter = { ...(kind ? { kind } : {}), ...(member ? { member } : {}) }
  const change = useAddressChange(`${BUSINESS_HOMES[type]}/activity`, search)
  const query = useQuery({
    queryKey: ['activity', page, kind ?? '', member ?? ''],
    queryFn: ({ signal }) => call(`GET ${CALLS[type]}`, { query: { ...filter, page } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title="Activity">
        <ExportAction path={toAddress(`${CALLS[type]}/file`, filter)} />
      </PageHead>
      <div className="console-panel">
        <Loaded query={query}>
          {(answer) => (
            <>
              <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
                <FilterChip
                  label="Kind"
                  value={kind}
                  options={KINDS}
                  onChange={(value) => change({ kind: value, page: undefined })}
                />
                <FilterChip
                  label="Member"
                  value={member}
                  options={answer.members.map(({ id, name }) => ({
                    value: id,
                    label: name || 'Closed account',
                  }))}
                  onChange={(value) => change({ member: value, page: undefined })}
                />
              </div>
              <ActivityTable
                answer={answer}
                isFiltered={kind !== undefined || member !== undefined}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({
  // The keys of the labels are the kinds.
  value: value as Change['kind'],
  label,
}))

function ExportAction({ path }: { path: string }) {
  const failure = 'We couldn’t export your activity. Please try again in a moment.'
  return (
    <Action icon={Download} onClick={() => void downloadFile({ path, name: 'activity.csv', failure })}>
      Export CSV
    </Action>
  )
}

const NO_CHANGES = {
  manufacturer: 'Changes to your store profile, settings, bank account and team appear here.',
  vendor: 'Changes to your connected stores, price rules, listings and team appear here.',
} as const

function ActivityTable(props: {
  answer: ActivityAnswer
  isFiltered: boolean
  onPage: (page: number) => void
}) {
  const { entries, page, pages, total } = props.answer
  const { type } = useBusiness().business
  if (total === 0)
    return props.isFiltered ? (
      <Empty title="No changes found" text="No change matches these filters.">
        <ActionLink href={`${BUSINESS_HOMES[type]}/activity`}>Show all changes</ActionLink>
      </Empty>
    ) : (
      <Empty title="No changes yet" text={NO_CHANGES[type]}>
        <ActionLink href={`${BUSINESS_HOMES[type]}/team`}>Go to your team</ActionLink>
      </Empty>
    )
  return (
    <>
      <DataTable
        label="Changes"
        columns={COLUMNS}
        items={entries}
        getId={({ id }) => String(id)}
        getName={({ action }) => action}
        card={(entry) => <ChangeCard entry={entry} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'change' : 'changes'}
        onPage={props.onPage}
      />
    </>
  )
}

const COLUMNS: readonly DataColumn<Change>[] = [
  { id: 'time', title: 'Time', cell: ({ at }) => <ChangeTime at={at} /> },
  { id: 'member', title: 'Member', cell: formatMember },
  { id: 'action', title: 'Action', cell: ({ action }) => <span className="font-semibold">{action}</span> },
  { id: 'change', title: 'Change', cell: (entry) => <ChangeList changes={listChangedFields(entry)} /> },
  { id: 'network', title: 'Network', cell: ({ network }) => network ?? '–' },
]

function ChangeCard({ entry }: { entry: Change }) {
  return (
    <div className="text-sm">
      <p className="font-semibold">{entry.action}</p>
      <p className="text-xs text-ink-soft">
        {formatMember(entry)}
        {' · '}
        <ChangeTime at={entry.at} />
      </p>
      {listChangedFields(entry).length > 0 && <ChangeList changes={listChangedFields(entry)} />}
    </div>
  )
}
