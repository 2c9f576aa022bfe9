import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { TextArea } from '#web/ui/field.tsx'

type PayoutStop = AnswerTo<'GET /payout-stops'>['stops'][number]

/** Renders whether and why a supplier's payouts are paused, with past pauses and the action. */
export function PayoutPause({ supplier }: { supplier: Readonly<{ id: string; name: string }> }) {
  const [isChanging, setIsChanging] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'payout-stops', supplier.id],
    queryFn: async ({ signal }) =>
      (await call('GET /payout-stops', { query: { supplier: supplier.id } }, { signal })).stops,
  })
  const current = query.data?.find(({ endedAt }) => endedAt === null)
  return (
    <Panel
      title="Payouts"
      aside={
        query.data && (
          <Action isSmall onClick={() => setIsChanging(true)}>
            {current ? 'Resume payouts' : 'Pause payouts'}
          </Action>
        )
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
        {(stops) => <PauseHistory stops={stops} />}
      </Loaded>
      {isChanging &&
        (current ? (
          <ResumeDialog supplier={supplier} onClose={() => setIsChanging(false)} />
        ) : (
          <PauseDialog supplier={supplier} onClose={() => setIsChanging(false)} />
        ))}
    </Panel>
  )
}

function PauseHistory({ stops }: { stops: readonly PayoutStop[] }) {
  const past = stops.filter(({ endedAt }) => endedAt !== null)
  const current = stops.find(({ endedAt }) => endedAt === null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      {current ? (
        <div>
          <Status tone="bad">Paused</Status>
          <p className="mt-1.5 wrap-anywhere">{current.reason}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            Since {formatDateTime(current.since)}
            {current.by === null ? '' : `, by ${current.by}`}
          </p>
          <p className="mt-1.5 text-xs wrap-anywhere text-ink-soft">The supplier sees: {current.message}</p>
        </div>
      ) : (
        <p>
          <Status tone="good">Going out</Status>
        </p>
      )}
      {past.length > 0 && (
        <ul aria-label="Past pauses" className="flex flex-col gap-2 border-t border-line pt-3">
          {past.map(({ since, endedAt, reason, endReason }) => (
            <li key={since} className="wrap-anywhere">
              {reason}
              <span className="block text-xs text-ink-soft">
                {formatDateTime(since)} – {endedAt === null ? '' : formatDateTime(endedAt)}: {endReason}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ChangeProps = Readonly<{ supplier: Readonly<{ id: string; name: string }>; onClose: () => void }>

function PauseDialog({ supplier, onClose }: ChangeProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [message, setMessage] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Pause payouts?"
      text={`No payout to ${supplier.name} is created or sent until you resume them. Sales continue, and the money stays in the supplier’s balance.`}
      submitLabel="Pause payouts"
      variant="danger"
      canSubmit={reason.trim() !== ''}
      onSubmit={async () => {
        const body = { supplier: supplier.id, reason, ...(message.trim() === '' ? {} : { message }) }
        const answer = await withPassword(() => call('POST /payout-stops', { body }))
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(answer.message)
      }}
      explain={explainFailure}
    >
      <TextArea
        label="Reason"
        hint="Only operators see it"
        rows={2}
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextArea
        label="Message to the supplier (optional)"
        hint="If left blank, the supplier only sees that payouts are paused and that the money stays theirs"
        rows={2}
        maxLength={400}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </FormDialog>
  )
}

function ResumeDialog({ supplier, onClose }: ChangeProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Resume payouts?"
      text={`${supplier.name}’s available balance goes into the next payout.`}
      submitLabel="Resume payouts"
      canSubmit={reason.trim() !== ''}
      onSubmit={async () => {
        const answer = await withPassword(() =>
          call('POST /payout-stops/{supplier}/end', { params: { supplier: supplier.id }, body: { reason } }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(answer.message)
      }}
      explain={explainFailure}
    >
      <TextArea
        label="Reason"
        hint="Only operators see it"
        rows={2}
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

const explainFailure = (error: unknown) =>
  explainError(error, 'We couldn’t change payouts. Please try again in a moment.')
