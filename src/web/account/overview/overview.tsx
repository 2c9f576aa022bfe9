import { useEffect, useRef, useState } from 'react'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { readBusiness } from '#web/app/session/business.ts'
import { BUSINESS_HOMES, chooseBusiness } from '#web/app/session/choose-business.ts'
import { Icon } from '#web/ui/icon.tsx'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { useQuery, QueryView } from '#web/shared/loading/query-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { OrderCard } from '../orders/order-card.tsx'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'
import { ACCOUNT_LINKS, CHAT_HREF } from '../shell/sections.ts'

const VENDOR_LINKS = [
  { href: '/dashboard/vendor', label: 'Orders of your store' },
  { href: '/v-onboard-one', label: 'Connect your store' },
  { href: '/v-onboard-two', label: 'Choose products' },
  { href: '/v-onboard-three', label: 'Sync products' },
] as const

/** Renders the vendor's first card of the overview: the steps from the marketplace to their own store. */
function VendorCard() {
  return (
    <Card
      id="vendor-store"
      title="Your own store"
      text="Sell marketplace products in your Shopify or WooCommerce store at your own prices."
    >
      <div className="flex flex-wrap gap-3">
        {VENDOR_LINKS.map(({ href, label }) => (
          <ButtonLink key={href} size="sm" variant="outline" href={href}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </Card>
  )
}

/** Renders the operator's first card of the overview: the link to their console. */
function OperatorCard() {
  return (
    <Card
      id="operator"
      title="You run this marketplace"
      text="Suppliers, vendors, orders, money and settings are in the console. Your own purchases are below."
    >
      <ButtonLink size="sm" href="/dashboard/operator">
        Open the console
      </ButtonLink>
    </Card>
  )
}

type OrdersPage = Pick<AnswerTo<'GET /shop/getMyOrders'>, 'orders' | 'total'>

/** Renders the start page of an account: tasks, latest orders, and links. */
export function Overview({ type }: Pick<StoredUser, 'type'>) {
  useTeamConsole(type)
  const isSelling = useStoreConsole(type)
  const query = useQuery('', (signal) => call('GET /shop/getMyOrders', {}, { signal }))
  if (isSelling !== false) return <FrameSkeleton />
  return (
    <div className="flex flex-col gap-6">
      {type === 'operator' && <OperatorCard />}
      {type === 'vendor' && <VendorCard />}
      <QueryView loading={query} skeleton={<Skeleton className="h-64 rounded-md" />}>
        {(orders) => <LatestOrders {...orders} />}
      </QueryView>
      <AccountLinks />
    </div>
  )
}

/** Redirects members of another business's team, who have opened none in this browser yet, to that console. */
function useTeamConsole(type: StoredUser['type']): void {
  const go = useRef(useNavigateTo())
  const mayBeMember = type === 'vendor' && readBusiness() === undefined
  useEffect(() => {
    if (!mayBeMember) return
    const controller = new AbortController()
    call('GET /team/businesses', {}, { signal: controller.signal }).then(
      ({ businesses }) => {
        const other = businesses.find(({ isOwn }) => !isOwn)
        if (!other) return
        chooseBusiness(other)
        void go.current(BUSINESS_HOMES[other.type], { replace: true })
      },
      // The account's own pages work in any case.
      () => undefined,
    )
    return () => controller.abort()
  }, [mayBeMember])
}

/**
 * Redirects vendors with a connected store to their console, as suppliers and operators are. Returns whether the account
 * sells; undefined while unknown. Every account that buys can become a vendor, so its type alone doesn't say.
 */
function useStoreConsole(type: StoredUser['type']): boolean | undefined {
  const go = useRef(useNavigateTo())
  const isOther = type !== 'vendor'
  const [isSelling, setIsSelling] = useState(isOther ? false : undefined)
  useEffect(() => {
    if (isOther) return
    const controller = new AbortController()
    call('GET /stores/connections', {}, { signal: controller.signal }).then(
      ({ connections }) => {
        setIsSelling(connections.length > 0)
        if (connections.length > 0) void go.current(BUSINESS_HOMES.vendor, { replace: true })
      },
      // The account's own pages work in any case.
      () => setIsSelling(false),
    )
    return () => controller.abort()
  }, [isOther])
  return isSelling
}

const SHOWN_ORDERS = 3

/** Renders the latest purchases, with a reminder to pay the unpaid ones. */
export function LatestOrders({ orders, total }: OrdersPage) {
  const unpaid = orders.filter(({ status }) => status === 'awaiting_payment')
  return (
    <>
      {unpaid.map(({ id, number }) => (
        <div
          key={id}
          className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-accent-mist p-5 md:px-7"
        >
          <p className="text-sm">Order {number} is waiting for its payment.</p>
          <ButtonLink size="sm" href={`/checkout-step-two/?orderID=${encodeURIComponent(id)}`}>
            Pay this order
          </ButtonLink>
        </div>
      ))}
      <Card
        id="latest-orders"
        title="Latest orders"
        aside={
          total > 0 && (
            <Link href="/dashboard/orders" className="text-link text-sm">
              All orders
            </Link>
          )
        }
      >
        {orders.length === 0 ? (
          <p className="text-sm text-ink-soft">
            No orders yet. They appear here with the progress of each supplier.{' '}
            <Link href="/marketplace" className="text-link text-ink">
              Go to the marketplace
            </Link>
          </p>
        ) : (
          <ul className="flex flex-col gap-4">
            {orders.slice(0, SHOWN_ORDERS).map((order) => (
              <li key={order.id}>
                <OrderCard order={order} heading="h3" />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function AccountLinks() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {ACCOUNT_LINKS.filter(({ about }) => about !== undefined).map(({ href, label, about, icon }) => (
        <li
          key={href}
          className="relative flex items-start gap-4 rounded-md border border-line bg-sheet p-5 transition-colors focus-within:border-ink hover:border-ink"
        >
          <Icon
            shapes={icon}
            aria-hidden="true"
            className="mt-0.5 size-5 shrink-0 text-accent"
            strokeWidth={1.5}
          />
          <div>
            <h2 className="font-sans text-base font-medium">
              <Link href={href} className="after:absolute after:inset-0 after:rounded-md">
                {label}
              </Link>
              {href === CHAT_HREF && <UnreadCount />}
            </h2>
            <p className="mt-1 text-sm text-ink-soft">{about}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Renders the number of unread messages beside its label; nothing for zero, or while unknown. */
function UnreadCount() {
  const { loaded } = useQuery('', async (signal) => (await call('GET /chat/unread', {}, { signal })).unread)
  if (loaded.state !== 'ready' || loaded.data === 0) return null
  return (
    <span className="ms-2 rounded-full bg-accent px-2 py-0.5 text-xs text-on-accent tabular-nums">
      {loaded.data} <span className="font-normal">unread</span>
    </span>
  )
}
