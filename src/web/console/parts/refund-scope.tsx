import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { Loaded } from '../data/console-data.tsx'
import { formatMoney } from '../data/format.ts'

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

/** Renders how much of an order can still be refunded; `console` begins the key of its query. */
export function RefundBalance({ orderId, console }: { orderId: string; console: 'operator' | 'supplier' }) {
  const query = useQuery({
    queryKey: [console, 'order', orderId, 'refunds'],
    queryFn: ({ signal }) =>
      call('GET /supplier/orders/{id}/refunds', { params: { id: orderId } }, { signal }),
  })
  return (
    <Loaded query={query} skeleton={<p className="text-sm text-ink-soft">Loading the remaining amount …</p>}>
      {({ balance }) => (
        <p className="text-sm">
          {formatMoney(balance.left / 100)} of {formatMoney(balance.paid / 100)} can still be refunded
          {balance.shippingLeft > 0 && `, ${formatMoney(balance.shippingLeft / 100)} of it for shipping`}.
          {balance.byHand !== null && ` ${balance.byHand}`}
        </p>
      )}
    </Loaded>
  )
}
