import { useCurrentOrder, paymentStepHref } from '#web/shared/cart/order-memory.ts'
import { page } from '#web/app/router/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The page to which the payment provider redirects if nothing was paid (PAY-15). */
export const paymentErrorPage = page<void>({
  head: () => ({ title: 'Payment Error', description: 'Your payment didn’t go through.', isPrivate: true }),
  View: PaymentErrorView,
})

/** Renders the heading, a sentence, and links. */
export function PaymentErrorView() {
  const waiting = useCurrentOrder()
  return (
    <section className="page-width flex flex-col items-center py-20 text-center md:py-32">
      <h1 className="text-2xl">Payment Error</h1>
      <p className="mt-4 max-w-prose text-ink-soft">
        Your payment didn’t go through, but your cart is saved.
      </p>
      <div className="mt-8 flex min-h-11 flex-wrap justify-center gap-3">
        {waiting !== undefined && (
          <ButtonLink href={paymentStepHref(waiting)}>Try another payment method</ButtonLink>
        )}
        <ButtonLink href="/checkout" variant="outline">
          Back to checkout
        </ButtonLink>
      </div>
    </section>
  )
}
