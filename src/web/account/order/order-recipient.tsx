import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'

/** Who gets it, and where. */
export function OrderRecipient({ order: { recipient, shippingMethod } }: { order: TrackedOrderData }) {
  return (
    <section aria-labelledby="order-recipient" className="break-inside-avoid">
      <h2 id="order-recipient" className="mb-5 text-lg">
        {shippingMethod === 'pickup' ? 'Picked up by' : 'Delivery to'}
      </h2>
      <address className="border-t border-line pt-5 text-sm text-ink-soft not-italic">
        {[recipient.name, ...recipient.lines, recipient.email].map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}
