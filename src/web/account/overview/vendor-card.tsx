import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '../shell/card.tsx'

const WAYS = [
  { href: '/v-onboard-one', label: 'Connect your store' },
  { href: '/v-onboard-two', label: 'Choose products' },
  { href: '/v-onboard-three', label: 'Sync products' },
] as const

/** For vendors, first on their overview: the ways from the marketplace to the own store. */
export function VendorCard() {
  return (
    <Card
      id="vendor-store"
      title="Your own store"
      text="Sell pieces of the marketplace in your Shopify or WooCommerce store, at your prices."
    >
      <div className="flex flex-wrap gap-3">
        {WAYS.map(({ href, label }) => (
          <ButtonLink key={href} size="sm" look="outline" href={href}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </Card>
  )
}
