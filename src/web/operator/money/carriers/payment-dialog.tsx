import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDecimal, parseMinor } from '#core/money.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formatMinor } from '../format-minor.ts'
import { formatCarrier, PAYABLE } from './carrier-names.ts'
import type { CarrierAccount } from './carriers.tsx'

type Carrier = (typeof PAYABLE)[number]
type Texts = Readonly<
  Record<'provider' | 'reference' | 'paidOn' | 'currency' | 'adjustment' | 'reason', string>
>

/** Renders the dialog that records a payment to a seller of labels; the open balance is the default. */
export function PaymentDialog(props: {
  accounts: readonly CarrierAccount[]
  /** The initial value of the date field, such as `2026-03-02`. */
  today: string
  onClose: () => void
}) {
  const { accounts, today, onClose } = props
  const queries = useQueryClient()
  const [texts, setTexts] = useState<Texts>(() => toTexts(accounts[0], today))
  const [amounts, setAmounts] = useState<Amounts>(() => listOpen(accounts, texts))
  const payment = toPayment(texts, amounts)

  async function record(): Promise<void> {
    if (!payment) return
    const { message } = await withPassword(() => call('POST /carrier-payments', { body: payment }))
    await queries.invalidateQueries({ queryKey: ['operator'] })
    toast.success(message)
  }

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Record a payment for labels"
      text="The amount that left your bank and what it paid for. Each provider reference counts once."
      submitLabel={payment ? `Record ${formatMinor(payment.amount, payment.currency)}` : 'Record payment'}
      canSubmit={payment !== undefined}
      onSubmit={record}
      explain={(error) =>
        explainError(error, 'We couldn’t record the payment. Please try again in a moment.')
      }
    >
      <InputFields texts={texts} onTexts={setTexts} amounts={amounts} onAmounts={setAmounts} />
    </FormDialog>
  )
}

type Amounts = Readonly<Record<string, string>>

function InputFields(props: {
  texts: Texts
  onTexts: (texts: Texts) => void
  amounts: Amounts
  onAmounts: (amounts: Amounts) => void
}) {
  const { texts, onTexts, amounts, onAmounts } = props
  const shown = PAYABLE.filter((carrier) => carrier === 'account' || carrier in amounts)
  const field = (name: keyof Texts) => ({
    value: texts[name],
    onChange: (event: { target: { value: string } }) => onTexts({ ...texts, [name]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <Field label="Paid to" maxLength={40} {...field('provider')} />
      <Field label="Paid on" type="date" {...field('paidOn')} />
      <Field label="Invoice or reference" maxLength={100} {...field('reference')} />
      <Field label="Currency" maxLength={3} {...field('currency')} />
      {shown.map((carrier) => (
        <Field
          key={carrier}
          label={formatCarrier(carrier)}
          inputMode="decimal"
          value={amounts[carrier] ?? ''}
          onChange={(event) => onAmounts({ ...amounts, [carrier]: event.target.value })}
        />
      ))}
      <Field label="Adjustment (optional)" {...field('adjustment')} />
      <Field label="Reason for the adjustment" maxLength={200} {...field('reason')} />
    </div>
  )
}

function toTexts(first: CarrierAccount | undefined, today: string): Texts {
  const { provider = 'easypost', currency = 'USD' } = first ?? {}
  return { provider, currency, paidOn: today, reference: '', adjustment: '', reason: '' }
}

/** Returns the open balance of each carrier of a provider, as input texts. */
function listOpen(
  accounts: readonly CarrierAccount[],
  { provider, currency }: Texts,
): Record<string, string> {
  const open = accounts.filter(
    (one) => one.provider === provider && one.currency === currency && one.open > 0,
  )
  return Object.fromEntries(open.map((one) => [one.carrier, formatDecimal(one.open, currency)]))
}

/** Returns the minor units of a typed positive or negative amount; 0 when empty, undefined when invalid. */
function readAmount(text: string, currency: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  const minor = parseMinor(trimmed.replace(/^-/, ''), currency)
  return minor !== undefined && trimmed.startsWith('-') ? -minor : minor
}

function toPayment(texts: Texts, amounts: Readonly<Record<string, string>>) {
  const { provider, reference, paidOn, reason } = texts
  const currency = texts.currency.toUpperCase()
  const read = PAYABLE.map((carrier) => ({ carrier, amount: readAmount(amounts[carrier] ?? '', currency) }))
  const adjustment = readAmount(texts.adjustment, currency)
  if (adjustment === undefined || (adjustment !== 0 && reason.trim().length < 3)) return undefined
  const parts: { carrier: Carrier; amount: number }[] = []
  for (const { carrier, amount } of read) {
    if (amount === undefined) return undefined
    if (amount !== 0) parts.push({ carrier, amount })
  }
  const isComplete =
    provider.trim() !== '' && reference.trim() !== '' && paidOn !== '' && currency.length === 3
  if (!isComplete || (parts.length === 0 && adjustment === 0)) return undefined
  return {
    provider: provider.trim(),
    reference,
    paidOn,
    currency,
    amount: parts.reduce((sum, { amount }) => sum + amount, adjustment),
    parts,
    ...(adjustment === 0 ? {} : { adjustment: { amount: adjustment, reason } }),
  }
}
