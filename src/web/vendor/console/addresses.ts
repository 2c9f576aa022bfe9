/** The addresses of the vendor's console, and of the onboarding steps that it links to. */
export const VENDOR = {
  home: '/dashboard/vendor',
  orders: '/dashboard/vendor/orders',
  newOrder: '/dashboard/vendor/new-order',
  listings: '/dashboard/vendor/listings',
  pricing: '/dashboard/vendor/pricing',
  plans: '/dashboard/vendor/plans',
  team: '/dashboard/vendor/team',
  activity: '/dashboard/vendor/activity',
  messages: '/dashboard/vendor/messages',
  wallet: '/dashboard/vendor/wallet',
  settings: '/dashboard/vendor/settings',
  stores: '/dashboard/vendor/stores',
  developers: '/dashboard/vendor/developers',
  products: '/v-onboard-two',
  store: '/v-onboard-one',
} as const

/** Returns the address of an order's page in the console. */
export function vendorOrderAddress(id: string): string {
  return `${VENDOR.orders}/${encodeURIComponent(id)}`
}

/** Returns the address of the chat with the supplier of a supplier order. */
export function supplierChatAddress(supplierOrderId: string): string {
  return `${VENDOR.messages}?order=${encodeURIComponent(supplierOrderId)}`
}

/** Returns the address of the order form for a sample of a product. */
export function sampleAddress(productId: string): string {
  return `${VENDOR.newOrder}?kind=sample&product=${encodeURIComponent(productId)}`
}

/** Returns the address of a publish plan. */
export function planAddress(id: string): string {
  return `${VENDOR.plans}/${encodeURIComponent(id)}`
}
