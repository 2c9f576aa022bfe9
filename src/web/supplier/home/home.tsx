import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleX, MessagesSquare, Package, Tag, Truck } from 'lucide'
import { Suspense } from 'react'
import type { OwnStoreData } from '#features/catalogue/suppliers/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { useCan, useHomeTitle } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Count } from '#web/console/parts/status.tsx'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { useProductCounts } from '../catalogue/duplicates/duplicate-notice.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { HolidayNotice } from '../settings/holiday-notice.tsx'
import { useOrderCounts, useOwnStore } from '../console/supplier-frame.tsx'

/** The charts load later, so that the tasks come first. */
const SalesPanels = lazyComponent(async () => (await import('./sales-panels.tsx')).SalesPanels)

type Counts = NonNullable<ReturnType<typeof useOrderCounts>['data']>['counts']

/** A task for the supplier, with the action that resolves it. */
type Task = Readonly<{
  id: string
  icon: IconShapes
  title: string
  text: string
  action: string
  href: string
}>

/** Renders the supplier's tasks, then the store's figures. */
export function Home({ user }: SectionProps) {
  const can = useCan()
  const counts = useOrderCounts()
  const store = useOwnStore().data
  return (
    <>
      <PageHead title={useHomeTitle(user)} />
      <div className="flex flex-col gap-4">
        {can('settings:read') && <HolidayNotice />}
        {store && !store.isVerified && can('settings:write') && <NotVerified isNamed={store.name !== null} />}
        {can('orders:read') ? (
          <Loaded query={counts} skeleton={<SkeletonRows count={4} />}>
            {(answer) => <Tasks counts={answer.counts} />}
          </Loaded>
        ) : (
          can('products:read') && <Tasks counts={undefined} />
        )}
        {can('money:read') && <MoneyFigures />}
        {can('statistics:read') && (
          <Suspense fallback={<SkeletonRows count={6} />}>
            <SalesPanels />
          </Suspense>
        )}
        {store?.isVerified && <StorePanel store={store} />}
      </div>
    </>
  )
}

function NotVerified({ isNamed }: { isNamed: boolean }) {
  return (
    <section aria-label="Verification" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      <p className="font-semibold">Your store isn’t verified yet</p>
      <p className="mt-1 max-w-prose">
        {!isNamed && 'Name your store first: buyers see this name. '}
        We review every store before its products are listed. Until then only you see it; you can already set
        it up and publish products.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5">
        <Link href="/m-onboard-one" className="text-link">
          Set up your store
        </Link>
        <Link href={SUPPLIER.verification} className="text-link">
          See what we verify
        </Link>
      </p>
    </section>
  )
}

/** Renders the tasks of orders and products, for members who see them. */
function Tasks({ counts }: { counts: Counts | undefined }) {
  const can = useCan()
  const products = useProductCounts(can('products:read'))
  const tasks = [...(counts ? listTasks(counts) : []), ...listPriceTask(products.data?.counts.no_wholesale)]
  if (tasks.length === 0 && products.isLoading) return <SkeletonRows count={4} />
  return (
    <Panel title="Needs you" hint={<Count value={tasks.length} />} isFlush>
      {tasks.length === 0 ? (
        <p className="px-4 pb-5 text-sm text-ink-soft">
          You’re all caught up.{counts && ' New orders appear here, and we email you.'}
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {tasks.map(({ id, icon, title, text, action, href }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
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

function listTasks(counts: Counts): Task[] {
  const orders = (count: number) => (count === 1 ? '1 order' : `${formatNumber(count)} orders`)
  const toView = (view: string) => `${SUPPLIER.orders}?view=${view}`
  const tasks: (Task & { count: number })[] = [
    {
      id: 'late',
      count: counts.late,
      icon: CircleAlert,
      title: `${orders(counts.late)} late`,
      text: 'The promised ship-by date has passed. Ship them first.',
      action: 'Ship now',
      href: toView('late'),
    },
    {
      id: 'cancellations',
      count: counts.cancellations,
      icon: CircleX,
      title:
        counts.cancellations === 1
          ? '1 cancellation request'
          : `${counts.cancellations} cancellation requests`,
      text: 'Without an answer within a day, unshipped items are cancelled.',
      action: 'Answer',
      href: toView('cancellations'),
    },
    {
      id: 'to_accept',
      count: counts.to_accept,
      icon: Package,
      title: `${orders(counts.to_accept)} to accept`,
      text: 'Orders that aren’t answered in time are cancelled.',
      action: 'Accept',
      href: toView('to_accept'),
    },
    {
      id: 'to_ship_today',
      count: counts.to_ship_today,
      icon: Truck,
      title: `${orders(counts.to_ship_today)} to ship today`,
      text: 'Print the pick list and packing slips, then add tracking numbers.',
      action: 'Pack',
      href: toView('to_ship_today'),
    },
    {
      id: 'cases',
      count: counts.cases,
      icon: MessagesSquare,
      title: counts.cases === 1 ? '1 open case' : `${counts.cases} open cases`,
      text: 'The earnings of these orders are on hold until the case ends.',
      action: 'See cases',
      href: SUPPLIER.cases,
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}

function listPriceTask(count = 0): Task[] {
  if (count === 0) return []
  return [
    {
      id: 'no_wholesale',
      icon: Tag,
      title: `${count === 1 ? '1 product' : `${formatNumber(count)} products`} without a wholesale price`,
      text: 'Vendors can’t sell a variant until it has one.',
      action: 'See products',
      href: `${SUPPLIER.products}?view=no_wholesale`,
    },
  ]
}

function MoneyFigures() {
  const query = useQuery({
    queryKey: ['supplier', 'payouts', 1],
    queryFn: ({ signal }) => call('GET /supplier/payouts', { query: { page: 1 } }, { signal }),
  })
  return (
    <Panel
      title="Your money"
      aside={
        <Link href={SUPPLIER.money} className="text-link text-sm">
          See all
        </Link>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ balances, next }) =>
          balances.length === 0 ? (
            <p className="text-sm text-ink-soft">Your earnings appear here when you ship your first order.</p>
          ) : (
            balances.map((balance) => (
              <BalanceFigures
                key={balance.currency}
                balance={balance}
                nextAt={next.find(({ currency }) => currency === balance.currency)?.at ?? null}
              />
            ))
          )
        }
      </Loaded>
    </Panel>
  )
}

type Balance = Readonly<{
  currency: string
  pending: number
  held: number
  available: number
  inTransit: number
}>

function BalanceFigures({ balance, nextAt }: { balance: Balance; nextAt: string | null }) {
  const figures = [
    {
      label: nextAt === null ? 'Available' : `Available, paid out on ${formatDay(nextAt)}`,
      value: balance.available,
    },
    { label: 'Pending', value: balance.pending },
    { label: 'On hold by cases', value: balance.held },
    { label: 'On its way to your bank', value: balance.inTransit },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{formatMoney(value, balance.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders the store's public figures: listed and sold products, rating, and links to its page. */
export function StorePanel({ store: { id, measured } }: { store: OwnStoreData }) {
  const { products, sold, rating, ratingCount } = measured
  const figures = [
    { label: 'Products listed', value: formatNumber(products) },
    { label: 'Sold', value: formatNumber(sold) },
    {
      label: ratingCount === 1 ? '1 rating' : `${formatNumber(ratingCount)} ratings`,
      value: ratingCount === 0 ? '–' : rating.toFixed(1),
    },
  ]
  const storeHref = `/store-profile?id=${encodeURIComponent(id)}`
  return (
    <Panel
      title="Your store, as buyers see it"
      aside={
        <span className="flex gap-4 text-sm">
          <Link href={`${storeHref}#reviews`} className="text-link">
            Reviews
          </Link>
          <Link href={storeHref} className="text-link">
            Store page
          </Link>
        </span>
      }
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
