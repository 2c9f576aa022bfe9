import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WalletData } from '#features/money/wallets/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { PAYMENT_METHOD_TEXTS } from '#web/shared/payment/payment-methods.ts'
import { Field, Select } from '#web/ui/field.tsx'

/** The wallet for real orders, or the one for practice orders. */
export type WalletName = 'real' | 'practice'

type DialogProps = Readonly<{ wallet: WalletData; onClose: () => void }>

/** Renders the dialog that adds money to a wallet on a payment page; practice money is added immediately. */
export function TopUpDialog({ wallet, name, onClose }: DialogProps & Readonly<{ name: WalletName }>) {
  const [amount, setAmount] = useState(name === 'practice' ? '500' : '200')
  const methods = PAYMENT_METHOD_TEXTS.filter(({ method }) => wallet.paymentMethods.includes(method))
  const [method, setMethod] = useState(methods[0]?.method)
  const queries = useQueryClient()
  const dollars = readAmount(amount)
  const isPractice = name === 'practice'
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isPractice ? 'Add practice money' : 'Add money'}
      text={
        isPractice
          ? 'It pays for orders of your practice shop. It isn’t real money.'
          : 'You pay on the next page. Orders on hold are paid as soon as the money arrives.'
      }
      submitLabel={isPractice ? 'Add practice money' : 'Go to payment'}
      canSubmit={dollars !== undefined && (isPractice || method !== undefined)}
      onSubmit={async () => {
        if (dollars === undefined) return
        const body = {
          wallet: name,
          amount: dollars,
          ...(isPractice || !method ? {} : { paymentMethod: method }),
        }
        const { paymentUrl, message } = await call('POST /vendor/wallet/top-ups', { body })
        if (paymentUrl !== null) return location.assign(paymentUrl)
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['vendor'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t add the money. Please try again in a moment.')}
    >
      <AmountField value={amount} isWrong={dollars === undefined} onChange={setAmount} />
      {!isPractice && (
        <Select
          label="Pay with"
          value={method ?? ''}
          onChange={(event) => setMethod(methods.find((one) => one.method === event.target.value)?.method)}
        >
          {methods.map((one) => (
            <option key={one.method} value={one.method}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
    </FormDialog>
  )
}

/** Renders the dialog that withdraws money from the wallet to the payment method it came from. */
export function WithdrawDialog({ wallet, onClose }: DialogProps) {
  const { withdrawable, currency } = wallet
  const [amount, setAmount] = useState(withdrawable.toFixed(2))
  const [idempotencyKey] = useState(randomUuid)
  const queries = useQueryClient()
  const dollars = readAmount(amount)
  const isTooMuch = dollars !== undefined && dollars > withdrawable
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Withdraw money"
      text={`Up to ${formatMoney(withdrawable, currency)} is refunded to your original payment methods, newest payment first.`}
      submitLabel="Withdraw"
      canSubmit={dollars !== undefined && !isTooMuch}
      onSubmit={async () => {
        if (dollars === undefined) return
        const { message } = await withPassword(() =>
          call('POST /vendor/wallet/withdrawals', { body: { amount: dollars, idempotencyKey } }),
        )
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['vendor'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t withdraw it. Please try again in a moment.')}
    >
      <AmountField value={amount} isWrong={dollars === undefined || isTooMuch} onChange={setAmount} />
    </FormDialog>
  )
}

function AmountField(props: { value: string; isWrong: boolean; onChange: (value: string) => void }) {
  const { value, isWrong, onChange } = props
  return (
    <Field
      label="Amount"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      error={isWrong && value.trim() !== '' ? 'Enter an available amount, such as 200.00.' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function readAmount(text: string): number | undefined {
  const cents = parseTypedCents(text)
  return cents === undefined || cents <= 0 ? undefined : cents / 100
}
