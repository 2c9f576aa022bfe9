import { CircleAlert, Link2Off, Package, PackageX, Tags, TrendingUp, Unplug } from 'lucide'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '#web/app/calls/api.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { useCan, useHomeTitle } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Count } from '#web/console/parts/status.tsx'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { VENDOR, vendorOrderAddress } from '../console/addresses.ts'
import { NoStore } from '../console/no-store.tsx'
import { TestOrderLink } from '../console/test-order-link.tsx'
import { useListingCounts, useNewestOrders } from '../console/vendor-frame.tsx'
import type { SectionProps } from '../console/vendor-page.tsx'
import { OrderCard } from '../orders/order-columns.tsx'
import { OrderFeeds } from '../orders/order-feeds.tsx'

type Answer = NonNullable<ReturnType<typeof useNewestOrders>['data']>

/** A task for the vendor, with the action that resolves it. */
type Task = Readonly<{
  count: number
  icon: IconShapes
  title: string
  text: string
  action: string
  href: string
}>

/** The charts load later, so that the tasks come first. */
const FigurePanels = lazyComponent(async () => (await import('./figure-panels.tsx')).FigurePanels)

/** Renders the vendor's tasks, then profit, newest orders, and connected stores. */
export function Home({ user }: SectionProps) {
  const can = useCan()
  const newest = useNewestOrders()
  const listings = useListingCounts().data
  return (
    <>
      <PageHead title={useHomeTitle(user)} />
      {can('orders:read') ? (
        <Loaded query={newest} skeleton={<SkeletonRows count={6} />}>
          {(answer) => (
            <div className="flex flex-col gap-4">
              {answer.suspension !== null && <Suspension suspension={answer.suspension} />}
              <Tasks counts={answer.counts} feeds={answer.feeds} listings={listings} />
              {can('statistics:read') && answer.counts.all > 0 && (
                <Suspense fallback={<SkeletonRows count={6} />}>
                  <FigurePanels />
                </Suspense>
              )}
              <NewestOrders answer={answer} />
            </div>
          )}
        </Loaded>
      ) : (
        <Tasks listings={listings} />
      )}
    </>
  )
}

/** Renders why a vendor is suspended, and whom to contact. */
function Suspension({ suspension: { reason } }: { suspension: NonNullable<Answer['suspension']> }) {
  return (
    <div role="status" className="rounded-md bg-danger-mist px-4 py-3 text-sm text-danger">
      <p className="font-semibold">Your vendor account is suspended</p>
      <p>
        {reason} Your listings are sold out in your stores, and new orders are on hold. Orders that suppliers
        already have continue.{' '}
        <Link href="/contact-us" className="underline">
          Contact support
        </Link>
      </p>
    </div>
  )
}

type ListingCounts = ReturnType<typeof useListingCounts>['data']

function Tasks({
  counts,
  feeds = [],
  listings,
}: Partial<Pick<Answer, 'counts' | 'feeds'>> & { listings: ListingCounts }) {
  const blocked = useBlockedOrders(counts?.needs_attention ?? 0).data ?? []
  const tasks = [
    ...listStoreTasks(feeds),
    ...blocked.map(toOrderTask),
    ...(counts ? listTasks(counts, blocked.length) : []),
    ...listListingTasks(listings),
  ]
  return (
    <Panel title="Needs attention" hint={<Count value={tasks.length} />} isFlush>
      {tasks.length === 0 ? (
        <p className="px-4 pb-5 text-sm text-ink-soft">
          You’re all caught up. New orders from your store appear here.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {tasks.map(({ icon, title, text, action, href }) => (
            <li key={href} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <Icon shapes={icon} aria-hidden="true" className="size-4.5 text-ink-soft" strokeWidth={1.75} />
              <div className="min-w-0 flex-1">
                <p className="text-sm font-semibold">{title}</p>
                <p className="text-xs text-ink-soft">{text}</p>
              </div>
              <ActionLink href={href}>{action}</ActionLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Returns tasks for stores that can't be reached: paid orders continue, updates of the store are on hold. */
function listStoreTasks(feeds: Answer['feeds']): Task[] {
  return feeds.flatMap(({ store, problem }) =>
    problem === null
      ? []
      : [
          {
            count: 1,
            icon: Unplug,
            title: `We can’t reach ${store}`,
            text: `${problem} Paid orders continue. New orders and tracking updates are on hold.`,
            action: 'Reconnect',
            href: `${VENDOR.stores}#${encodeURIComponent(store)}`,
          },
        ],
  )
}

/** The most orders that need attention with a row of their own. */
const SHOWN_ORDERS = 4

/** Returns the first orders that need attention, if there are any. */
function useBlockedOrders(count: number) {
  return useQuery({
    queryKey: ['vendor', 'blocked-orders', count],
    queryFn: async ({ signal }) => {
      const query = { view: 'needs_attention', pageSize: SHOWN_ORDERS } as const
      return (await call('GET /vendor/orders', { query }, { signal })).orders
    },
    enabled: count > 0,
  })
}

/** The label of the action for a reason; the control is on the order's page. */
const REASON_ACTIONS: Readonly<Partial<Record<Answer['orders'][number]['reasons'][number]['code'], string>>> =
  {
    max_cost: 'Review cost',
    margin: 'Review cost',
  }

function toOrderTask({ id, number, customer, reasons, hasStoreProblem }: Answer['orders'][number]): Task {
  const [reason] = reasons
  const action = hasStoreProblem ? 'Try again' : ((reason && REASON_ACTIONS[reason.code]) ?? 'See order')
  return {
    count: 1,
    icon: CircleAlert,
    title: [`Order ${number}`, customer.name].filter(Boolean).join(' · '),
    text: hasStoreProblem ? 'A tracking number isn’t in your store.' : (reason?.text ?? ''),
    action,
    href: vendorOrderAddress(id),
  }
}

function listTasks(counts: Answer['counts'], shown: number): Task[] {
  const orders = (count: number) => (count === 1 ? '1 order' : `${formatNumber(count)} orders`)
  const tasks: Task[] = [
    {
      count: counts.needs_attention - shown,
      icon: CircleAlert,
      title: `${formatNumber(counts.needs_attention - shown)} more ${counts.needs_attention - shown === 1 ? 'order' : 'orders'}`,
      text: 'Open an order to see what it needs.',
      action: 'See all',
      href: `${VENDOR.orders}?view=needs_attention`,
    },
    {
      count: counts.to_pay,
      icon: Package,
      title: `${orders(counts.to_pay)} to pay`,
      text: 'Paid by your customers and ready to be forwarded to suppliers.',
      action: 'Pay',
      href: `${VENDOR.orders}?view=to_pay`,
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}

function listListingTasks(counts: ListingCounts): Task[] {
  const { attention: failed = 0, variants = 0, removed = 0, cost_up = 0 } = counts ?? {}
  const attention = failed - variants
  const listings = (count: number) => (count === 1 ? '1 listing' : `${formatNumber(count)} listings`)
  const tasks: Task[] = [
    {
      count: variants,
      icon: Link2Off,
      title: `Variants of ${listings(variants)} don’t match your store`,
      text: 'Orders for these variants wait for you. Review each repair and apply it with one click.',
      action: 'Repair variants',
      href: `${VENDOR.listings}?view=variants`,
    },
    {
      count: removed,
      icon: PackageX,
      title: `Variants of ${listings(removed)} are no longer supplied`,
      text: 'They are sold out in your store. Review them, then delete them there or keep them sold out.',
      action: 'Review variants',
      href: `${VENDOR.listings}?view=removed`,
    },
    {
      count: attention,
      icon: Tags,
      title: `${listings(attention)} couldn’t be updated`,
      text: 'Price or stock in your store may be out of date. See the reason for each listing.',
      action: 'See listings',
      href: `${VENDOR.listings}?view=attention`,
    },
    {
      count: cost_up,
      icon: TrendingUp,
      title: `Costs went up: ${listings(cost_up)} below your minimum margin`,
      text: 'Let prices follow your rules, keep them, or take products off sale.',
      action: 'Decide',
      href: `${VENDOR.listings}?view=cost_up`,
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}

function NewestOrders({ answer: { orders, feeds } }: { answer: Answer }) {
  if (feeds.length === 0)
    return (
      <Panel title="Newest orders">
        <NoStore />
      </Panel>
    )
  return (
    <Panel
      title="Newest orders"
      isFlush
      aside={
        <ActionLink variant="quiet" isSmall href={VENDOR.orders}>
          All orders
        </ActionLink>
      }
    >
      <div className="px-4 pb-3">
        <OrderFeeds feeds={feeds} />
      </div>
      {orders.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4">
          <p className="text-sm text-ink-soft">
            No orders yet. They appear here once your customers order in your store.
          </p>
          <TestOrderLink />
        </div>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {orders.map((order) => (
            <li key={order.id} className="p-4">
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
