import type { InputOf } from '#web/app/calls/endpoints.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Field, Select } from '#web/ui/field.tsx'

type RefundScope = InputOf<'POST /supplier/orders/{id}/refunds'>['body']['what']

/** The part of an order to refund, as it is chosen and typed. */
export type RefundDraft = Readonly<{ kind: RefundScope['of']; amount: string }>

/** The draft of a new refund. */
export const NEW_REFUND: RefundDraft = { kind: 'amount', amount: '' }

/** Returns the part of an order to refund; undefined while the amount is invalid. */
export function parseRefund({ kind, amount }: RefundDraft): RefundScope | undefined {
  if (kind === 'all') return { of: 'all' }
  if (kind === 'shipping') return { of: 'shipping' }
  const cents = parseTypedCents(amount)
  return cents !== undefined && cents > 0 ? { of: 'amount', amount: cents } : undefined
}

/** Renders the choice of what to refund: an amount, the shipping, or all that is left. */
export function RefundFields(props: { draft: RefundDraft; onChange: (draft: RefundDraft) => void }) {
  const { draft, onChange } = props
  return (
    <>
      <Select
        label="What to refund"
        value={draft.kind}
        onChange={({ target: { value } }) =>
          onChange({ ...draft, kind: value === 'all' || value === 'shipping' ? value : 'amount' })
        }
      >
        <option value="amount">An amount</option>
        <option value="shipping">The shipping</option>
        <option value="all">Full remaining amount</option>
      </Select>
      {draft.kind === 'amount' && (
        <Field
          label="Amount in US dollars"
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={(event) => onChange({ ...draft, amount: event.target.value })}
        />
      )}
    </>
  )
}
