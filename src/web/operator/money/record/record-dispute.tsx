import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseMinor } from '#core/money.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { NO_PAYMENT, PaymentFields, toPayment } from './payment-fields.tsx'

const STATES = [
  { value: 'inquiry', label: 'Inquiry' },
  { value: 'open', label: 'Funds withdrawn' },
  { value: 'won', label: 'Won, funds returned' },
  { value: 'lost', label: 'Lost' },
] as const

type State = (typeof STATES)[number]['value']

/** Renders the form that records a dispute without a webhook, from a letter or a report. */
export function RecordDispute({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [input, setInput] = useState(NO_PAYMENT)
  const [dispute, setDispute] = useState({ id: '', reason: '', fee: '0', respondBy: '' })
  const [state, setState] = useState<State>('open')
  const payment = toPayment(input)
  const fee = parseMinor(dispute.fee, input.currency)
  const field = (name: keyof typeof dispute) => ({
    value: dispute[name],
    onChange: (event: { target: { value: string } }) =>
      setDispute({ ...dispute, [name]: event.target.value }),
  })

  async function record(): Promise<void> {
    if (!payment || fee === undefined) return
    const { id, reason, respondBy } = dispute
    const body = {
      ...payment,
      dispute: id.trim(),
      state,
      fee,
      reason,
      ...(respondBy === '' ? {} : { respondBy: new Date(respondBy).toISOString() }),
    }
    const { message } = await withPassword(() => call('POST /chargebacks', { body }))
    await queries.invalidateQueries({ queryKey: ['operator'] })
    toast.success(message)
  }

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Record a dispute"
      text="For disputes the provider doesn’t report. We post it to the ledger. Record it again when its status changes."
      submitLabel="Record dispute"
      canSubmit={
        payment !== undefined &&
        fee !== undefined &&
        dispute.id.trim() !== '' &&
        dispute.reason.trim().length >= 3
      }
      onSubmit={record}
      explain={(error) =>
        explainError(error, 'We couldn’t record the dispute. Please try again in a moment.')
      }
    >
      <PaymentFields value={input} onChange={setInput} />
      <Field label="ID of the dispute" maxLength={200} {...field('id')} />
      <StateSelect state={state} onChange={setState} />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Fee so far" inputMode="decimal" {...field('fee')} />
        <Field label="Answer by" type="date" {...field('respondBy')} />
      </div>
      <Field label="Reason" hint="As stated by the bank" maxLength={200} {...field('reason')} />
    </FormDialog>
  )
}

function StateSelect({ state, onChange }: { state: State; onChange: (state: State) => void }) {
  return (
    <Select
      label="State"
      value={state}
      onChange={(event) =>
        onChange(STATES.find(({ value }) => value === event.target.value)?.value ?? 'open')
      }
    >
      {STATES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}
