import { useCurrentOrder, paymentStepHref } from '#web/shared/cart/order-memory.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CircleAlert } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'

/** Renders the waiting state, or a failure with its reason and a retry (PAY-02, PAY-07, PAY-13). */
export function ProcessingView({ refusal, onRetry }: { refusal: string | undefined; onRetry: () => void }) {
  return (
    <>
      <Spinner isTurning={refusal === undefined} />
      <h1 className="mt-8 text-2xl">Processing Your Order</h1>
      <p role="status" className="mt-4 max-w-prose text-ink-soft">
        Please wait while we confirm your payment...
      </p>
      {refusal !== undefined && <RefusedPayment refusal={refusal} onRetry={onRetry} />}
    </>
  )
}

/** Renders the refusal in the page, as its toast disappears. */
function RefusedPayment({ refusal, onRetry }: { refusal: string; onRetry: () => void }) {
  const waiting = useCurrentOrder()
  return (
    <div className="mt-8 flex flex-col items-center gap-6">
      <p className="max-w-prose">{refusal}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>Try again</Button>
        {waiting !== undefined && (
          <ButtonLink href={paymentStepHref(waiting)} variant="outline">
            Try another payment method
          </ButtonLink>
        )}
      </div>
      <p className="max-w-prose text-sm text-ink-soft">
        Some payments take a minute to reach us. We keep your cart until yours is confirmed.
      </p>
    </div>
  )
}

/** Renders the page without a usable response: the payment is not confirmed, with a retry (PAY-08). */
export function UnconfirmedView({ transactionId, onRetry }: { transactionId: string; onRetry: () => void }) {
  return (
    <>
      <Alert />
      <h1 className="mt-8 text-2xl">We couldn’t confirm your payment</h1>
      <p role="alert" className="mt-4 max-w-prose text-ink-soft">
        Our server didn’t respond. Try again to check your payment. You won’t be charged twice.
      </p>
      <Button onClick={onRetry} className="mt-8">
        Try again
      </Button>
      <p className="mt-8 max-w-full text-xs wrap-anywhere text-ink-soft">Transaction ID: #{transactionId}</p>
    </>
  )
}

/** Renders the page of an address that names no payment (PAY-12). */
export function MissingView() {
  return (
    <>
      <Alert />
      <h1 className="mt-8 text-2xl">No payment to confirm</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        The link has no transaction ID. If you paid, check your email for a confirmation.
      </p>
      <ButtonLink href="/" className="mt-8">
        Back to home
      </ButtonLink>
    </>
  )
}

function Alert() {
  return <Icon shapes={CircleAlert} aria-hidden="true" className="size-14 text-danger" strokeWidth={1} />
}

/** Renders a ring that spins while a request is pending; it stops while it waits for the shopper. */
function Spinner({ isTurning }: { isTurning: boolean }) {
  return (
    <svg
      viewBox="0 0 56 56"
      aria-hidden="true"
      fill="none"
      strokeWidth="1.5"
      className={`size-14 ${isTurning ? 'animate-spin' : ''}`}
    >
      <circle cx="28" cy="28" r="26" className="stroke-line" />
      {isTurning && <path d="M28 2a26 26 0 0 1 26 26" strokeLinecap="round" className="stroke-accent" />}
    </svg>
  )
}
