import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Said where an address names no order that can be read: nothing can be paid, and the way back (CHK2-12). */
export function NoOrder({ text }: { text: string }) {
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">We cannot find that order</h2>
      <p className="max-w-prose text-ink-soft">{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/checkout">Back to checkout</ButtonLink>
        <Button look="outline" disabled>
          Pay Now
        </Button>
      </div>
    </section>
  )
}

/** Said in the place of a payment that is not open any more, with the way on: to the paid order, else to the cart. */
export function OrderOver({ title, text, orderId }: { title: string; text: string; orderId?: string }) {
  return (
    <section className="flex flex-col items-start gap-4">
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-prose text-ink-soft">{text}</p>
      {orderId === undefined ? (
        <ButtonLink href="/checkout">Back to checkout</ButtonLink>
      ) : (
        <ButtonLink href={`/dashboard?order=${encodeURIComponent(orderId)}`}>View Order Details</ButtonLink>
      )}
    </section>
  )
}
