import { useInfiniteQuery } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { CaseStatus, TimeLeft, toProgressColumns } from '#web/console/cases/case-status.tsx'
import { caseTitle } from '#web/console/cases/case-texts.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
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
  const query = useInfiniteQuery({
    queryKey: ['supplier', 'cases', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /cases',
        { query: { ...(state ? { state } : {}), ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    // Gives the initial parameter the type of all pages' parameters.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
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
        {query.isError && (
          <div className="flex flex-col items-start gap-3 p-4">
            <Problem text={explainError(query.error, 'We couldn’t load your cases.')} />
            <Action onClick={() => void query.refetch()}>Try again</Action>
          </div>
        )}
        {query.isPending && <SkeletonRows />}
        {query.data && <CasesTable cases={query.data.pages.flatMap(({ cases }) => cases)} />}
        {query.hasNextPage && (
          <div className="border-t border-line p-3 text-center">
            <Action busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load more
            </Action>
          </div>
        )}
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
