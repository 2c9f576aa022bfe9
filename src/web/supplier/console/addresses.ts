/** The addresses of the supplier's console. */
export const SUPPLIER = {
  home: '/dashboard/supplier',
  orders: '/dashboard/supplier/orders',
  cases: '/dashboard/supplier/cases',
  products: '/m-onboard-four',
  money: '/dashboard/supplier/money',
  payouts: '/dashboard/supplier/payouts',
  verification: '/dashboard/supplier/verification',
  activity: '/dashboard/supplier/activity',
  settings: '/dashboard/supplier/settings',
} as const

/** Returns the address of an order's page in the console. */
export function supplierOrderAddress(id: string): string {
  return `${SUPPLIER.orders}/${encodeURIComponent(id)}`
}

/** Returns the address of a case's page in the console. */
export function caseAddress(id: string): string {
  return `${SUPPLIER.cases}/${encodeURIComponent(id)}`
}
