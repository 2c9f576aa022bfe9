/** The addresses of the vendor's console, and of the steps that it leads to. */
export const VENDOR = {
  home: '/dashboard/vendor',
  orders: '/dashboard/vendor/orders',
  products: '/v-onboard-two',
  store: '/v-onboard-one',
} as const

/** Returns the address of an order's page in the console. */
export function vendorOrderAddress(id: string): string {
  return `${VENDOR.orders}/${encodeURIComponent(id)}`
}
