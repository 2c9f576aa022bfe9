import { useQuery } from '@tanstack/react-query'
import { parseMinor } from '#core/money.ts'
import { call } from '#web/app/calls/api.ts'
import { Field, Select } from '#web/ui/field.tsx'

/** The input of a payment: its provider, its id there, and an amount. */
export type PaymentInput = Readonly<{ provider: string; receipt: string; currency: string; amount: string }>

/** The input of an empty form. */
export const NO_PAYMENT: PaymentInput = { provider: '', receipt: '', currency: 'USD', amount: '' }

/** Returns the payment with its amount in minor units; undefined while a field is missing or invalid. */
export function toPayment({ provider, receipt, currency, amount }: PaymentInput) {
  const minor = parseMinor(amount, currency)
  const isComplete = provider !== '' && receipt.trim() !== '' && /^[A-Z]{3}$/.test(currency)
  return isComplete && minor !== undefined && minor > 0
    ? { provider, receipt: receipt.trim(), currency, amount: minor }
    : undefined
}

/** Renders the fields that select a payment, and an amount of it. */
export function PaymentFields(props: { value: PaymentInput; onChange: (value: PaymentInput) => void }) {
  const { value, onChange } = props
  const change = (changed: Partial<PaymentInput>) => onChange({ ...value, ...changed })
  const query = useQuery({
    queryKey: ['operator', 'refund-methods'],
    queryFn: async ({ signal }) => (await call('GET /refunds/methods', {}, { signal })).methods,
    staleTime: Infinity,
  })
  const providers = [...new Set((query.data ?? []).map(({ provider }) => provider))]
  return (
    <>
      <Select
        label="Payment provider"
        value={value.provider}
        onChange={(event) => change({ provider: event.target.value })}
      >
        <option value="">Choose a provider</option>
        {providers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        label="ID of the payment"
        hint="As the provider’s dashboard shows it"
        maxLength={200}
        value={value.receipt}
        onChange={(event) => change({ receipt: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Amount"
          inputMode="decimal"
          value={value.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
        <Field
          label="Currency"
          maxLength={3}
          value={value.currency}
          onChange={(event) => change({ currency: event.target.value.toUpperCase() })}
        />
      </div>
    </>
  )
}
