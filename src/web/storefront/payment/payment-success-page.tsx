import { page, type ViewProps } from '#web/app/router/page.ts'
import {
  type ConfirmationState,
  initialConfirmation,
  confirmationReducer,
  NOT_CONFIRMED,
  type ConfirmationEvent,
} from './confirmation.ts'
import { ConfirmedView } from './confirmed-view.tsx'
import { MissingView, ProcessingView, UnconfirmedView } from './pending-views.tsx'
import { useEffect, useState } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { finishOrder } from '../checkout/order/finish-order.ts'

/** Where the payment provider sends the shopper back to after a payment. */
export const paymentSuccessPage = page<void>({
  head: () => ({ title: 'Your payment', description: 'We confirm your payment.', isPrivate: true }),
  View: PaymentSuccessView,
})

function PaymentSuccessView({ search }: ViewProps<void>) {
  const transactionId = search['transaction_id'] ?? ''
  // Another transaction is another confirmation, begun again.
  return <PaymentConfirmation key={transactionId} transactionId={transactionId} />
}

function PaymentConfirmation({ transactionId }: { transactionId: string }) {
  const { state, retry } = useConfirmation(transactionId)
  return <ConfirmationView state={state} transactionId={transactionId} onRetry={retry} />
}

/** What a confirmation shows in each of its states. */
export function ConfirmationView(props: {
  state: ConfirmationState
  transactionId: string
  onRetry: () => void
}) {
  const { state, transactionId, onRetry } = props
  return (
    <section className="page-width flex flex-col items-center py-20 text-center md:py-32">
      {state.view === 'missing' && <MissingView />}
      {state.view === 'processing' && <ProcessingView refusal={state.refusal} onRetry={onRetry} />}
      {state.view === 'failed' && <UnconfirmedView transactionId={transactionId} onRetry={onRetry} />}
      {state.view === 'success' && <ConfirmedView transactionId={transactionId} orderId={state.orderId} />}
    </section>
  )
}

/** Asks the server to confirm a payment when the page is shown, and again by `retry`. */
function useConfirmation(transactionId: string): Readonly<{ state: ConfirmationState; retry: () => void }> {
  const [state, setState] = useState(() => initialConfirmation(transactionId))
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (transactionId === '') return
    const abort = new AbortController()
    const happen = (event: ConfirmationEvent) => setState((before) => confirmationReducer(before, event))
    happen({ kind: 'requested' })
    void confirm(transactionId, abort.signal).then((event) => event && happen(event))
    return () => abort.abort()
  }, [transactionId, round])

  return { state, retry: () => setRound(round + 1) }
}

/** Asks once and says what the shopper has to know; nothing when nobody waits for the answer any more. */
async function confirm(transactionId: string, signal: AbortSignal): Promise<ConfirmationEvent | undefined> {
  try {
    const { orderID } = await call(
      'GET /shop/updateOrder/{id}',
      { params: { id: transactionId } },
      { signal },
    )
    finishOrder(orderID)
    return { kind: 'confirmed', orderId: orderID }
  } catch (error) {
    if (signal.aborted) return undefined
    const message = isApiFailure(error) && error.message ? error.message : NOT_CONFIRMED
    toast.error(message)
    return isApiFailure(error) ? { kind: 'refused', message } : { kind: 'broken' }
  }
}
