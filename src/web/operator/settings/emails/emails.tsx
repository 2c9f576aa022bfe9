import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { TableSearch } from '#web/console/table/table-tools.tsx'
import { Link } from '#web/ui/link.tsx'
import { emailAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/operator-page.tsx'
import { SettingsHead } from '../settings-head.tsx'

type Email = AnswerTo<'GET /operator/settings/emails'>['emails'][number]

/** Renders the emails whose text operators can change, by their recipients. */
export function Emails(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'emails'],
    queryFn: ({ signal }) => call('GET /operator/settings/emails', {}, { signal }),
  })
  const [search, setSearch] = useState('')
  return (
    <>
      <SettingsHead current="emails" />
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        Edit the wording of all emails the shop sends. Items, amounts, messages, codes, links and safety
        notices are added automatically and can’t be changed. You write newsletters and answers to messages
        where you send them.
      </p>
      <div className="mb-4 flex">
        <TableSearch
          label="Search emails"
          placeholder="Title or subject"
          value={search}
          onSearch={setSearch}
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {({ emails }) => <EmailGroups emails={filterEmails(emails, search)} />}
      </Loaded>
    </>
  )
}

function filterEmails(emails: readonly Email[], search: string): Email[] {
  const wanted = search.toLowerCase()
  return emails.filter(({ title, subject }) => `${title} ${subject}`.toLowerCase().includes(wanted))
}

function EmailGroups({ emails }: { emails: readonly Email[] }) {
  if (emails.length === 0) return <p className="text-sm text-ink-soft">No email matches your search.</p>
  return (
    <div className="flex flex-col gap-4">
      {Object.entries(Object.groupBy(emails, ({ recipients }) => recipients)).map(
        ([recipients, group = []]) => (
          <EmailGroup key={recipients} recipients={recipients} emails={group} />
        ),
      )}
    </div>
  )
}

function EmailGroup({ recipients, emails }: { recipients: string; emails: readonly Email[] }) {
  return (
    <Panel title={`To ${recipients.toLowerCase()}`} isFlush>
      <ul className="divide-y divide-line border-t border-line">
        {emails.map(({ name, title, subject, isOwn }) => (
          <li key={name}>
            <Link
              href={emailAddress(name)}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-mist"
            >
              <span className="min-w-0">
                <span className="block text-sm font-medium">{title}</span>
                <span className="block text-xs wrap-anywhere text-ink-soft">{subject}</span>
              </span>
              {isOwn && <Status tone="good">Changed</Status>}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
