import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { accountAddress, OPERATOR, supplierAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { Allowed } from '../console/operator-roles.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { describeReport, REASONS } from './report-texts.ts'

type Report = AnswerTo<'GET /operator/chat-reports/{id}'>['report']
type Message = Report['messages'][number]

/** Renders a reported conversation, whose messages can be removed or restored, and closes the report. */
export function ReportDetails({ id }: SectionProps) {
  const [removed, setRemoved] = useState<Message>()
  const query = useQuery({
    queryKey: ['operator', 'chat-report', id],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/chat-reports/{id}', { params: { id } }, { signal })).report,
  })
  return (
    <Loaded query={query}>
      {(report) => (
        <>
          <PageHead
            title={describeReport(report)}
            isBar
            back={{ href: OPERATOR.chatReports, label: 'Reported chats' }}
            badge={
              <Status tone={report.closedAt ? 'plain' : 'wait'}>{report.closedAt ? 'Closed' : 'Open'}</Status>
            }
          >
            {report.closedAt === null && (
              <Allowed needs="messages:write">
                <CloseAction id={report.id} />
              </Allowed>
            )}
          </PageHead>
          <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <Panel
              title="Conversation"
              hint={
                report.messages.length < MAX_SHOWN.reportedMessages
                  ? undefined
                  : `the last ${MAX_SHOWN.reportedMessages} messages up to the report`
              }
              isFlush
            >
              <ol className="divide-y divide-line border-t border-line">
                {report.messages.map((message) => (
                  <MessageRow
                    key={message.number}
                    report={report}
                    message={message}
                    onRemove={() => setRemoved(message)}
                  />
                ))}
              </ol>
            </Panel>
            <Facts report={report} />
          </div>
          {removed && (
            <RemoveDialog report={report} message={removed} onClose={() => setRemoved(undefined)} />
          )}
        </>
      )}
    </Loaded>
  )
}

function CloseAction({ id }: { id: string }) {
  const { isBusy, perform } = useOperatorAction()
  return (
    <Action
      variant="primary"
      busy={isBusy}
      onClick={() => void perform(() => call('POST /operator/chat-reports/{id}/close', { params: { id } }))}
    >
      Close report
    </Action>
  )
}

function getSender({ customer, supplier }: Report, { by }: Message): string {
  return by === 'customer' ? customer.name : supplier.name
}

function MessageRow(props: { report: Report; message: Message; onRemove: () => void }) {
  const { report, message, onRemove } = props
  const { number, isErased, removedAt } = message
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <MessageContent message={message} sender={getSender(report, message)} />
      {!isErased && (
        <Allowed needs="messages:write">
          {removedAt === null ? (
            <Action isSmall aria-label={`Remove message ${number}`} onClick={onRemove}>
              Remove …
            </Action>
          ) : (
            <RestoreAction id={report.id} number={number} />
          )}
        </Allowed>
      )}
    </li>
  )
}

function RestoreAction({ id, number }: { id: string; number: number }) {
  const { isBusy, perform } = useOperatorAction()
  const restore = () =>
    perform(() =>
      call('POST /operator/chat-reports/{id}/messages/{number}', {
        params: { id, number },
        body: { decision: 'restore' },
      }),
    )
  return (
    <Action isSmall busy={isBusy} aria-label={`Restore message ${number}`} onClick={() => void restore()}>
      Restore
    </Action>
  )
}

function MessageContent({ message, sender }: { message: Message; sender: string }) {
  const { text, pictures, at, isErased, removedAt, removalReason } = message
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p>
        <span className="font-semibold">{sender}</span>{' '}
        <span className="text-xs text-ink-soft">{formatDateTime(at)}</span>
      </p>
      {isErased ? (
        <p className="text-ink-soft">Deleted because the account was closed.</p>
      ) : (
        <p className={`wrap-anywhere whitespace-pre-line ${removedAt ? 'text-ink-soft line-through' : ''}`}>
          {text}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {pictures.map(({ id, url, smallUrl }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                <img src={smallUrl} alt={`From ${sender}`} className="size-20 rounded-md object-cover" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {removedAt !== null && (
        <p className="mt-1 text-xs text-danger">
          Removed on {formatDateTime(removedAt)}: {removalReason}
        </p>
      )}
    </div>
  )
}

function Facts({ report }: { report: Report }) {
  const { customer, supplier, reason, note, createdAt, closedAt } = report
  return (
    <Panel title="Report">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-ink-soft">Reason</dt>
        <dd>{REASONS[reason]}</dd>
        {note !== '' && (
          <>
            <dt className="text-ink-soft">Note</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{note}</dd>
          </>
        )}
        <dt className="text-ink-soft">Reported</dt>
        <dd>{formatDateTime(createdAt)}</dd>
        {closedAt !== null && (
          <>
            <dt className="text-ink-soft">Closed</dt>
            <dd>{formatDateTime(closedAt)}</dd>
          </>
        )}
        <dt className="text-ink-soft">Buyer</dt>
        <dd>
          <Link href={accountAddress(customer.id)} className="text-link">
            {customer.name}
          </Link>
        </dd>
        <dt className="text-ink-soft">Supplier</dt>
        <dd>
          <Link href={supplierAddress(supplier.id)} className="text-link">
            {supplier.name}
          </Link>
        </dd>
      </dl>
    </Panel>
  )
}

function RemoveDialog(props: { report: Report; message: Message; onClose: () => void }) {
  const { report, message, onClose } = props
  const { perform } = useOperatorAction()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Remove this message?"
      text={`It’s no longer visible to either side. We email the reason to ${getSender(report, message)}.`}
      submitLabel="Remove"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        await perform(() =>
          call('POST /operator/chat-reports/{id}/messages/{number}', {
            params: { id: report.id, number: message.number },
            body: { decision: 'remove', reason },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t remove it. Please try again in a moment.')}
    >
      <TextArea
        label="Reason"
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
