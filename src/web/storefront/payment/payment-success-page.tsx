import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import type { ConfirmationState } from './confirmation.ts'
import { ConfirmedView } from './confirmed-view.tsx'
import { MissingView, ProcessingView, UnconfirmedView } from './pending-views.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Where the payment provider sends the shopper back to after a payment. */
export const paymentSuccessPage = page<void>({
  head: () => ({ title: 'Your payment', description: 'Payment confirmation.', isPrivate: true }),
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
