import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { CaseStatus, TimeLeft, toProgressColumns } from '#web/console/cases/case-status.tsx'
import { caseTitle } from '#web/console/cases/case-texts.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { caseAddress, SUPPLIER, supplierOrderAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'

type ListedCase = AnswerTo<'GET /cases'>['cases'][number]
type CaseStateName = NonNullable<NonNullable<InputOf<'GET /cases'>['query']>['state']>

const VIEWS: readonly Readonly<{ id: string; label: string; state: CaseStateName | undefined }>[] = [
  { id: 'all', label: 'All', state: undefined },
  { id: 'your_turn', label: 'Your turn', state: 'supplier_turn' },
  { id: 'waiting', label: 'Waiting for the buyer', state: 'buyer_turn' },
  { id: 'marketplace', label: 'With the marketplace', state: 'operator_turn' },
  { id: 'to_return', label: 'Waiting for the return', state: 'awaiting_return' },
  { id: 'returning', label: 'Return under way', state: 'returning' },
  { id: 'closed', label: 'Closed', state: 'closed' },
]

/** Renders the cases of the supplier's orders, by who has to act. */
export function CasesIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view']) ?? VIEWS[0]
  const state = view?.state
  const query = usePages('GET /cases', {
    queryKey: ['supplier', 'cases', state ?? 'all'],
    input: { query: state ? { state } : {} },
  })
  return (
    <>
      <PageHead title="Cases" />
      <div className="console-panel">
        <ViewTabs
          label="Views of your cases"
          current={view?.id ?? 'all'}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(SUPPLIER.cases, { view: id === 'all' ? undefined : id }),
          }))}
        />
        <PagedList query={query}>
          {({ pages }) => <CasesTable cases={pages.flatMap(({ cases }) => cases)} />}
        </PagedList>
      </div>
    </>
  )
}

function CasesTable({ cases }: { cases: readonly ListedCase[] }) {
  if (cases.length === 0)
    return (
      <Empty
        title="No cases here"
        text="When a buyer reports a problem with an order, the case appears here and we email you."
      />
    )
  return (
    <DataTable
      label="Cases"
      columns={COLUMNS}
      items={cases}
      getId={({ id }) => id}
      getName={caseTitle}
      card={(one) => <CaseCard one={one} />}
    />
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
      <Link href={supplierOrderAddress(order)} className="text-link">
        {number}
      </Link>
    ),
  },
  ...toProgressColumns('supplier'),
]

function CaseCard({ one }: { one: ListedCase }) {
  return (
    <div className="relative text-sm">
      <Link href={caseAddress(one.id)} className="font-semibold after:absolute after:inset-0">
        {caseTitle(one)}
      </Link>
      <p className="text-xs text-ink-soft">{one.number}</p>
      <p className="mt-1.5 flex items-center gap-3">
        <CaseStatus state={one.state} reader="supplier" />
        <TimeLeft until={one.answerBy} />
      </p>
    </div>
  )
}
