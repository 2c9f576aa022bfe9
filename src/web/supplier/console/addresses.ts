/** The addresses of the supplier's console. */
export const SUPPLIER = {
  home: '/dashboard/supplier',
  orders: '/dashboard/supplier/orders',
  labels: '/dashboard/supplier/labels',
  packing: '/dashboard/supplier/packing',
  cases: '/dashboard/supplier/cases',
  messages: '/dashboard/supplier/messages',
  products: '/dashboard/supplier/products',
  duplicates: '/dashboard/supplier/duplicates',
  imports: '/dashboard/supplier/imports',
  store: '/dashboard/supplier/store',
  priceLists: '/dashboard/supplier/price-lists',
  money: '/dashboard/supplier/money',
  payouts: '/dashboard/supplier/payouts',
  documents: '/dashboard/supplier/documents',
  reliability: '/dashboard/supplier/reliability',
  shipping: '/dashboard/supplier/shipping',
  verification: '/dashboard/supplier/verification',
  team: '/dashboard/supplier/team',
  activity: '/dashboard/supplier/activity',
  settings: '/dashboard/supplier/settings',
  profile: '/dashboard/supplier/profile',
  developers: '/dashboard/supplier/developers',
} as const

/** The address of the page that connects a store. */
export const CONNECT_STORE = '/m-onboard-three'

/** Returns the address of an order's page in the console. */
export function supplierOrderAddress(id: string): string {
  return `${SUPPLIER.orders}/${encodeURIComponent(id)}`
}

/** Returns the address of the page on which a label for an order is bought. */
export function labelAddress(orderId: string): string {
  return `${SUPPLIER.labels}/${encodeURIComponent(orderId)}`
}

/** Returns the address of the page on which an order is packed. */
export function packingAddress(orderId: string): string {
  return `${SUPPLIER.packing}/${encodeURIComponent(orderId)}`
}

/** Returns the address of an import's page in the console. */
export function importAddress(id: string): string {
  return `${SUPPLIER.imports}/${encodeURIComponent(id)}`
}

/** Returns the address of a case's page in the console. */
export function caseAddress(id: string): string {
  return `${SUPPLIER.cases}/${encodeURIComponent(id)}`
}

/** Returns the address of the orders behind a figure of the store's reliability. */
export function reliabilityAddress(part: string): string {
  return `${SUPPLIER.reliability}/${part}`
}

/** Returns the address of a product's page in the console; without an id that of a new product. */
export function productAddress(id = 'new'): string {
  return `${SUPPLIER.products}/${encodeURIComponent(id)}`
}
