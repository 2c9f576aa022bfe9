import type { CaseData } from '#features/sales/cases/contract.ts'
import { formatDay, formatDistance } from '#web/console/data/format.ts'
import { Status } from '#web/console/parts/status.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { type CaseReader, caseState } from './case-texts.ts'

/** Renders the state of a case as a coloured label. */
export function CaseStatus({ state, reader }: { state: CaseData['state']; reader: CaseReader }) {
  const { label, tone } = caseState(state, reader)
  return <Status tone={tone}>{label}</Status>
}

/** Renders the time that is left until a deadline. */
export function TimeLeft({ until }: { until: string | null }) {
  const now = useNow()
  if (until === null) return <span className="text-ink-soft">–</span>
  return (
    <time dateTime={until} className="text-xs text-ink-soft">
      {new Date(until) < now ? 'Now' : `${formatDistance(until, now)} left`}
    </time>
  )
}

/** Returns the columns of a table of cases that tell how far each case is. */
export function toProgressColumns(
  reader: CaseReader,
): readonly DataColumn<Pick<CaseData, 'state' | 'answerBy' | 'openedAt'>>[] {
  return [
    { id: 'status', title: 'Status', cell: ({ state }) => <CaseStatus state={state} reader={reader} /> },
    { id: 'answer', title: 'Answer by', cell: ({ answerBy }) => <TimeLeft until={answerBy} /> },
    { id: 'opened', title: 'Opened', cell: ({ openedAt }) => formatDay(openedAt) },
  ]
}
