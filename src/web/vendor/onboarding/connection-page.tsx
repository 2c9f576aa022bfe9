import { page } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PracticeShopCard } from '#web/shared/connections/practice-shop-card.tsx'
import { StoreConnectionCard } from '#web/shared/connections/store-connection-card.tsx'
import { type StoreConnections, useConnections } from '#web/shared/connections/use-connections.ts'
import { VendorFrame } from './vendor-frame.tsx'

/** /v-onboard-one: the first step, where a vendor connects their store. Continue only navigates (ROUTE-33). */
export const connectionPage = page({
  head: () => ({
    title: 'Become a Vendor',
    description: 'Connect your Shopify or WooCommerce store and sell products from verified suppliers.',
    canonical: '/v-onboard-one',
  }),
  View: ConnectionView,
})

function ConnectionView() {
  const connections = useConnections()
  return (
    <VendorFrame
      step={1}
      title="Store Connection"
      text="Connect the store you sell in. We check its keys, store them encrypted, and delete them when you disconnect."
      ways={{ back: '/v-onboard-one', isBackHidden: true, next: '/v-onboard-two' }}
    >
      <ConnectionNotice connections={connections} />
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-8">
        <StoreConnectionCard platform="shopify" connections={connections} />
        <StoreConnectionCard platform="woocommerce" connections={connections} />
      </div>
      <PracticeShopCard connections={connections} />
    </VendorFrame>
  )
}

function ConnectionNotice({ connections: { state, reload } }: { connections: StoreConnections }) {
  if (state.kind === 'signed_out')
    return (
      <p className="mb-6 rounded-md bg-mist px-5 py-4 text-sm">
        To connect a store,{' '}
        <Link href="/login?next=%2Fv-onboard-one" className="text-link">
          sign in
        </Link>{' '}
        or{' '}
        <Link href="/signup?next=%2Fv-onboard-one" className="text-link">
          sign up
        </Link>
        .
      </p>
    )
  if (state.kind !== 'failed') return null
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center gap-4 rounded-md bg-danger-mist px-5 py-4 text-sm"
    >
      <p className="text-danger">{state.message}</p>
      <Button size="sm" variant="outline" onClick={reload}>
        Try again
      </Button>
    </div>
  )
}
