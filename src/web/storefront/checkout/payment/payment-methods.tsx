import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import { PAYMENT_METHOD_TEXTS } from '#web/shared/payment/payment-methods.ts'
import { RadioCard } from '../form/radio-card.tsx'
import type { ReactNode } from 'react'

/**
 * Renders the choice of payment methods. A method that is unavailable for this order stays visible and explains why.
 */
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
        {PAYMENT_METHOD_TEXTS.map(({ method, name, detail }) => {
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

/** Renders the icon of a payment method; its name is beside it, so screen readers skip the icon. */
function PaymentMethodIcon({ method }: { method: PaymentMethod }) {
  return (
    <svg
      viewBox="0 0 44 28"
      aria-hidden="true"
      className="h-7 w-11 shrink-0 text-ink-soft"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect
        x="0.75"
        y="0.75"
        width="42.5"
        height="26.5"
        rx="3.5"
        className="fill-paper stroke-line-strong"
        strokeWidth="1"
      />
      {ICON_SHAPES[method]}
    </svg>
  )
}

const ICON_SHAPES: Readonly<Record<PaymentMethod, ReactNode>> = {
  vm: (
    <>
      <circle cx="18.5" cy="14" r="6" />
      <circle cx="25.5" cy="14" r="6" />
    </>
  ),
  discover: (
    <>
      <circle cx="22" cy="14" r="6.5" />
      <path d="M22 7.5v13" />
    </>
  ),
  paynow: (
    <>
      <path d="M15 8h5v5h-5zM24 8h5v5h-5zM15 17h5v4h-5z" />
      <path d="M24 17h1.5M29 17v4M24.5 21H26" />
    </>
  ),
  upop: <path d="M16 8l-3 12M22.5 8l-3 12M29 8l-3 12" />,
  alipay: (
    <>
      <path d="M14 10h16M22 7v3" />
      <path d="M27 13c-1.5 5-6 8-12 8M17 14c4 1 8.5 3.5 13 6" />
    </>
  ),
}
