import { formatDateTime } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { chatReportAddress, OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { describeReport, REASONS } from './report-texts.ts'

const VIEWS = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
] as const

/** Renders reported conversations: open ones by age, and decided ones. */
export function ReportsIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'open'
  const query = usePages('GET /operator/chat-reports', {
    queryKey: ['operator', 'chat-reports', view],
    input: { query: { view } },
  })
  return (
    <>
      <PageHead title="Reported chats" back={{ href: OPERATOR.messages, label: 'Messages' }} />
      <div className="console-panel">
        <ViewTabs
          label="Views of the reports"
          current={view}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(OPERATOR.chatReports, { view: id === 'open' ? undefined : id }),
          }))}
        />
        <PagedList query={query}>
          {({ pages }) => {
            const reports = pages.flatMap((page) => page.reports)
            return reports.length === 0 ? (
              <Empty
                title={view === 'open' ? 'No open reports' : 'No closed reports'}
                text="When a buyer or a supplier reports a conversation, it appears here. You can read only conversations that were reported."
              />
            ) : (
              <ul className="divide-y divide-line">
                {reports.map((report) => (
                  <li key={report.id} className="px-4 py-3 text-sm">
                    <p className="flex flex-wrap items-center gap-2">
                      <Link href={chatReportAddress(report.id)} className="font-semibold hover:underline">
                        {describeReport(report)}
                      </Link>
                      <Status tone="wait">{REASONS[report.reason]}</Status>
                    </p>
                    <p className="text-xs wrap-anywhere text-ink-soft">
                      {formatDateTime(report.createdAt)}
                      {report.note !== '' && ` · ${report.note}`}
                    </p>
                  </li>
                ))}
              </ul>
            )
          }}
        </PagedList>
      </div>
    </>
  )
}
