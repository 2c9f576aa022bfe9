import { useEffect, useState } from 'react'
import type { OrderDetailsData, PaymentMethod } from '#features/sales/checkout/contract.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { useReload } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { NOT_STARTED, toPaymentRequest, readPaymentStart } from './payment-request.ts'

/** Refusals after which the order is no longer what the page shows. */
const ORDER_CHANGED_CODES: ReadonlySet<string> = new Set(['already_paid', 'order_expired', 'order_not_found'])

/** Begins the payment of an order and leaves for the provider's page; each failure is told and can be tried again. */
export function usePayment(order: OrderDetailsData) {
  const [isPaying, setIsPaying] = useState(false)
  const reload = useReload()
  useEffect(() => onPageRestored(() => setIsPaying(false)), [])

  async function pay(method: PaymentMethod): Promise<void> {
    setIsPaying(true)
    try {
      const body = toPaymentRequest(order, method, window.location.origin)
      const start = readPaymentStart(await call('POST /shop/getPymentURL', { body }))
      // The button stays busy until the provider's page is there.
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

/** The browser may bring this page back as it was left, by its Back button: then it is not paying any more. */
function onPageRestored(callback: () => void): () => void {
  const listen = (event: PageTransitionEvent): void => {
    if (event.persisted) callback()
  }
  window.addEventListener('pageshow', listen)
  return () => window.removeEventListener('pageshow', listen)
}
