import { Lock } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState, type FormEvent, useEffect } from 'react'
import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import { useReload } from '#web/app/router/navigation.ts'
import { LegalLink } from '#web/shared/forms/legal-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { defaultMethodFor, NOT_STARTED, toPaymentRequest, readPaymentStart } from './payment-request.ts'
import { PaymentMethods } from './payment-methods.tsx'
import { ReservationCountdown } from './reservation.tsx'
import { useRestoreFocus } from '../form/use-restore-focus.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

/** Renders the payment form of an unpaid order. */
export function PayForm({ order }: { order: OrderDetailsData }) {
  const [method, setMethod] = useState(defaultMethodFor(order))
  const { isPaying, pay } = usePayment(order)
  const reload = useReload()
  const payButton = useRestoreFocus(isPaying)

  function submit(event: FormEvent): void {
    event.preventDefault()
    void pay(method)
  }

  return (
    <form aria-label="Payment" onSubmit={submit} className="flex flex-col gap-8">
      {/* Before hydration the browser submits the form itself, and has to return to this order. */}
      <input type="hidden" name="orderID" value={order.id} />
      <PaymentMethods
        unavailable={order.unavailableMethods}
        chosen={method}
        isDisabled={isPaying}
        onChoose={setMethod}
      />
      <div className="flex flex-col gap-4 border-t border-line pt-8">
        {/* If the time is over by this clock, the server's state is loaded. */}
        <ReservationCountdown expiresAt={order.expiresAt} onOver={() => void reload()} />
        <Button
          ref={payButton}
          type="submit"
          size="lg"
          busy={isPaying}
          disabled={order.paymentMethods.length === 0}
          className="w-full sm:w-auto sm:min-w-56 sm:self-start"
        >
          {isPaying ? 'Processing...' : 'Pay Now'}
        </Button>
        <p className="text-xs text-ink-soft">
          By paying you agree to the <LegalLink to="terms">Terms</LegalLink> and the{' '}
          <LegalLink to="returns">returns policy</LegalLink>.
        </p>
        <p className="flex items-start gap-2 text-xs text-ink-soft">
          <Icon shapes={Lock} aria-hidden="true" className="mt-px size-4 shrink-0" strokeWidth={1.5} />
          You’ll pay on the payment provider’s page. We never see your card.
        </p>
      </div>
    </form>
  )
}

/** Error codes after which the order differs from what the page shows. */
const ORDER_CHANGED_CODES: ReadonlySet<string> = new Set(['already_paid', 'order_expired', 'order_not_found'])

/** Starts the payment of an order and redirects to the provider's page; failures are shown and can be retried. */
function usePayment(order: OrderDetailsData) {
  const [isPaying, setIsPaying] = useState(false)
  const reload = useReload()
  useEffect(() => onPageRestored(() => setIsPaying(false)), [])

  async function pay(method: PaymentMethod): Promise<void> {
    setIsPaying(true)
    try {
      const body = toPaymentRequest(order, method, window.location.origin)
      const start = readPaymentStart(await call('POST /shop/getPymentURL', { body }))
      // The button stays busy until the browser leaves the page.
      if (start.ok) return window.location.assign(start.url)
      toast.error(start.message)
    } catch (error) {
      toast.error(explainError(error, NOT_STARTED))
      if (isApiFailure(error) && ORDER_CHANGED_CODES.has(error.code)) await reload()
    }
    setIsPaying(false)
  }

  return { isPaying, pay }
}

/** Calls back when the browser restores this page on Back: then no payment is pending. */
function onPageRestored(callback: () => void): () => void {
  const listen = (event: PageTransitionEvent): void => {
    if (event.persisted) callback()
  }
  window.addEventListener('pageshow', listen)
  return () => window.removeEventListener('pageshow', listen)
}
