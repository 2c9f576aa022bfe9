import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { Link } from '#web/ui/link.tsx'
import { SectionHeading } from '../form/section-heading.tsx'

/** Renders the saved address and buyer of an order (CHK2-01, CHK2-02). */
export function AddressSummary({ order }: { order: OrderDetailsData }) {
  const email = order.isGuest ? order.guestEmail : order.orderUser?.email
  return (
    <section aria-labelledby="payment-address">
      <SectionHeading
        id="payment-address"
        aside={
          order.status === 'paid' ? undefined : (
            <Link href="/checkout" className="text-link text-sm">
              Change
            </Link>
          )
        }
      >
        {order.shippingMethod === 'ship' ? 'Ship to' : 'Pick up'}
      </SectionHeading>
      <address className="flex flex-col text-sm leading-6 text-ink-soft not-italic wrap-anywhere">
        {orderAddressLines(order).map((line) => (
          <span key={line}>{line}</span>
        ))}
        {email && <span>{email}</span>}
      </address>
    </section>
  )
}

/** Returns the address lines as on a shipping label, without empty ones. */
export function orderAddressLines({
  streetAddress,
  address,
}: Pick<OrderDetailsData, 'streetAddress' | 'address'>): readonly string[] {
  const city = [address.city, address.state, address.zip_code].filter(Boolean).join(', ')
  const lines = [streetAddress, address.line2, city, address.country, address.mobile_number]
  return [...new Set(lines.filter((line) => line !== ''))]
}
