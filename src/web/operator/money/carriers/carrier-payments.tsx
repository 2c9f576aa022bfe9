import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatDay } from '#web/console/data/format.ts'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Allowed } from '../../console/operator-roles.tsx'
import { formatMinor } from '../format-minor.ts'
import { formatCarrier } from './carrier-names.ts'

type Payment = AnswerTo<'GET /carrier-payments'>['payments'][number]

/** Renders the payments for shipping labels, newest first. A wrong one can be reversed. */
export function CarrierPayments() {
  const [reversed, setReversed] = useState<Payment>()
  const query = usePages('GET /carrier-payments', {
    queryKey: ['operator', 'carrier-payments'],
  })
  return (
    <Panel title="Payments" isFlush>
      <PagedList query={query}>
        {({ pages }) => {
          const payments = pages.flatMap((page) => page.payments)
          return payments.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">
              No payments yet. Record payments to your label provider to keep balances in line.
            </p>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {payments.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} onReverse={() => setReversed(payment)} />
              ))}
            </ul>
          )
        }}
      </PagedList>
      {reversed && <ReverseDialog payment={reversed} onClose={() => setReversed(undefined)} />}
    </Panel>
  )
}

function PaymentRow({ payment, onReverse }: { payment: Payment; onReverse: () => void }) {
  const { provider, reference, paidOn, currency, parts, adjustment, reversed } = payment
  const listed = [
    ...parts.map((part) => `${formatCarrier(part.carrier)} ${formatMinor(part.amount, currency)}`),
    ...(adjustment ? [`${adjustment.reason} ${formatMinor(adjustment.amount, currency)}`] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold tabular-nums">{formatMinor(payment.amount, currency)}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          {formatDay(paidOn)} · {provider} · {reference} · {listed.join(', ')}
        </p>
        {reversed && (
          <p className="text-xs wrap-anywhere text-ink-soft">
            Reversed on {formatDay(reversed.at)}: {reversed.reason}
          </p>
        )}
      </div>
      {reversed ? (
        <Status>Reversed</Status>
      ) : (
        <Allowed needs="money:write">
          <Action isSmall aria-label={`Reverse ${reference}`} onClick={onReverse}>
            Reverse …
          </Action>
        </Allowed>
      )}
    </li>
  )
}

function ReverseDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Reverse this payment?"
      text={`${formatMinor(payment.amount, payment.currency)} (${payment.reference}) will be open again, and you can reuse the reference.`}
      submitLabel="Reverse payment"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => {
        const input = { params: { id: payment.id }, body: { reason } }
        const { message } = await withPassword(() => call('POST /carrier-payments/{id}/reverse', input))
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t reverse it. Please try again in a moment.')}
    >
      <TextArea
        label="Reason"
        rows={2}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
