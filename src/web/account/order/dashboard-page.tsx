import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import { useNavigateTo, useReload } from '#web/app/router/navigation.ts'
import { page, type PageContext, type ViewProps } from '#web/app/router/page.ts'
import { readBusiness } from '#web/app/session/business.ts'
import { type StoredUser, useUser } from '#web/app/session/session.ts'
import { isOrderNumber, NO_SUCH_ORDER, useRememberedOrder } from '#web/shared/cart/order-memory.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { AccountFrame, FrameSkeleton } from '../shell/account-frame.tsx'
import { OrderSkeleton, OrderView } from './order-view.tsx'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'

// Not loaded for guests, who open an order by the link in an email.
const Overview = lazyComponent(async () => (await import('../overview/overview.tsx')).Overview)

/** The consoles of suppliers and vendors; an email's link to a supplier's order leads there, too. */
const CONSOLES = { manufacturer: '/dashboard/supplier', vendor: '/dashboard/vendor' } as const

/** The console of operators. */
const OPERATOR_CONSOLE = '/dashboard/operator'

/** The order to show, the ID of a supplier order, the reason why it cannot be shown, or none. */
export type DashboardData = Readonly<{
  order?: TrackedOrderData
  supplierOrder?: string
  problem?: string
}>

/**
 * The page of the order of an email's link, the signed-in account, or this browser (ROUTE-32). The link has
 * `?order=`, or `?supplierOrder=` for its supplier. The `id` of the header's link (HDR-18) is ignored, as the session
 * has it.
 */
export const dashboardPage = page<DashboardData>({
  load: loadOrder,
  head: ({ order }) => ({
    title: order ? `Order ${order.number}` : 'Your account',
    description: 'Your orders and their progress.',
    isPrivate: true,
  }),
  View: DashboardView,
  Pending: () => (
    <DashboardFrame>
      <OrderSkeleton />
    </DashboardFrame>
  ),
})

async function loadOrder({ call, search }: PageContext): Promise<DashboardData> {
  const supplierOrder = search['supplierOrder'] ?? ''
  if (supplierOrder !== '') return { supplierOrder }
  const id = search['order'] ?? ''
  if (id === '') return {}
  if (!isOrderNumber(id)) return { problem: NO_SUCH_ORDER }
  try {
    return { order: (await call('GET /shop/trackOrder/{id}', { params: { id } })).order }
  } catch (error) {
    return {
      problem: explainError(error, 'We couldn’t load your order. Please try again in a moment.'),
    }
  }
}

/** Renders the dashboard: the order, or why there is none. */
export function DashboardView({ data }: ViewProps<DashboardData>) {
  if (data.order) {
    return (
      <DashboardFrame>
        <OrderFromLink order={data.order} />
      </DashboardFrame>
    )
  }
  if (data.problem !== undefined) {
    return (
      <DashboardFrame>
        <NoOrderView problem={data.problem} />
      </DashboardFrame>
    )
  }
  if (data.supplierOrder !== undefined)
    return <LeadOn href={`${CONSOLES.manufacturer}/orders/${encodeURIComponent(data.supplierOrder)}`} />
  return <OwnDashboard />
}

/** Renders the order of the address, reloaded after the shopper's actions. */
function OrderFromLink({ order }: { order: TrackedOrderData }) {
  const reload = useReload()
  return <OrderView order={order} onChanged={() => void reload()} />
}

/** Redirects to another page of the dashboard, replacing this one in the history. */
function LeadOn({ href }: { href: string }) {
  const go = useRef(useNavigateTo())
  useEffect(() => {
    void go.current(href, { replace: true })
  }, [href])
  return (
    <DashboardFrame>
      <OrderSkeleton />
    </DashboardFrame>
  )
}

/** Renders the dashboard without an order in its address: the signed-in account, or a guest's remembered order. */
function OwnDashboard() {
  const isHydrated = useIsHydrated()
  const user = useUser()
  const consoleHref = getConsole(user)
  if (isHydrated && consoleHref !== undefined) return <LeadOn href={consoleHref} />
  if (isHydrated && user?.type === 'operator') return <LeadOn href={OPERATOR_CONSOLE} />
  if (isHydrated && user) {
    return (
      <AccountFrame current="/dashboard" title={`Hello, ${user.firstName || 'and welcome'}`}>
        {({ type }) => (
          <Suspense fallback={<FrameSkeleton />}>
            <Overview type={type} />
          </Suspense>
        )}
      </AccountFrame>
    )
  }
  return (
    <DashboardFrame>
      <RememberedOrder />
    </DashboardFrame>
  )
}

/** Returns the first console page of a supplier or team member; undefined for accounts that only buy. */
function getConsole(user: StoredUser | undefined): string | undefined {
  const business = readBusiness()
  if (user && business?.isOwn === false) return CONSOLES[business.type]
  return user?.type === 'manufacturer' ? CONSOLES.manufacturer : undefined
}

/** Redirects to the order that this browser remembers. */
function RememberedOrder() {
  const { isRead, orderId } = useRememberedOrder()
  const go = useRef(useNavigateTo())
  useEffect(() => {
    if (orderId !== undefined)
      void go.current(`/dashboard?order=${encodeURIComponent(orderId)}`, { replace: true })
  }, [orderId])
  return isRead && orderId === undefined ? <NoOrderView /> : <OrderSkeleton />
}

function DashboardFrame({ children }: { children: ReactNode }) {
  return <div className="page-width pt-10 pb-16 md:pt-16 md:pb-24">{children}</div>
}

/** Renders the page without an order, with instructions and a link. `problem` is why a requested order is not shown. */
export function NoOrderView({ problem }: { problem?: string }) {
  return (
    <section className="flex flex-col items-start gap-4 py-10 md:py-16">
      <h1 className="text-2xl">{problem === undefined ? 'No order here yet' : 'We can’t show this order'}</h1>
      {problem !== undefined && (
        <p role="alert" className="max-w-prose">
          {problem}
        </p>
      )}
      <p className="max-w-prose text-ink-soft">
        Your confirmation email has a link to your order. If you cannot find it,{' '}
        <Link href="/find-order" className="text-link text-ink">
          we email you the link again
        </Link>
        .
      </p>
      <p className="max-w-prose text-ink-soft">Have an account? All your orders are there.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href="/marketplace">Go to the marketplace</ButtonLink>
        <ButtonLink href="/login?next=%2Fdashboard" variant="outline">
          Sign In
        </ButtonLink>
      </div>
    </section>
  )
}
