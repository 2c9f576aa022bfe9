import type { PaymentMethod } from '#features/checkout/contract.ts'
import { ChoiceCard } from './choice-card.tsx'
import { PaymentMark } from './payment-mark.tsx'

/** What each method is called and how it is paid, in the order of the page (CHK2-03). */
const METHODS: readonly { method: PaymentMethod; name: string; detail: string }[] = [
  { method: 'vm', name: 'Credit or debit card', detail: 'Visa and Mastercard' },
  { method: 'discover', name: 'Diners Club or Discover', detail: 'Diners and Discover cards' },
  { method: 'paynow', name: 'PayNow', detail: 'Scan a QR code with your Singapore bank app' },
  { method: 'upop', name: 'UnionPay', detail: 'UnionPay credit and debit cards' },
  { method: 'alipay', name: 'Alipay', detail: 'Pay with your Alipay wallet' },
]

/** The choice among the ways to pay that this order offers. */
export function PaymentMethods(props: {
  offered: readonly PaymentMethod[]
  chosen: PaymentMethod
  isDisabled: boolean
  onChoose: (method: PaymentMethod) => void
}) {
  const { offered, chosen, isDisabled, onChoose } = props
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-5 font-display text-lg">Payment method</legend>
      <div className="flex flex-col gap-3">
        {METHODS.filter(({ method }) => offered.includes(method)).map(({ method, name, detail }) => (
          <ChoiceCard
            key={method}
            name="paymentMethod"
            value={method}
            isChosen={method === chosen}
            onChoose={() => onChoose(method)}
          >
            <span className="flex-1">
              <span className="block text-sm font-medium">{name}</span>
              <span className="block text-xs text-ink-soft">{detail}</span>
            </span>
            <PaymentMark method={method} />
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
}
