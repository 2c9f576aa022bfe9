import { consolePage, type SectionProps, type Sections } from '#web/console/frame/console-page.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { VENDOR } from './addresses.ts'
import { VendorConsoleFrame } from './vendor-frame.tsx'

export type { SectionProps } from '#web/console/frame/console-page.tsx'

/** The sections of the vendor's console by their address after `/dashboard/vendor/`; `*` is an ID. */
const SECTIONS: Sections = {
  '': {
    title: 'Home',
    current: VENDOR.home,
    View: lazyComponent(async () => (await import('../home/home.tsx')).Home),
  },
  orders: {
    needs: 'orders:read',
    title: 'Orders',
    current: VENDOR.orders,
    View: lazyComponent(async () => (await import('../orders/orders-index.tsx')).OrdersIndex),
  },
  'orders/*': {
    needs: 'orders:read',
    title: 'Order',
    current: VENDOR.orders,
    View: lazyComponent(async () => (await import('../order/order-details.tsx')).OrderDetails),
  },
  'new-order': {
    needs: 'orders:write',
    title: 'New order',
    current: VENDOR.orders,
    View: lazyComponent(async () => (await import('../new-order/new-order.tsx')).NewOrder),
  },
  listings: {
    needs: 'listings:read',
    title: 'Listings',
    current: VENDOR.listings,
    View: lazyComponent(async () => (await import('../listings/listings-index.tsx')).ListingsIndex),
  },
  pricing: {
    needs: 'pricing:read',
    title: 'Pricing',
    current: VENDOR.pricing,
    View: lazyComponent(async () => (await import('../pricing/pricing.tsx')).Pricing),
  },
  messages: {
    title: 'Messages',
    current: VENDOR.messages,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/messages/messages.tsx')).Messages,
    ),
  },
  team: {
    needs: 'team:read',
    title: 'Team',
    current: VENDOR.team,
    View: lazyComponent(async () => (await import('#web/console/team/team.tsx')).Team),
  },
  activity: {
    needs: 'activity:read',
    title: 'Activity',
    current: VENDOR.activity,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/activity/activity.tsx')).Activity,
    ),
  },
  wallet: {
    needs: 'money:read',
    title: 'Wallet',
    current: VENDOR.wallet,
    View: lazyComponent(async () => (await import('../wallet/wallet.tsx')).Wallet),
  },
  payment: {
    needs: 'orders:read',
    title: 'Your payment',
    current: VENDOR.wallet,
    View: lazyComponent(async () => (await import('../payment/payment-result.tsx')).PaymentResult),
  },
  settings: {
    needs: 'orders:read',
    title: 'Order settings',
    current: VENDOR.settings,
    View: lazyComponent(async () => (await import('../settings/order-settings.tsx')).OrderSettings),
  },
  stores: {
    needs: 'connections:read',
    title: 'Stores',
    current: VENDOR.stores,
    View: lazyComponent(async () => (await import('../stores/stores.tsx')).Stores),
  },
  developers: {
    needs: 'api:read',
    title: 'API and webhooks',
    current: VENDOR.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/developers.tsx')).Developers,
    ),
  },
  'developers/*': {
    needs: 'api:read',
    title: 'Webhook endpoint',
    current: VENDOR.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/endpoint-details.tsx')).EndpointDetails,
    ),
  },
  'plans/*': {
    needs: 'listings:read',
    title: 'Publish to your store',
    current: VENDOR.listings,
    View: lazyComponent(async () => (await import('../plans/plan-details.tsx')).PlanDetails),
  },
}

/** A page of the vendor's console. */
export const vendorPage = consolePage({
  sections: SECTIONS,
  description: 'The orders and listings of your store.',
  Frame: VendorConsoleFrame,
})
