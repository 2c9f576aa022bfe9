import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Select } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { MessageReply } from './message-reply.tsx'
import { MessageStatus } from './message-status.tsx'

type Answer = AnswerTo<'GET /operator/messages/{id}'>
type Thread = Answer['message']
type Entry = Thread['entries'][number]

/** Renders a message of the contact form with its thread, the reply form, and its assignee. */
export function MessageDetails({ id }: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'message', id],
    queryFn: ({ signal }) => call('GET /operator/messages/{id}', { params: { id } }, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Loaded query={query}>
      {({ message, operators, replyTo }) => (
        <>
          <PageHead
            title={`Message from ${message.name}`}
            isBar
            back={{ href: OPERATOR.messages, label: 'All messages' }}
            badge={<MessageStatus message={message} />}
          >
            <StateActions message={message} />
          </PageHead>
          <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div className="flex min-w-0 flex-col gap-4">
              <Panel title="Conversation">
                <ol aria-label="Messages so far" className="flex flex-col gap-4">
                  <li className="border-s-2 border-line-strong ps-3 text-sm">
                    <EntryHead title={message.name} at={message.createdAt} />
                    <p className="mt-1 wrap-anywhere whitespace-pre-line">{message.message}</p>
                  </li>
                  {message.entries.map((entry) => (
                    <ThreadEntry key={entry.number} entry={entry} />
                  ))}
                </ol>
              </Panel>
              <MessageReply message={message} replyTo={replyTo} />
            </div>
            <Facts message={message} operators={operators} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function StateActions({ message: { id, state } }: { message: Thread }) {
  const { isBusy, perform } = useOperatorAction()
  const move = (to: Thread['state']) =>
    void perform(() => call('POST /operator/messages/state', { body: { ids: [id], state: to } }))
  if (state !== 'open')
    return (
      <Action busy={isBusy} onClick={() => move('open')}>
        Open again
      </Action>
    )
  return (
    <>
      <Action busy={isBusy} onClick={() => move('spam')}>
        Mark as spam
      </Action>
      <Action busy={isBusy} onClick={() => move('done')}>
        Mark as done
      </Action>
    </>
  )
}

const STATES: Readonly<Record<string, string>> = { open: 'open', done: 'done', spam: 'spam' }

function ThreadEntry({ entry }: { entry: Entry }) {
  const { kind, by, text, assignee, at } = entry
  if (kind === 'assignment' || kind === 'state')
    return (
      <li className="ps-3.5 text-xs text-ink-soft">
        {kind === 'state'
          ? `${by.name} marked this message as ${STATES[text] ?? text}`
          : assignee
            ? `${by.name} assigned this message to ${assignee.name}`
            : `${by.name} unassigned this message`}{' '}
        · <time dateTime={at}>{formatDateTime(at)}</time>
      </li>
    )
  const isNote = kind === 'note'
  return (
    <li className={`border-s-2 ps-3 text-sm ${isNote ? 'border-(--amber)' : 'border-accent'}`}>
      <EntryHead title={isNote ? `${by.name}, note for operators` : `${by.name}, answer by email`} at={at} />
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{text}</p>
    </li>
  )
}

function EntryHead({ title, at }: { title: string; at: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <time dateTime={at} className="text-xs text-ink-soft">
        {formatDateTime(at)}
      </time>
    </div>
  )
}

function Facts({ message, operators }: { message: Thread; operators: Answer['operators'] }) {
  const { isBusy, perform } = useOperatorAction()
  const { id, name, email, supplier, assignee, dueAt, answeredAt } = message
  const isListed = assignee === null || operators.some((one) => one.id === assignee.id)
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Assigned to">
        <Select
          label="Assigned to"
          hideLabel
          disabled={isBusy}
          value={assignee?.id ?? ''}
          onChange={(event) => {
            const to = event.target.value || null
            void perform(() => call('POST /operator/messages/assign', { body: { ids: [id], to } }))
          }}
        >
          <option value="">Unassigned</option>
          {!isListed && <option value={assignee.id}>{assignee.name}</option>}
          {operators.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      </Panel>
      <Panel title="Sender">
        <div className="flex flex-col gap-1 text-sm wrap-anywhere">
          <p>{name}</p>
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
          {supplier && (
            <p>
              About{' '}
              <Link href={supplierAddress(supplier.id)} className="text-link">
                {supplier.name}
              </Link>
            </p>
          )}
          <p>
            <Link href={`${OPERATOR.orders}?search=${encodeURIComponent(email)}`} className="text-link">
              Find orders of this address
            </Link>
          </p>
        </div>
      </Panel>
      <Panel title="Answer">
        <p className="text-sm text-ink-soft">
          {answeredAt === null
            ? `Promised by ${formatDateTime(dueAt)}, 24 hours after the message.`
            : `Answered ${formatDateTime(answeredAt)}${answeredAt > dueAt ? ', later than promised' : ''}.`}
        </p>
      </Panel>
    </div>
  )
}
