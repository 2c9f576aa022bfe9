import { page, type ViewProps } from '#web/app/router/page.ts'
import { ConfirmedView } from './confirmed-view.tsx'
import { MissingView, ProcessingView, UnconfirmedView } from './pending-views.tsx'
import { useEffect, useState } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { finishOrder } from '../checkout/order/finish-order.ts'

/** The page to which the payment provider redirects after a payment. */
export const paymentSuccessPage = page<void>({
  head: () => ({ title: 'Your payment', description: 'Payment confirmation.', isPrivate: true }),
  View: PaymentSuccessView,
})

function PaymentSuccessView({ search }: ViewProps<void>) {
  const transactionId = search['transaction_id'] ?? ''
  // The key restarts the confirmation for another transaction.
  return <PaymentConfirmation key={transactionId} transactionId={transactionId} />
}

function PaymentConfirmation({ transactionId }: { transactionId: string }) {
  const { state, retry } = useConfirmation(transactionId)
  return <ConfirmationView state={state} transactionId={transactionId} onRetry={retry} />
}

/** Renders a confirmation in each of its states. */
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

/** Confirms a payment with the server when the page is shown, and again on `retry`. */
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

/** Requests the confirmation once and returns its result; nothing is shown after the page was left. */
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

/**
 * The state of a payment's confirmation. `processing` has a `refusal` if the server refused, and can then be retried;
 * `failed` means no usable response; `missing` means that the address names no payment.
 */
export type ConfirmationState =
  | Readonly<{ view: 'missing' }>
  | Readonly<{ view: 'processing'; refusal: string | undefined }>
  | Readonly<{ view: 'success'; orderId: string }>
  | Readonly<{ view: 'failed' }>

/** The outcome of a confirmation request, or its start. */
type ConfirmationEvent =
  | Readonly<{ kind: 'requested' }>
  | Readonly<{ kind: 'confirmed'; orderId: string }>
  | Readonly<{ kind: 'refused'; message: string }>
  | Readonly<{ kind: 'broken' }>

/** The toast if no usable response arrived (PAY-09). */
const NOT_CONFIRMED = 'We couldn’t confirm your payment. Please try again.'

/** Returns the initial state: without a transaction ID nothing is requested (PAY-12). */
export function initialConfirmation(transactionId: string): ConfirmationState {
  return transactionId === '' ? { view: 'missing' } : { view: 'processing', refusal: undefined }
}

/**
 * Returns the next state of the confirmation. A confirmed payment stays confirmed, even if a late response differs;
 * without an ID the state never changes.
 */
export function confirmationReducer(state: ConfirmationState, event: ConfirmationEvent): ConfirmationState {
  if (state.view === 'missing' || state.view === 'success') return state
  if (event.kind === 'confirmed') return { view: 'success', orderId: event.orderId }
  if (event.kind === 'broken') return { view: 'failed' }
  return { view: 'processing', refusal: event.kind === 'refused' ? event.message : undefined }
}
