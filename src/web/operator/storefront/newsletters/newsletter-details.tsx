import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { OPERATOR } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { useOperatorRoles } from '../../console/operator-roles.tsx'
import { useOperatorAction } from '../../console/use-operator-action.ts'
import { PreviewedEmail } from '../../settings/emails/email-preview.tsx'
import { EMPTY_NEWSLETTER, NewsletterForm } from './newsletter-form.tsx'
import { NewsletterPreview } from './newsletter-preview.tsx'
import { NewsletterStatus } from './newsletters-index.tsx'

type Answer = AnswerTo<'GET /operator/newsletters/{id}'>
type Newsletter = Answer['newsletter']

const BACK = { href: OPERATOR.newsletters, label: 'All newsletters' } as const

/** Renders a newsletter: its draft with a preview, or its progress of sending. */
export function NewsletterDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'newsletters', id],
    queryFn: ({ signal }) => call('GET /operator/newsletters/{id}', { params: { id } }, { signal }),
    enabled: id !== 'new',
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.data?.newsletter.state === 'sending' ? 3_000 : false),
  })
  if (id === 'new')
    return (
      <>
        <PageHead title="New newsletter" back={BACK} />
        <Draft newsletter={undefined} subscribers={0} />
      </>
    )
  return (
    <Loaded query={query} skeleton={<SkeletonRows />}>
      {({ newsletter, subscribers, email }) => (
        <>
          <PageHead
            title={newsletter.subject}
            back={BACK}
            badge={<NewsletterStatus state={newsletter.state} />}
            about={describeTimes(newsletter)}
          >
            {newsletter.state === 'sending' && <StopButton id={newsletter.id} />}
          </PageHead>
          {newsletter.state === 'draft' ? (
            <Draft key={newsletter.version} newsletter={newsletter} subscribers={subscribers} />
          ) : (
            <Sent newsletter={newsletter} email={email} />
          )}
        </>
      )}
    </Loaded>
  )
}

function describeTimes({ createdBy, createdAt, startedAt, endedAt }: Newsletter): string {
  const by = createdBy === '' ? 'a closed account' : createdBy
  if (startedAt === null) return `Written by ${by}, ${formatDateTime(createdAt)}`
  return endedAt === null
    ? `Sending since ${formatDateTime(startedAt)}`
    : `Sent ${formatDateTime(startedAt)}, written by ${by}`
}

function Draft({ newsletter, subscribers }: { newsletter: Newsletter | undefined; subscribers: number }) {
  const [draft, setDraft] = useState(newsletter ?? EMPTY_NEWSLETTER)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
      <NewsletterForm newsletter={newsletter} subscribers={subscribers} draft={draft} onChange={setDraft} />
      <NewsletterPreview draft={draft} />
    </div>
  )
}

function Sent({ newsletter, email }: Pick<Answer, 'newsletter' | 'email'>) {
  const { counts } = newsletter
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:grid-cols-2 xl:items-start">
      <Panel title="Emails">
        <Figures
          rows={[
            { label: 'Sent', value: formatNumber(counts.sent) },
            { label: 'Waiting in the outbox', value: formatNumber(counts.queued) },
            { label: 'Refused by mail servers', value: formatNumber(counts.refused) },
          ]}
        />
        <p className="mt-3 text-xs text-ink-soft">
          Emails that come back later are not counted: they go to the sender’s mailbox.
        </p>
      </Panel>
      {email && (
        <Panel title="Sent email" hint="At a phone’s width">
          <PreviewedEmail {...email} />
        </Panel>
      )}
    </div>
  )
}

function StopButton({ id }: { id: string }) {
  const { isBusy, perform } = useOperatorAction()
  if (!useOperatorRoles().can('products:write')) return null
  return (
    <Action
      variant="danger"
      busy={isBusy}
      onClick={() => void perform(() => call('POST /operator/newsletters/{id}/stop', { params: { id } }))}
    >
      Stop sending
    </Action>
  )
}
