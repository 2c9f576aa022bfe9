import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { NO_PAYMENT, PaymentFields, toPayment } from './payment-fields.tsx'

/** Renders the form that records a refund made in the provider's dashboard without a webhook. */
export function RecordRefund({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [input, setInput] = useState(NO_PAYMENT)
  const [refund, setRefund] = useState('')
  const [state, setState] = useState<'succeeded' | 'failed'>('succeeded')
  const payment = toPayment(input)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Record a refund"
      text="For a refund made in the provider’s dashboard. It completes a pending refund or is posted to the ledger. Each ID counts once."
      submitLabel="Record refund"
      canSubmit={payment !== undefined && refund.trim() !== ''}
      onSubmit={async () => {
        if (!payment) return
        const body = { ...payment, refund: refund.trim(), state }
        const { message } = await withPassword(() => call('POST /refunds/made-at-provider', { body }))
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t record the refund. Please try again in a moment.')}
    >
      <PaymentFields value={input} onChange={setInput} />
      <Field
        label="ID of the refund"
        maxLength={200}
        value={refund}
        onChange={(event) => setRefund(event.target.value)}
      />
      <Select
        label="Outcome"
        value={state}
        onChange={(event) => setState(event.target.value === 'failed' ? 'failed' : 'succeeded')}
      >
        <option value="succeeded">Refunded</option>
        <option value="failed">Failed</option>
      </Select>
    </FormDialog>
  )
}
