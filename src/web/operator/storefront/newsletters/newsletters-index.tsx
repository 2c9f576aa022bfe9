import { MAX_SHOWN } from '#core/shown-rows.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty, Figures, LimitNote, Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { newsletterAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { Allowed } from '../../console/operator-roles.tsx'
import { StorefrontHead } from '../storefront-head.tsx'

type Answer = AnswerTo<'GET /operator/newsletters'>
type Newsletter = Answer['newsletters'][number]

/** Renders the newsletters that operators wrote, the monthly issues, and the numbers of subscribers. */
export function Newsletters(_props: SectionProps) {
  const query = usePages('GET /operator/newsletters', {
    queryKey: ['operator', 'newsletters'],
    refetchInterval: 15_000,
  })
  return (
    <>
      <StorefrontHead current="newsletters">
        <Allowed needs="products:write">
          <ActionLink href={newsletterAddress('new')} variant="primary">
            Write newsletter
          </ActionLink>
        </Allowed>
      </StorefrontHead>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="console-panel min-w-0">
          <PagedList query={query}>
            {({ pages }) => (
              <NewslettersTable newsletters={pages.flatMap(({ newsletters }) => newsletters)} />
            )}
          </PagedList>
        </div>
        {query.data?.pages.slice(0, 1).map(({ subscribers, issues }) => (
          <div key="aside" className="flex flex-col gap-4">
            <Subscribers subscribers={subscribers} />
            <Issues issues={issues} />
          </div>
        ))}
      </div>
    </>
  )
}

function Subscribers({ subscribers }: Pick<Answer, 'subscribers'>) {
  return (
    <Panel title="Subscribers">
      <Figures
        rows={[
          { label: 'Confirmed', value: formatNumber(subscribers.confirmed) },
          { label: 'Not confirmed yet', value: formatNumber(subscribers.pending) },
          { label: 'Unsubscribed', value: formatNumber(subscribers.unsubscribed) },
        ]}
      />
    </Panel>
  )
}

function NewslettersTable({ newsletters }: { newsletters: readonly Newsletter[] }) {
  if (newsletters.length === 0)
    return (
      <Empty
        title="No newsletters yet"
        text="Write one, preview it and send it to everyone who has confirmed a subscription."
      />
    )
  return (
    <DataTable
      label="Newsletters"
      columns={COLUMNS}
      items={newsletters}
      getId={({ id }) => id}
      getName={({ subject }) => subject}
      card={(newsletter) => <NewsletterCard newsletter={newsletter} />}
    />
  )
}

const COLUMNS: readonly DataColumn<Newsletter>[] = [
  {
    id: 'subject',
    title: 'Subject',
    cell: ({ id, subject }) => (
      <Link href={newsletterAddress(id)} className="block max-w-72 truncate font-semibold hover:underline">
        {subject}
      </Link>
    ),
  },
  { id: 'state', title: 'Status', cell: ({ state }) => <NewsletterStatus state={state} /> },
  { id: 'sent', title: 'Sent', isNumber: true, cell: ({ counts }) => formatNumber(counts.sent) },
  { id: 'refused', title: 'Refused', isNumber: true, cell: ({ counts }) => formatNumber(counts.refused) },
  {
    id: 'at',
    title: 'Date',
    cell: ({ startedAt, createdAt }) => formatDateTime(startedAt ?? createdAt),
  },
]

function NewsletterCard({ newsletter }: { newsletter: Newsletter }) {
  const { id, subject, state, counts, startedAt, createdAt } = newsletter
  return (
    <div className="relative text-sm">
      <Link href={newsletterAddress(id)} className="font-semibold wrap-anywhere after:absolute after:inset-0">
        {subject}
      </Link>
      <p className="text-xs text-ink-soft">
        {formatDateTime(startedAt ?? createdAt)} · {formatNumber(counts.sent)} sent
      </p>
      <p className="mt-1.5">
        <NewsletterStatus state={state} />
      </p>
    </div>
  )
}

const STATES: Readonly<Record<Newsletter['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  draft: { label: 'Draft', tone: 'plain' },
  sending: { label: 'Sending', tone: 'wait' },
  sent: { label: 'Sent', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'plain' },
}

/** Renders the state of a newsletter as a coloured label. */
export function NewsletterStatus({ state }: Pick<Newsletter, 'state'>) {
  const { label, tone } = STATES[state]
  return <Status tone={tone}>{label}</Status>
}

function Issues({ issues }: Pick<Answer, 'issues'>) {
  return (
    <Panel title="Monthly issues" hint="sent automatically, with new products">
      {issues.length === 0 ? (
        <p className="text-sm text-ink-soft">None yet. The first is sent when a month had new products.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {issues.map(({ month, products }) => (
            <li key={month} className="flex justify-between gap-3">
              <span>{MONTHS.format(new Date(month))}</span>
              <span className="text-ink-soft">{products === 1 ? '1 product' : `${products} products`}</span>
            </li>
          ))}
        </ul>
      )}
      <LimitNote
        count={issues.length}
        limit={MAX_SHOWN.issues}
        text={`The newest ${MAX_SHOWN.issues} are shown.`}
      />
    </Panel>
  )
}

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
