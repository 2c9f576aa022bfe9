import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import { RadioCard } from '../form/radio-card.tsx'
import { PaymentMethodIcon } from './payment-method-icon.tsx'

/** What each method is called and how it is paid, in the order of the page (CHK2-03). */
const METHODS: readonly { method: PaymentMethod; name: string; detail: string }[] = [
  { method: 'vm', name: 'Credit or debit card', detail: 'Visa and Mastercard' },
  { method: 'discover', name: 'Diners Club or Discover', detail: 'Diners and Discover cards' },
  { method: 'paynow', name: 'PayNow', detail: 'Scan a QR code with your Singapore bank app' },
  { method: 'upop', name: 'UnionPay', detail: 'UnionPay credit and debit cards' },
  { method: 'alipay', name: 'Alipay', detail: 'Pay with your Alipay wallet' },
]

/** The choice among the ways to pay. One that nobody takes for this order stays in its place and says why. */
export function PaymentMethods(props: {
  unavailable: OrderDetailsData['unavailableMethods']
  chosen: PaymentMethod
  isDisabled: boolean
  onChoose: (method: PaymentMethod) => void
}) {
  const { unavailable, chosen, isDisabled, onChoose } = props
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-5 font-display text-lg">Payment method</legend>
      <div className="flex flex-col gap-3">
        {METHODS.map(({ method, name, detail }) => {
          const reason = unavailable.find((other) => other.method === method)?.reason
          return (
            <RadioCard
              key={method}
              name="paymentMethod"
              value={method}
              isChosen={method === chosen}
              isDisabled={reason !== undefined}
              className={reason === undefined ? '' : 'pointer-events-none border-dashed text-ink-soft'}
              onChoose={() => onChoose(method)}
            >
              <span className="flex-1">
                <span className="block text-sm font-medium">{name}</span>
                <span className="block text-xs text-ink-soft">{reason ?? detail}</span>
              </span>
              <PaymentMethodIcon method={method} />
            </RadioCard>
          )
        })}
      </div>
    </fieldset>
  )
}
