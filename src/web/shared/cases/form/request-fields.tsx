import { formatCents } from '#core/money.ts'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { selectedCents, coversAllUnits } from './case-draft.ts'
import { RadioGroup, Radio } from './radio-group.tsx'
import type { CaseFormState } from './use-case-form.ts'

/** Renders the fields of a request: amount, and whether the items are returned. */
export function RequestFields({ form }: { form: CaseFormState }) {
  const { draft, faults, change } = form
  const { kind, requestType, amount, sendsBack } = draft
  return (
    <RadioGroup question="What would you like?">
      <div className="flex flex-col gap-2">
        <Radio
          name="requestType"
          label={describeUsualRequest(form)}
          checked={requestType === 'usual'}
          onChoose={() => change({ requestType: 'usual' })}
        />
        <Radio
          name="requestType"
          label="Another amount"
          checked={requestType === 'amount'}
          onChoose={() => change({ requestType: 'amount' })}
        />
        {requestType === 'amount' && (
          <AmountField value={amount} error={faults.amount} onValue={(value) => change({ amount: value })} />
        )}
        {kind === 'return' && (
          <p className="mt-2 text-sm text-ink-soft">
            You get your refund once you have returned the items. Agree on how with the supplier here.
          </p>
        )}
        {(kind === 'damaged' || kind === 'wrong') && (
          <Checkbox
            className="mt-2"
            label="I’ll return the items"
            checked={sendsBack}
            onChange={({ currentTarget }) => change({ sendsBack: currentTarget.checked })}
          />
        )}
      </div>
    </RadioGroup>
  )
}

/** Renders the input of an amount in dollars. */
export function AmountField(props: {
  value: string
  error: string | undefined
  hint?: string | undefined
  onValue: (value: string) => void
}) {
  const { value, error, hint, onValue } = props
  return (
    <Field
      label="Amount in US dollars"
      inputMode="decimal"
      autoComplete="off"
      className="max-w-60"
      value={value}
      error={error}
      hint={hint}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    />
  )
}

function describeUsualRequest({ draft, lines }: CaseFormState): string {
  if (!coversAllUnits(draft, lines))
    return `Price of the selected items: ${formatCents(selectedCents(draft, lines))}`
  if (draft.kind === 'return') return 'Everything I paid for these items, without shipping'
  return 'Everything I paid for these items, with shipping'
}
