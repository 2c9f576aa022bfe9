import { useMemo, useState } from 'react'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { CaseStatus, TimeLeft, toProgressColumns } from '#web/console/cases/case-status.tsx'
import { caseTitle } from '#web/console/cases/case-texts.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { caseAddress, OPERATOR, orderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { useCaseAssignments } from './case-assignments.tsx'
import { CaseBulkBar } from './case-bulk-bar.tsx'

type ListedCase = AnswerTo<'GET /cases'>['cases'][number]
type CaseStateName = NonNullable<NonNullable<InputOf<'GET /cases'>['query']>['state']>

const VIEWS: readonly Readonly<{ id: string; label: string; state: CaseStateName | undefined }>[] = [
  { id: 'to_decide', label: 'To decide', state: 'operator_turn' },
  { id: 'supplier', label: 'Supplier’s turn', state: 'supplier_turn' },
  { id: 'buyer', label: 'Buyer’s turn', state: 'buyer_turn' },
  { id: 'to_return', label: 'Waiting for the return', state: 'awaiting_return' },
  { id: 'returning', label: 'Return under way', state: 'returning' },
  { id: 'closed', label: 'Closed', state: 'closed' },
  { id: 'all', label: 'All', state: undefined },
]

/** Renders all cases by the side that must act, those to decide first. */
export function CasesIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view']) ?? VIEWS[0]
  const state = view?.state
  const query = usePages('GET /cases', {
    queryKey: ['operator', 'cases', state ?? 'all'],
    input: { query: state ? { state } : {} },
  })
  return (
    <>
      <PageHead title="Cases" />
      <div className="console-panel">
        <ViewTabs
          label="Views of the cases"
          current={view?.id ?? 'to_decide'}
          tabs={VIEWS.map(({ id, label }) => ({ id, label, href: toAddress(OPERATOR.cases, { view: id }) }))}
        />
        <PagedList query={query}>
          {({ pages }) => <CasesTable key={view?.id} cases={pages.flatMap(({ cases }) => cases)} />}
        </PagedList>
      </div>
    </>
  )
}

function CasesTable({ cases }: { cases: readonly ListedCase[] }) {
  const [selected, setSelected] = useState<Selection['selected']>({})
  const { assignees } = useCaseAssignments()
  const columns = useMemo(
    (): readonly DataColumn<ListedCase>[] => [
      ...COLUMNS,
      { id: 'assignee', title: 'Assigned to', cell: ({ id }) => assignees.get(id)?.name ?? 'Unassigned' },
    ],
    [assignees],
  )
  if (cases.length === 0)
    return (
      <Empty
        title="No cases here"
        text="Cases where the buyer and supplier can’t agree appear here for your decision."
      />
    )
  return (
    <>
      <DataTable
        label="Cases"
        columns={columns}
        items={cases}
        getId={({ id }) => id}
        getName={caseTitle}
        selection={{ selected, onChange: setSelected }}
        card={(one) => <CaseCard one={one} assignee={assignees.get(one.id)?.name} />}
      />
      <CaseBulkBar
        ids={cases.filter(({ id }) => selected[id]).map(({ id }) => id)}
        onClear={() => setSelected({})}
      />
    </>
  )
}

const COLUMNS: readonly DataColumn<ListedCase>[] = [
  {
    id: 'case',
    title: 'Case',
    cell: (one) => (
      <Link href={caseAddress(one.id)} className="font-semibold hover:underline">
        {caseTitle(one)}
      </Link>
    ),
  },
  {
    id: 'order',
    title: 'Order',
    cell: ({ order, number }) => (
      <Link href={orderAddress(order)} className="text-link">
        {number}
      </Link>
    ),
  },
  { id: 'supplier', title: 'Supplier', cell: ({ supplier }) => supplier },
  ...toProgressColumns('operator'),
]

function CaseCard({ one, assignee }: { one: ListedCase; assignee: string | undefined }) {
  return (
    <div className="relative text-sm">
      <Link href={caseAddress(one.id)} className="font-semibold after:absolute after:inset-0">
        {caseTitle(one)}
      </Link>
      <p className="text-xs text-ink-soft">
        {one.number} · {one.supplier}
        {assignee !== undefined && ` · ${assignee}`}
      </p>
      <p className="mt-1.5 flex items-center gap-3">
        <CaseStatus state={one.state} reader="operator" />
        <TimeLeft until={one.answerBy} />
      </p>
    </div>
  )
}
