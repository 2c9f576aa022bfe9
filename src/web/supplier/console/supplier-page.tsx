import { type ComponentType, Suspense } from 'react'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { SUPPLIER } from './addresses.ts'
import { SupplierFrame } from './supplier-frame.tsx'

/** What a section of the console is given: the id in its address, its query, and who is signed in. */
export type SectionProps = Readonly<{
  id: string
  search: Readonly<Record<string, string>>
  user: StoredUser
}>

type Section = Readonly<{
  title: string
  /** The entry of the navigation that it belongs to. */
  current: string
  View: ComponentType<SectionProps>
}>

/** The sections of the supplier's console, by what follows `/dashboard/supplier/` in their address; `*` is an id. */
const SECTIONS: Readonly<Record<string, Section>> = {
  '': {
    title: 'Home',
    current: SUPPLIER.home,
    View: lazyComponent(async () => (await import('../home/home.tsx')).Home),
  },
  orders: {
    title: 'Orders',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../orders/orders-index.tsx')).OrdersIndex),
  },
  'orders/*': {
    title: 'Order',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../order/order-details.tsx')).OrderDetails),
  },
  packing: {
    title: 'Pack orders',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../packing/packing-index.tsx')).PackingIndex),
  },
  'packing/*': {
    title: 'Pack an order',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../packing/pack-order.tsx')).PackOrder),
  },
  labels: {
    title: 'Buy labels',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../label-batch/labels-page.tsx')).LabelsPage),
  },
  'labels/*': {
    title: 'Buy a label',
    current: SUPPLIER.orders,
    View: lazyComponent(async () => (await import('../label/label-page.tsx')).LabelPage),
  },
  cases: {
    title: 'Cases',
    current: SUPPLIER.cases,
    View: lazyComponent(async () => (await import('../cases/cases-index.tsx')).CasesIndex),
  },
  'cases/*': {
    title: 'Case',
    current: SUPPLIER.cases,
    View: lazyComponent(async () => (await import('../cases/case-details.tsx')).CaseDetails),
  },
  products: {
    title: 'Products',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../products/products-index.tsx')).ProductsIndex),
  },
  imports: {
    title: 'Import products',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../imports/imports-index.tsx')).ImportsIndex),
  },
  'imports/*': {
    title: 'Import',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../imports/import-details.tsx')).ImportDetails),
  },
  verification: {
    title: 'Verification',
    current: SUPPLIER.settings,
    View: lazyComponent(async () => (await import('../verification/verification.tsx')).Verification),
  },
  shipping: {
    title: 'Shipping',
    current: SUPPLIER.shipping,
    View: lazyComponent(async () => (await import('../shipping/shipping.tsx')).Shipping),
  },
  activity: {
    title: 'Activity',
    current: SUPPLIER.activity,
    View: lazyComponent(async () => (await import('../activity/activity.tsx')).Activity),
  },
  'products/*': {
    title: 'Product',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../product/product-editor.tsx')).ProductEditor),
  },
  'price-lists': {
    title: 'Price lists',
    current: SUPPLIER.products,
    View: lazyComponent(async () => (await import('../price-lists/price-lists.tsx')).PriceLists),
  },
  settings: {
    title: 'Settings',
    current: SUPPLIER.settings,
    View: lazyComponent(async () => (await import('../settings/settings.tsx')).Settings),
  },
  money: {
    title: 'Money',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/money.tsx')).Money),
  },
  'money/*': {
    title: 'Entries',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/balance-entries.tsx')).BalanceEntries),
  },
  reliability: {
    title: 'Reliability',
    current: SUPPLIER.reliability,
    View: lazyComponent(async () => (await import('../reliability/reliability.tsx')).Reliability),
  },
  'reliability/*': {
    title: 'Reliability',
    current: SUPPLIER.reliability,
    View: lazyComponent(async () => (await import('../reliability/counted-orders.tsx')).CountedOrders),
  },
  'payouts/*': {
    title: 'Payout',
    current: SUPPLIER.money,
    View: lazyComponent(async () => (await import('../money/payout-details.tsx')).PayoutDetails),
  },
}

/** A page of the supplier's console: the frame stays while its sections change. */
export const supplierPage = page<{ section: string; id: string }>({
  load({ params }) {
    const [name = '', id = '', ...more] = (params['_splat'] ?? '').replace(/\/$/, '').split('/')
    const section = id === '' ? name : `${name}/*`
    if (more.length > 0 || !Object.hasOwn(SECTIONS, section)) throw pageNotFound()
    return Promise.resolve({ section, id })
  },
  head: ({ section }) => ({
    title: SECTIONS[section]?.title ?? 'Dashboard',
    description: 'Your store.',
    isPrivate: true,
  }),
  View: SupplierView,
})

function SupplierView({ data: { section, id }, search }: ViewProps<{ section: string; id: string }>) {
  const found = SECTIONS[section]
  if (!found) return null
  const { current, View } = found
  return (
    <SupplierFrame current={current}>
      {(user) => (
        <Suspense fallback={<SkeletonRows />}>
          <View key={`${section} ${id}`} id={id} search={search} user={user} />
        </Suspense>
      )}
    </SupplierFrame>
  )
}
