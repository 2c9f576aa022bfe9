import { useQuery } from '@tanstack/react-query'
import { Gem, House, Package, Percent, Store, Tags } from 'lucide'
import type { ReactNode } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import type { CommandSource } from '#web/console/frame/command-menu.tsx'
import { type ConsoleArea, ConsoleFrame } from '#web/console/frame/console-frame.tsx'
import { VENDOR, vendorOrderAddress } from './addresses.ts'

/** A page of the vendor's console; `current` is its entry in the navigation. */
export function VendorConsoleFrame(props: { current: string; children: (user: StoredUser) => ReactNode }) {
  return (
    <ConsoleFrame area={useVendorArea} type="vendor" audience="vendors" current={props.current}>
      {props.children}
    </ConsoleFrame>
  )
}

/** How often the counts of what waits are asked for again. */
const COUNTS_MS = 30_000

/** Returns the newest orders of the vendor's stores with the counts of all views, asked for again every half minute. */
export function useNewestOrders() {
  return useQuery({
    queryKey: ['vendor', 'newest-orders'],
    queryFn: ({ signal }) => call('GET /vendor/orders', { query: { pageSize: 5 } }, { signal }),
    refetchInterval: COUNTS_MS,
  })
}

/** Returns how many listings are in each view, asked for again every half minute. */
export function useListingCounts() {
  return useQuery({
    queryKey: ['vendor', 'listings', 'counts'],
    queryFn: async ({ signal }) =>
      (await call('GET /vendor/listings', { query: { view: 'attention' } }, { signal })).counts,
    refetchInterval: COUNTS_MS,
  })
}

function useVendorArea(user: StoredUser): ConsoleArea {
  const newest = useNewestOrders().data
  const waiting = newest && newest.counts.to_pay + newest.counts.needs_attention
  const listings = useListingCounts().data
  const name = newest?.feeds[0]?.store ?? `${user.firstName} ${user.lastName}`.trim()
  return {
    store: { name: name || 'Your store', about: 'Vendor' },
    links: [
      { href: VENDOR.home, label: 'Home', icon: House },
      { href: VENDOR.orders, label: 'Orders', icon: Package, count: waiting, isLoud: true },
      {
        href: VENDOR.listings,
        label: 'Listings',
        icon: Tags,
        count: listings && listings.attention + listings.cost_up,
        isLoud: true,
      },
      { href: VENDOR.pricing, label: 'Pricing', icon: Percent },
      { href: VENDOR.products, label: 'Choose products', icon: Gem },
    ],
    footerLinks: [{ href: VENDOR.store, label: 'Connected store', icon: Store }],
    commands: COMMANDS,
  }
}

const COMMANDS: CommandSource = {
  placeholder: 'Search orders and pages',
  actions: [
    { href: `${VENDOR.orders}?view=needs_attention`, label: 'See orders that need attention', icon: Package },
    { href: VENDOR.listings, label: 'See your listings', icon: Tags },
    { href: VENDOR.pricing, label: 'Change price rules', icon: Percent },
    { href: VENDOR.products, label: 'Choose products', icon: Gem },
    { href: VENDOR.store, label: 'Connect a store', icon: Store },
  ],
  async find(search, signal) {
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
  },
}
