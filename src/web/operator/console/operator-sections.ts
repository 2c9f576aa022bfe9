import type { PermissionOf } from '#core/access/permissions.ts'
import type { SectionProps, Sections } from '#web/console/frame/console-page.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { OPERATOR } from './addresses.ts'
import { SETTINGS_SECTIONS } from './settings-sections.ts'

/** The sections of the operator's console, by their path after `/dashboard/operator/`; `*` is an id. */
export const SECTIONS: Sections<PermissionOf<'operator'>> = {
  '': {
    title: 'Home',
    current: OPERATOR.home,
    View: lazyComponent(async () => (await import('../home/home.tsx')).Home),
  },
  suppliers: {
    needs: 'suppliers:read',
    title: 'Suppliers',
    current: OPERATOR.suppliers,
    View: lazyComponent(async () => (await import('../suppliers/suppliers-index.tsx')).SuppliersIndex),
  },
  'suppliers/*': {
    needs: 'suppliers:read',
    title: 'Supplier',
    current: OPERATOR.suppliers,
    View: lazyComponent(async () => (await import('../suppliers/supplier-details.tsx')).SupplierDetails),
  },
  accounts: {
    needs: 'accounts:read',
    title: 'Accounts',
    current: OPERATOR.accounts,
    View: lazyComponent(async () => (await import('../accounts/accounts-index.tsx')).AccountsIndex),
  },
  'accounts/*': {
    needs: 'accounts:read',
    title: 'Account',
    current: OPERATOR.accounts,
    View: lazyComponent(async () => (await import('../accounts/account-details.tsx')).AccountDetails),
  },
  guests: {
    needs: 'accounts:read',
    title: 'Guests',
    current: OPERATOR.accounts,
    View: lazyComponent(async () => (await import('../accounts/guests/guests.tsx')).Guests),
  },
  developers: {
    needs: 'api:read',
    title: 'API and webhooks',
    current: OPERATOR.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/developers.tsx')).Developers,
    ),
  },
  'developers/*': {
    needs: 'api:read',
    title: 'Webhook endpoint',
    current: OPERATOR.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/endpoint-details.tsx')).EndpointDetails,
    ),
  },
  ...SETTINGS_SECTIONS,
  vendors: {
    needs: 'accounts:read',
    title: 'Vendors',
    current: OPERATOR.accounts,
    View: lazyComponent(async () => (await import('../vendors/vendors-index.tsx')).VendorsIndex),
  },
  operators: {
    needs: 'operators:read',
    title: 'Operators',
    current: OPERATOR.operators,
    View: lazyComponent(async () => (await import('../accounts/operators-index.tsx')).OperatorsIndex),
  },
  orders: {
    needs: 'orders:read',
    title: 'Orders',
    current: OPERATOR.orders,
    View: lazyComponent(async () => (await import('../orders/orders-index.tsx')).OrdersIndex),
  },
  'orders/*': {
    needs: 'orders:read',
    title: 'Order',
    current: OPERATOR.orders,
    View: lazyComponent(async () => (await import('../orders/order-details.tsx')).OrderDetails),
  },
  cases: {
    needs: 'cases:read',
    title: 'Cases',
    current: OPERATOR.cases,
    View: lazyComponent(async () => (await import('../cases/cases-index.tsx')).CasesIndex),
  },
  'cases/*': {
    needs: 'cases:read',
    title: 'Case',
    current: OPERATOR.cases,
    View: lazyComponent(async () => (await import('../cases/case-details.tsx')).CaseDetails),
  },
  money: {
    needs: 'money:read',
    title: 'Payouts',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payouts/payouts-index.tsx')).PayoutsIndex),
  },
  payouts: {
    needs: 'money:read',
    title: 'Payouts',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payouts/payouts-index.tsx')).PayoutsIndex),
  },
  'payouts/*': {
    needs: 'money:read',
    title: 'Payout',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payouts/payout-details.tsx')).PayoutDetails),
  },
  refunds: {
    needs: 'money:read',
    title: 'Refunds',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/refunds-index.tsx')).RefundsIndex),
  },
  unapplied: {
    needs: 'money:read',
    title: 'Unapplied money',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/unapplied-money.tsx')).UnappliedMoney),
  },
  reconciliation: {
    needs: 'money:read',
    title: 'Reconciliation',
    current: OPERATOR.money,
    View: lazyComponent(
      async () => (await import('../money/reconciliation/reconciliation.tsx')).Reconciliation,
    ),
  },
  disputes: {
    needs: 'money:read',
    title: 'Disputes',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/disputes.tsx')).Disputes),
  },
  carriers: {
    needs: 'money:read',
    title: 'Shipping labels',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/carriers/carriers.tsx')).Carriers),
  },
  commissions: {
    needs: 'money:read',
    title: 'Commissions',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/commissions/commissions.tsx')).Commissions),
  },
  ledger: {
    needs: 'money:read',
    title: 'Ledger',
    current: OPERATOR.ledger,
    View: lazyComponent(async () => (await import('../money/ledger/ledger.tsx')).Ledger),
  },
  rules: {
    needs: 'money:read',
    title: 'Ledger rules',
    current: OPERATOR.rules,
    View: lazyComponent(async () => (await import('../money/ledger/ledger-rules.tsx')).LedgerRules),
  },
  reviews: {
    needs: 'reviews:read',
    title: 'Reviews',
    current: OPERATOR.reviews,
    View: lazyComponent(async () => (await import('../reviews/reviews-index.tsx')).ReviewsIndex),
  },
  products: {
    title: 'Products',
    current: OPERATOR.products,
    needs: 'products:read',
    View: lazyComponent(async () => (await import('../products/products-index.tsx')).ProductsIndex),
  },
  'products/*': {
    title: 'Product',
    current: OPERATOR.products,
    needs: 'products:read',
    View: lazyComponent(async () => (await import('../products/product-details.tsx')).ProductDetails),
  },
  'product-rules': {
    title: 'Review rules',
    current: OPERATOR.products,
    needs: 'products:read',
    View: lazyComponent(async () => (await import('../products/moderation-rules.tsx')).ModerationRules),
  },
  messages: {
    needs: 'messages:read',
    title: 'Messages',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../messages/messages-index.tsx')).MessagesIndex),
  },
  'messages/*': {
    needs: 'messages:read',
    title: 'Message',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../messages/message-details.tsx')).MessageDetails),
  },
  'chat-reports': {
    needs: 'messages:read',
    title: 'Reported chats',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../chat-reports/reports-index.tsx')).ReportsIndex),
  },
  'chat-reports/*': {
    needs: 'messages:read',
    title: 'Reported chat',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../chat-reports/report-details.tsx')).ReportDetails),
  },
  'outside-systems': {
    needs: 'money:read',
    title: 'Outside systems',
    current: OPERATOR.effects,
    View: lazyComponent(async () => (await import('../effects/effects-index.tsx')).EffectsIndex),
  },
  jobs: {
    needs: 'overview:read',
    title: 'Background jobs',
    current: OPERATOR.jobs,
    View: lazyComponent(async () => (await import('../jobs/failed-jobs.tsx')).FailedJobs),
  },
  'audit-log': {
    needs: 'activity:read',
    title: 'Audit log',
    current: OPERATOR.audit,
    View: lazyComponent(async () => (await import('../audit/audit-log.tsx')).AuditLog),
  },
}
