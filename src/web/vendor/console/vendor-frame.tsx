import { useQuery } from '@tanstack/react-query'
import {
  Gem,
  History,
  House,
  MessagesSquare,
  Package,
  Percent,
  SlidersHorizontal,
  Store,
  Tags,
  UserPlus,
  Users,
  Wallet,
  Webhook,
} from 'lucide'
import type { Permission } from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'
import type { CommandSource } from '#web/console/frame/command-menu.tsx'
import { useBusiness, useCan } from '#web/console/frame/business.tsx'
import type { FrameProps } from '#web/console/frame/console-page.tsx'
import { type ConsoleArea, ConsoleFrame } from '#web/console/frame/console-frame.tsx'
import { useUnreadCount } from '#web/console/messages/use-unread-count.ts'
import { VENDOR, vendorOrderAddress } from './addresses.ts'

/** Renders a page of the vendor's console; `current` is its entry in the navigation. */
export function VendorConsoleFrame(props: FrameProps) {
  return <ConsoleFrame area={useVendorArea} type="vendor" audience="vendors" {...props} />
}

/** How often the counts in the navigation are reloaded, in milliseconds. */
const COUNTS_MS = 30_000

/** Returns the newest orders of the vendor's stores with the counts of all views, reloaded every half minute. */
export function useNewestOrders() {
  const can = useCan()
  return useQuery({
    queryKey: ['vendor', 'newest-orders'],
    queryFn: ({ signal }) => call('GET /vendor/orders', { query: { pageSize: 5 } }, { signal }),
    enabled: can('orders:read'),
    refetchInterval: COUNTS_MS,
  })
}

/** Returns how many listings need attention, by view, reloaded every half minute. */
export function useListingCounts() {
  const can = useCan()
  return useQuery({
    queryKey: ['vendor', 'listings', 'counts'],
    queryFn: async ({ signal }) => (await call('GET /vendor/listing-counts', {}, { signal })).counts,
    enabled: can('listings:read'),
    refetchInterval: COUNTS_MS,
  })
}

function useVendorArea(): ConsoleArea {
  const { business, isViewing, can } = useBusiness()
  const newest = useNewestOrders().data
  const waiting = newest && newest.counts.to_pay + newest.counts.needs_attention
  const listings = useListingCounts().data
  const unread = useUnreadCount(!isViewing)
  const name = newest?.feeds[0]?.store ?? business.name
  return {
    store: { name: name || 'Your store', about: 'Vendor' },
    links: [
      { href: VENDOR.home, label: 'Home', icon: House },
      {
        href: VENDOR.orders,
        label: 'Orders',
        icon: Package,
        count: waiting,
        isLoud: true,
        needs: 'orders:read',
      },
      {
        href: VENDOR.listings,
        label: 'Listings',
        icon: Tags,
        count: listings && listings.attention + listings.cost_up,
        isLoud: true,
        needs: 'listings:read',
      },
      { href: VENDOR.pricing, label: 'Pricing', icon: Percent, needs: 'pricing:read' },
      // Conversations belong to the account, not to the business.
      ...(isViewing
        ? []
        : [{ href: VENDOR.messages, label: 'Messages', icon: MessagesSquare, count: unread, isLoud: true }]),
      { href: VENDOR.wallet, label: 'Wallet', icon: Wallet, needs: 'money:read' },
      { href: VENDOR.products, label: 'Choose products', icon: Gem, needs: 'listings:write' },
    ],
    footerLinks: [
      { href: VENDOR.settings, label: 'Order settings', icon: SlidersHorizontal, needs: 'orders:read' },
      { href: VENDOR.stores, label: 'Stores', icon: Store, needs: 'connections:read' },
      { href: VENDOR.team, label: 'Team', icon: Users, needs: 'team:read' },
      { href: VENDOR.activity, label: 'Activity', icon: History, needs: 'activity:read' },
      { href: VENDOR.developers, label: 'API and webhooks', icon: Webhook, needs: 'api:read' },
    ],
    commands: { ...COMMANDS, find: (search, signal) => find({ search, can }, signal) },
  }
}

const COMMANDS: Pick<CommandSource, 'placeholder' | 'actions'> = {
  placeholder: 'Search orders and pages',
  actions: [
    {
      href: `${VENDOR.orders}?view=needs_attention`,
      label: 'See orders that need attention',
      icon: Package,
      needs: 'orders:read',
    },
    { href: VENDOR.listings, label: 'See your listings', icon: Tags, needs: 'listings:read' },
    { href: VENDOR.pricing, label: 'Change price rules', icon: Percent, needs: 'pricing:write' },
    { href: VENDOR.newOrder, label: 'Place an order by hand', icon: Package, needs: 'orders:write' },
    { href: `${VENDOR.orders}?view=to_pay`, label: 'Pay for orders', icon: Package, needs: 'orders:write' },
    { href: VENDOR.wallet, label: 'Add money to your wallet', icon: Wallet, needs: 'money:write' },
    {
      href: VENDOR.settings,
      label: 'Change order settings',
      icon: SlidersHorizontal,
      needs: 'settings:write',
    },
    { href: VENDOR.products, label: 'Choose products', icon: Gem, needs: 'listings:write' },
    { href: VENDOR.stores, label: 'See your stores', icon: Store, needs: 'connections:read' },
    { href: VENDOR.store, label: 'Connect a store', icon: Store, needs: 'connections:write' },
    { href: VENDOR.team, label: 'Invite a member', icon: UserPlus, needs: 'team:write' },
  ],
}

/** Finds orders by a text, as far as the user's role permits. */
async function find(
  { search, can }: { search: string; can: (permission: Permission) => boolean },
  signal: AbortSignal,
): ReturnType<CommandSource['find']> {
  if (!can('orders:read')) return []
  const { orders } = await call('GET /vendor/orders', { query: { search, pageSize: 6 } }, { signal })
  return [
    {
      title: 'Orders',
      items: orders.map(({ id, number, customer, titles }) => ({
        href: vendorOrderAddress(id),
        label: number,
        about: [customer.name, titles[0]].filter(Boolean).join(' · '),
        icon: Package,
      })),
    },
  ]
}
