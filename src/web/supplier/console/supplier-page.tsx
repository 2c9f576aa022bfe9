import { consolePage, type SectionProps, type Sections } from '#web/console/frame/console-page.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { SUPPLIER } from './addresses.ts'
import { SupplierFrame } from './supplier-frame.tsx'

export type { SectionProps } from '#web/console/frame/console-page.tsx'

/** The sections of the supplier's console by their address after `/dashboard/supplier/`; `*` is an ID. */
const SECTIONS: Sections = {
  '': {
    title: 'Home',
    current: SUPPLIER.home,
    View: lazyComponent(async () => (await import('../home/home.tsx')).Home),
  },
  orders: {
    needs: 'orders:read',
    title: 'Orders',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../orders/orders-index.tsx')).OrdersIndex),
  },
  'orders/*': {
    needs: 'orders:read',
    title: 'Order',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../order/order-details.tsx')).OrderDetails),
  },
  packing: {
    needs: 'orders:write',
    title: 'Pack orders',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../fulfilment/packing/packing-index.tsx')).PackingIndex),
  },
  'packing/*': {
    needs: 'orders:write',
    title: 'Pack an order',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../fulfilment/packing/pack-order.tsx')).PackOrder),
  },
  labels: {
    needs: 'orders:write',
    title: 'Buy labels',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../fulfilment/label-batch/labels-page.tsx')).LabelsPage),
  },
  'labels/*': {
    needs: 'orders:write',
    title: 'Buy a label',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../fulfilment/label/label-page.tsx')).LabelPage),
  },
  cases: {
    needs: 'cases:read',
    title: 'Cases',
    current: SUPPLIER.cases,
    View: lazyComponent(async () => (await import('../cases/cases-index.tsx')).CasesIndex),
  },
  'cases/*': {
    needs: 'cases:read',
    title: 'Case',
    current: SUPPLIER.cases,
    View: lazyComponent(async () => (await import('../cases/case-details.tsx')).CaseDetails),
  },
  messages: {
    needs: 'messages:write',
    title: 'Messages',
    current: SUPPLIER.messages,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/messages/messages.tsx')).Messages,
    ),
  },
  products: {
    needs: 'products:read',
    title: 'Products',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../catalogue/products/products-index.tsx')).ProductsIndex),
  },
  imports: {
    needs: 'products:read',
    title: 'Import products',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../catalogue/imports/imports-index.tsx')).ImportsIndex),
  },
  duplicates: {
    needs: 'products:read',
    title: 'Possible duplicates',
    current: SUPPLIER.products,
    View: lazyComponent(
      async () => (await import('../catalogue/duplicates/duplicates-index.tsx')).DuplicatesIndex,
    ),
  },
  'imports/*': {
    needs: 'products:read',
    title: 'Import',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../catalogue/imports/import-details.tsx')).ImportDetails),
  },
  store: {
    needs: 'connections:read',
    title: 'Your store',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../store/connected-stores.tsx')).ConnectedStores),
  },
  verification: {
    needs: 'settings:read',
    title: 'Verification',
    current: SUPPLIER.settings,
    View: lazyComponent(async () => (await import('../verification/verification.tsx')).Verification),
  },
  shipping: {
    needs: 'settings:read',
    title: 'Shipping',
    current: SUPPLIER.shipping,
    View: lazyComponent(async () => (await import('../fulfilment/shipping/shipping.tsx')).Shipping),
  },
  team: {
    needs: 'team:read',
    title: 'Team',
    current: SUPPLIER.team,
    View: lazyComponent(async () => (await import('#web/console/team/team.tsx')).Team),
  },
  activity: {
    needs: 'activity:read',
    title: 'Activity',
    current: SUPPLIER.activity,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/activity/activity.tsx')).Activity,
    ),
  },
  'products/*': {
    needs: 'products:read',
    title: 'Product',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../catalogue/product/product-editor.tsx')).ProductEditor),
  },
  'price-lists': {
    needs: 'products:read',
    title: 'Price lists',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../catalogue/price-lists/price-lists.tsx')).PriceLists),
  },
  developers: {
    needs: 'api:read',
    title: 'API and webhooks',
    current: SUPPLIER.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/developers.tsx')).Developers,
    ),
  },
  'developers/*': {
    needs: 'api:read',
    title: 'Webhook endpoint',
    current: SUPPLIER.developers,
    View: lazyComponent<SectionProps>(
      async () => (await import('#web/console/developers/endpoint-details.tsx')).EndpointDetails,
    ),
  },
  settings: {
    needs: 'settings:read',
    title: 'Settings',
    current: SUPPLIER.settings,
    View: lazyComponent(async () => (await import('../settings/settings.tsx')).Settings),
  },
  profile: {
    needs: 'store:read',
    title: 'Store profile',
    current: SUPPLIER.settings,
    View: lazyComponent(async () => (await import('../settings/profile/store-profile.tsx')).StoreProfile),
  },
  money: {
    needs: 'money:read',
    title: 'Money',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/money.tsx')).Money),
  },
  'money/*': {
    needs: 'money:read',
    title: 'Entries',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/balance-entries.tsx')).BalanceEntries),
  },
  reliability: {
    needs: 'orders:read',
    title: 'Reliability',
    current: SUPPLIER.reliability,
    View: lazyComponent(async () => (await import('../reliability/reliability.tsx')).Reliability),
  },
  'reliability/*': {
    needs: 'orders:read',
    title: 'Reliability',
    current: SUPPLIER.reliability,
    View: lazyComponent(async () => (await import('../reliability/counted-orders.tsx')).CountedOrders),
  },
  documents: {
    needs: 'money:read',
    title: 'Documents',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/documents.tsx')).Documents),
  },
  'payouts/*': {
    needs: 'money:read',
    title: 'Payout',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/payout-details.tsx')).PayoutDetails),
  },
}

/** A page of the supplier's console. */
export const supplierPage = consolePage({
  sections: SECTIONS,
  description: 'Your store.',
  Frame: SupplierFrame,
})
