import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { PAYMENT_METHOD_TEXTS } from '#web/shared/payment/payment-methods.ts'
import { Select } from '#web/ui/field.tsx'
import { usePayment } from './use-order-action.ts'

/** Orders to pay together: their IDs, and their total cost in their currency. */
export type OrdersToPay = Readonly<{
  ids: readonly string[]
  total: number
  currency: string
  isPractice: boolean
}>

/** Returns the vendor's wallet and payment methods. */
export function useWallet() {
  return useQuery({
    queryKey: ['vendor', 'wallet'],
    queryFn: async ({ signal }) => (await call('GET /vendor/wallet', {}, { signal })).wallet,
  })
}

/** Renders the dialog that pays the wholesale price of orders, from the wallet or on a payment page. */
export function PayDialog(props: { orders: OrdersToPay; onClose: () => void }) {
  const { orders, onClose } = props
  const { ids, total, currency, isPractice } = orders
  const [chosen, setChosen] = useState<string>()
  const wallet = useWallet().data
  const pay = usePayment()
  const balance = isPractice ? wallet?.practiceBalance : wallet?.balance
  const isCovered = balance === undefined || balance >= total
  const methods = PAYMENT_METHOD_TEXTS.filter(
    ({ method }) => !isPractice && (wallet === undefined || wallet.paymentMethods.includes(method)),
  )
  const value = chosen ?? (isCovered ? 'wallet' : (methods[0]?.method ?? 'wallet'))
  const method = PAYMENT_METHOD_TEXTS.find((one) => one.method === value)?.method
  const name = ids.length === 1 ? 'this order' : `${ids.length} orders`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={ids.length === 1 ? 'Pay for the order' : `Pay for ${ids.length} orders`}
      text={`${formatMoney(total, currency)} for ${name}, wholesale price and shipping. Suppliers get ${
        ids.length === 1 ? 'it' : 'them'
      } after the hold.`}
      submitLabel={method ? 'Go to payment' : `Pay ${formatMoney(total, currency)}`}
      onSubmit={() => pay({ orders: [...ids], by: method ?? 'wallet' })}
      explain={(error) => explainError(error, 'We couldn’t take the payment. Please try again in a moment.')}
    >
      <Select
        label="Pay with"
        value={value}
        hint={
          isCovered
            ? undefined
            : isPractice
              ? 'Your practice wallet doesn’t have enough. Add practice money under Wallet.'
              : 'Your wallet doesn’t cover the full amount.'
        }
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="wallet">
          {isPractice ? 'Practice wallet' : 'Wallet'}
          {balance === undefined ? '' : ` (${formatMoney(balance, currency)})`}
        </option>
        {methods.map((one) => (
          <option key={one.method} value={one.method}>
            {one.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
