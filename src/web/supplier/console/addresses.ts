/** The addresses of the supplier's console. */
export const SUPPLIER = {
  home: '/dashboard/supplier',
  orders: '/dashboard/supplier/orders',
  cases: '/dashboard/supplier/cases',
  products: '/m-onboard-four',
  product: '/dashboard/supplier/products',
  priceLists: '/dashboard/supplier/price-lists',
  money: '/dashboard/supplier/money',
  payouts: '/dashboard/supplier/payouts',
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

/** Returns the address of a product's page in the console; without an id that of a new product. */
export function productAddress(id = 'new'): string {
  return `${SUPPLIER.product}/${encodeURIComponent(id)}`
}
