import { Check, ShieldAlert } from 'lucide'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type DataColumn, DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { BulkBar, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { Link } from '#web/ui/link.tsx'
import { messageAddress, OPERATOR } from '../console/addresses.ts'
import { useExceptions } from '../console/operator-frame.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { type ListedMessage, MessageStatus } from './message-status.tsx'

const VIEWS = [
  { id: 'open', label: 'Open' },
  { id: 'mine', label: 'Mine' },
  { id: 'late', label: 'Late' },
  { id: 'done', label: 'Done' },
  { id: 'spam', label: 'Spam' },
  { id: 'all', label: 'All' },
] as const

/** Renders the inbox of the contact form: open messages by age, and closed ones. */
export function MessagesIndex({ search, user }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'open'
  const text = search['search'] ?? ''
  const change = useAddressChange(OPERATOR.messages, search)
  const query = usePages('GET /operator/messages', {
    queryKey: ['operator', 'messages', view, text, user.id],
    input: { query: { view, search: text } },
    keepsPrevious: true,
    refetchInterval: 60_000,
  })
  const counts: Readonly<Record<string, number>> = query.data?.pages[0]?.counts ?? {}
  return (
    <>
      <PageHead title="Messages">
        <ReportsLink />
      </PageHead>
      <div className="console-panel">
        <ViewTabs
          label="Views of the messages"
          current={view}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            count: counts[id],
            href: toAddress(OPERATOR.messages, { view: id === 'open' ? undefined : id, search: text }),
          }))}
        />
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search messages"
            placeholder="Name, email or text"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <MessagesTable
              key={view}
              messages={pages.flatMap(({ messages }) => messages)}
              isFiltered={text !== '' || view !== 'open'}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

/** Renders the link to reported conversations, with the number of open ones. */
function ReportsLink() {
  const open = useExceptions().data?.find(({ kind }) => kind === 'reported_chats')?.count
  return (
    <ActionLink href={OPERATOR.chatReports}>
      {open === undefined ? 'Reported chats' : `Reported chats (${open})`}
    </ActionLink>
  )
}

function MessagesTable({
  messages,
  isFiltered,
}: {
  messages: readonly ListedMessage[]
  isFiltered: boolean
}) {
  const [selected, setSelected] = useState<Selection['selected']>({})
  if (messages.length === 0)
    return isFiltered ? (
      <Empty title="No messages here" text="No message matches this view and search.">
        <ActionLink href={OPERATOR.messages}>Show open messages</ActionLink>
      </Empty>
    ) : (
      <Empty title="Every message is answered" text="New messages from the contact form appear here." />
    )
  return (
    <>
      <DataTable
        label="Messages"
        columns={COLUMNS}
        items={messages}
        getId={({ id }) => id}
        getName={({ name }) => `the message of ${name}`}
        selection={{ selected, onChange: setSelected }}
        card={(message) => <MessageCard message={message} />}
      />
      <MessageBulkBar
        ids={messages.filter(({ id }) => selected[id]).map(({ id }) => id)}
        onClear={() => setSelected({})}
      />
    </>
  )
}

function MessageBulkBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { isBusy, perform } = useOperatorAction()

  async function move(state: 'done' | 'spam'): Promise<void> {
    // A call accepts at most a hundred.
    const body = { ids: ids.slice(0, 100), state }
    if (await perform(() => call('POST /operator/messages/state', { body }))) onClear()
  }

  return (
    <BulkBar count={ids.length} onClear={onClear}>
      <Action icon={Check} busy={isBusy} onClick={() => void move('done')}>
        Mark as done
      </Action>
      <Action icon={ShieldAlert} busy={isBusy} onClick={() => void move('spam')}>
        Mark as spam
      </Action>
    </BulkBar>
  )
}

const COLUMNS: readonly DataColumn<ListedMessage>[] = [
  {
    id: 'from',
    title: 'From',
    cell: ({ id, name, email }) => (
      <>
        <Link href={messageAddress(id)} className="block max-w-56 truncate font-semibold hover:underline">
          {name}
        </Link>
        <span className="block max-w-56 truncate text-xs text-ink-soft">{email}</span>
      </>
    ),
  },
  {
    id: 'message',
    title: 'Message',
    cell: ({ preview, supplier }) => (
      <>
        <span className="block max-w-md truncate">{preview}</span>
        {supplier && <span className="block text-xs text-ink-soft">About {supplier.name}</span>}
      </>
    ),
  },
  { id: 'status', title: 'Status', cell: (message) => <MessageStatus message={message} /> },
  { id: 'assignee', title: 'Assigned to', cell: ({ assignee }) => assignee?.name ?? 'Unassigned' },
  { id: 'received', title: 'Received', cell: ({ createdAt }) => formatDateTime(createdAt) },
]

function MessageCard({ message }: { message: ListedMessage }) {
  return (
    <div className="relative text-sm">
      <Link
        href={messageAddress(message.id)}
        className="font-semibold wrap-anywhere after:absolute after:inset-0"
      >
        {message.name}
      </Link>
      <p className="line-clamp-2 wrap-anywhere">{message.preview}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
        <MessageStatus message={message} />
        {formatDateTime(message.createdAt)} · {message.assignee?.name ?? 'Unassigned'}
      </p>
    </div>
  )
}
