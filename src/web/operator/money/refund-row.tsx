import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMinor } from './format-minor.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { orderAddress } from '../console/addresses.ts'

type Refund = AnswerTo<'GET /refunds'>['refunds'][number]
type PaidBy = InputOf<'POST /refunds/{id}/paid'>['body']['how']

/** The labels of a refund's states. */
export const REFUND_STATES: Readonly<Record<Refund['state'], Readonly<{ label: string; tone: StatusTone }>>> =
  {
    asked: { label: 'To be sent', tone: 'plain' },
    sent: { label: 'Sent', tone: 'plain' },
    unknown: { label: 'Outcome unknown', tone: 'bad' },
    done: { label: 'Refunded', tone: 'good' },
    refused: { label: 'Refused', tone: 'bad' },
    paid_by_hand: { label: 'Paid by hand', tone: 'good' },
    undone: { label: 'Came back', tone: 'wait' },
  }

/** Renders a refund with its state, and an operator's actions if it failed at the provider. */
export function RefundRow({ refund, withOrder = false }: { refund: Refund; withOrder?: boolean }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const { label, tone } = REFUND_STATES[refund.state]

  async function retry(): Promise<void> {
    setIsBusy(true)
    try {
      const { message } = await withPassword(() =>
        call('POST /refunds/{id}/ask-again', { params: { id: refund.id } }),
      )
      toast.success(message)
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t retry this. Please try again in a moment.'))
    }
    await queries.invalidateQueries({ queryKey: ['operator'] })
    setIsBusy(false)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          <span className="tabular-nums">{formatMinor(refund.amount, refund.currency)}</span>{' '}
          <Status tone={tone}>{label}</Status>
        </p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {formatDateTime(refund.at)} · {refund.provider} · {refund.reason}
        </p>
        {refund.problem !== null && <p className="text-xs wrap-anywhere text-danger">{refund.problem}</p>}
        {refund.paidReference !== null && (
          <p className="text-xs wrap-anywhere">Paid: {refund.paidReference}</p>
        )}
        {withOrder && refund.order !== null && (
          <Link href={orderAddress(refund.order)} className="text-link text-xs">
            View order
          </Link>
        )}
      </div>
      {refund.state === 'refused' && (
        <div className="flex flex-wrap gap-2">
          <Action isSmall busy={isBusy} onClick={() => void retry()}>
            Retry
          </Action>
          <Action isSmall onClick={() => setIsPaying(true)}>
            Record payment …
          </Action>
        </div>
      )}
      {refund.state === 'unknown' && (
        <Action isSmall busy={isBusy} onClick={() => void retry()}>
          Look up
        </Action>
      )}
      {isPaying && <PaidDialog refund={refund} onClose={() => setIsPaying(false)} />}
    </li>
  )
}

function PaidDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const queries = useQueryClient()
  const [how, setHow] = useState<PaidBy>('provider_panel')
  const [reference, setReference] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Record how you paid it"
      text={`${formatMinor(refund.amount, refund.currency)} was refunded to the buyer by hand.`}
      submitLabel="Record payment"
      canSubmit={reference.trim().length >= 3}
      onSubmit={async () => {
        const { message } = await withPassword(() =>
          call('POST /refunds/{id}/paid', { params: { id: refund.id }, body: { how, reference } }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t record the payment. Please try again in a moment.')
      }
    >
      <Select
        label="Paid by"
        value={how}
        onChange={({ target: { value } }) =>
          setHow(value === 'bank_transfer' ? 'bank_transfer' : 'provider_panel')
        }
      >
        <option value="provider_panel">The provider’s dashboard</option>
        <option value="bank_transfer">Bank transfer</option>
      </Select>
      <Field
        label="Reference"
        hint="Reference, such as the bank’s transaction ID"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
    </FormDialog>
  )
}
