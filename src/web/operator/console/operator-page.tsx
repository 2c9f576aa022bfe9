import { type ComponentType, Suspense } from 'react'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { OPERATOR } from './addresses.ts'
import { OperatorFrame } from './operator-frame.tsx'

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

/** The sections of the operator's console, by what follows `/dashboard/operator/` in their address; `*` is an id. */
const SECTIONS: Readonly<Record<string, Section>> = {
  '': {
    title: 'Home',
    current: OPERATOR.home,
    View: lazyComponent(async () => (await import('../home/home.tsx')).Home),
  },
  suppliers: {
    title: 'Suppliers',
    current: OPERATOR.suppliers,
    View: lazyComponent(async () => (await import('../suppliers/suppliers-index.tsx')).SuppliersIndex),
  },
  'suppliers/*': {
    title: 'Supplier',
    current: OPERATOR.suppliers,
    View: lazyComponent(async () => (await import('../suppliers/supplier-details.tsx')).SupplierDetails),
  },
  orders: {
    title: 'Orders',
    current: OPERATOR.orders,
    View: lazyComponent(async () => (await import('../orders/orders-index.tsx')).OrdersIndex),
  },
  'orders/*': {
    title: 'Order',
    current: OPERATOR.orders,
    View: lazyComponent(async () => (await import('../orders/order-details.tsx')).OrderDetails),
  },
  cases: {
    title: 'Cases',
    current: OPERATOR.cases,
    View: lazyComponent(async () => (await import('../cases/cases-index.tsx')).CasesIndex),
  },
  'cases/*': {
    title: 'Case',
    current: OPERATOR.cases,
    View: lazyComponent(async () => (await import('../cases/case-details.tsx')).CaseDetails),
  },
  money: {
    title: 'Payouts',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payouts-index.tsx')).PayoutsIndex),
  },
  payouts: {
    title: 'Payouts',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payouts-index.tsx')).PayoutsIndex),
  },
  'payouts/*': {
    title: 'Payout',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/payout-details.tsx')).PayoutDetails),
  },
  refunds: {
    title: 'Refunds',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/refunds-index.tsx')).RefundsIndex),
  },
  unapplied: {
    title: 'Unapplied money',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/unapplied-money.tsx')).UnappliedMoney),
  },
  reconciliation: {
    title: 'Reconciliation',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/reconciliation.tsx')).Reconciliation),
  },
  disputes: {
    title: 'Disputes',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/disputes.tsx')).Disputes),
  },
  commissions: {
    title: 'Commissions',
    current: OPERATOR.money,
    View: lazyComponent(async () => (await import('../money/commissions/commissions.tsx')).Commissions),
  },
  ledger: {
    title: 'Ledger',
    current: OPERATOR.ledger,
    View: lazyComponent(async () => (await import('../money/ledger.tsx')).Ledger),
  },
  rules: {
    title: 'Ledger rules',
    current: OPERATOR.rules,
    View: lazyComponent(async () => (await import('../money/ledger-rules.tsx')).LedgerRules),
  },
  reviews: {
    title: 'Reviews',
    current: OPERATOR.reviews,
    View: lazyComponent(async () => (await import('../reviews/reviews-index.tsx')).ReviewsIndex),
  },
  messages: {
    title: 'Messages',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../messages/messages-index.tsx')).MessagesIndex),
  },
  'messages/*': {
    title: 'Message',
    current: OPERATOR.messages,
    View: lazyComponent(async () => (await import('../messages/message-details.tsx')).MessageDetails),
  },
  'outside-systems': {
    title: 'Outside systems',
    current: OPERATOR.effects,
    View: lazyComponent(async () => (await import('../effects/effects-index.tsx')).EffectsIndex),
  },
  'audit-log': {
    title: 'Audit log',
    current: OPERATOR.audit,
    View: lazyComponent(async () => (await import('../audit/audit-log.tsx')).AuditLog),
  },
}

/** A page of the operator's console: the frame stays while its sections change. */
export const operatorPage = page<{ section: string; id: string }>({
  load({ params }) {
    const [name = '', id = '', ...more] = (params['_splat'] ?? '').replace(/\/$/, '').split('/')
    const section = id === '' ? name : `${name}/*`
    if (more.length > 0 || !Object.hasOwn(SECTIONS, section)) throw pageNotFound()
    return Promise.resolve({ section, id })
  },
  head: ({ section }) => ({
    title: SECTIONS[section]?.title ?? 'Dashboard',
    description: 'The marketplace.',
    isPrivate: true,
  }),
  View: OperatorView,
})

function OperatorView({ data: { section, id }, search }: ViewProps<{ section: string; id: string }>) {
  const found = SECTIONS[section]
  if (!found) return null
  const { current, View } = found
  return (
    <OperatorFrame current={current}>
      {(user) => (
        <Suspense fallback={<SkeletonRows />}>
          <View key={`${section} ${id}`} id={id} search={search} user={user} />
        </Suspense>
      )}
    </OperatorFrame>
  )
}
