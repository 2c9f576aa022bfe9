/** The addresses of the operator's console. */
export const OPERATOR = {
  home: '/dashboard/operator',
  suppliers: '/dashboard/operator/suppliers',
  accounts: '/dashboard/operator/accounts',
  guests: '/dashboard/operator/guests',
  vendors: '/dashboard/operator/vendors',
  campaigns: '/dashboard/operator/campaigns',
  announcements: '/dashboard/operator/announcements',
  featuredSuppliers: '/dashboard/operator/featured-suppliers',
  newsletters: '/dashboard/operator/newsletters',
  categories: '/dashboard/operator/categories',
  homeColumns: '/dashboard/operator/home-columns',
  settings: '/dashboard/operator/settings',
  setup: '/dashboard/operator/setup',
  company: '/dashboard/operator/company',
  legalTexts: '/dashboard/operator/legal-texts',
  countries: '/dashboard/operator/countries',
  emails: '/dashboard/operator/emails',
  deadlines: '/dashboard/operator/deadlines',
  fees: '/dashboard/operator/fees',
  paymentMethods: '/dashboard/operator/payment-methods',
  developers: '/dashboard/operator/developers',
  operators: '/dashboard/operator/operators',
  orders: '/dashboard/operator/orders',
  cases: '/dashboard/operator/cases',
  money: '/dashboard/operator/money',
  payouts: '/dashboard/operator/payouts',
  refunds: '/dashboard/operator/refunds',
  reconciliation: '/dashboard/operator/reconciliation',
  unapplied: '/dashboard/operator/unapplied',
  disputes: '/dashboard/operator/disputes',
  carriers: '/dashboard/operator/carriers',
  commissions: '/dashboard/operator/commissions',
  ledger: '/dashboard/operator/ledger',
  rules: '/dashboard/operator/rules',
  products: '/dashboard/operator/products',
  productRules: '/dashboard/operator/product-rules',
  messages: '/dashboard/operator/messages',
  chatReports: '/dashboard/operator/chat-reports',
  reviews: '/dashboard/operator/reviews',
  audit: '/dashboard/operator/audit-log',
  effects: '/dashboard/operator/outside-systems',
  jobs: '/dashboard/operator/jobs',
} as const

/** Returns the address of a supplier's page. */
export function supplierAddress(id: string): string {
  return `${OPERATOR.suppliers}/${encodeURIComponent(id)}`
}

/** Returns the address of a newsletter's page; `new` is that of a new one. */
export function newsletterAddress(id: string): string {
  return `${OPERATOR.newsletters}/${encodeURIComponent(id)}`
}

/** Returns the address of the page of an email's text. */
export function emailAddress(name: string): string {
  return `${OPERATOR.emails}/${encodeURIComponent(name)}`
}

/** Returns the address of an account's page. */
export function accountAddress(id: string): string {
  return `${OPERATOR.accounts}/${encodeURIComponent(id)}`
}

/** Returns the address of an order's page. */
export function orderAddress(id: string): string {
  return `${OPERATOR.orders}/${encodeURIComponent(id)}`
}

/** Returns the address of a case's page. */
export function caseAddress(id: string): string {
  return `${OPERATOR.cases}/${encodeURIComponent(id)}`
}

/** Returns the address of a product's page in the console. */
export function productAddress(id: string): string {
  return `${OPERATOR.products}/${encodeURIComponent(id)}`
}

/** Returns the address of the page of a contact message. */
export function messageAddress(id: string): string {
  return `${OPERATOR.messages}/${encodeURIComponent(id)}`
}

/** Returns the address of the page of a reported conversation. */
export function chatReportAddress(id: string): string {
  return `${OPERATOR.chatReports}/${encodeURIComponent(id)}`
}

/** Returns the address of a payout's page. */
export function payoutAddress(id: string): string {
  return `${OPERATOR.payouts}/${encodeURIComponent(id)}`
}
