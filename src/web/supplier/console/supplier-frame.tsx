import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Copy,
  FileUp,
  Gem,
  History,
  House,
  MessageSquare,
  MessagesSquare,
  Package,
  PackageCheck,
  Plus,
  RefreshCw,
  Settings,
  Store,
  Tag,
  Tags,
  Truck,
  Upload,
  UserPlus,
  Users,
  Wallet,
  Webhook,
} from 'lucide'
import type { Permission } from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'
import { useCan } from '#web/console/frame/business.tsx'
import type { FrameProps } from '#web/console/frame/console-page.tsx'
import { type ConsoleArea, ConsoleFrame } from '#web/console/frame/console-frame.tsx'
import type { CommandSource } from '#web/console/frame/command-menu.tsx'
import { useUnreadCount } from '#web/console/messages/use-unread-count.ts'
import { formatCountry, getTimeZone } from '#web/console/data/format.ts'
import { productAddress, SUPPLIER, supplierOrderAddress } from './addresses.ts'

/** Renders a page of the supplier's console; `current` is its entry in the navigation. */
export function SupplierFrame(props: FrameProps) {
  return <ConsoleFrame area={useSupplierArea} type="manufacturer" audience="suppliers" {...props} />
}

/** How often the counts in the navigation are reloaded, in milliseconds. */
const COUNTS_MS = 30_000

/** Returns the counts of the store's orders by view, reloaded every half minute, for roles that see orders. */
export function useOrderCounts() {
  const can = useCan()
  const timeZone = getTimeZone()
  return useQuery({
    queryKey: ['supplier', 'order-counts'],
    queryFn: ({ signal }) => call('GET /supplier/order-counts', { query: { timeZone } }, { signal }),
    enabled: can('orders:read'),
    refetchInterval: COUNTS_MS,
  })
}

/** Returns the store of the signed-in supplier; null if there is none yet. */
export function useOwnStore() {
  return useQuery({
    queryKey: ['supplier', 'store'],
    queryFn: async ({ signal }) => (await call('GET /shop/getMyStore', {}, { signal })).store,
    staleTime: 60_000,
  })
}

function useSupplierArea(): ConsoleArea {
  const can = useCan()
  const store = useOwnStore().data
  const counts = useOrderCounts().data?.counts
  const unread = useUnreadCount(can('messages:write'))
  const waiting = counts && counts.to_accept + counts.to_ship_today + counts.late + counts.cancellations
  return {
    store: store
      ? {
          name: store.name ?? 'Unnamed store',
          about: `Supplier · ${formatCountry(store.country)}`,
          logo: store.logo?.image_url,
        }
      : undefined,
    links: [
      { href: SUPPLIER.home, label: 'Home', icon: House },
      {
        href: SUPPLIER.orders,
        label: 'Orders',
        icon: Package,
        count: waiting,
        isLoud: true,
        needs: 'orders:read',
      },
      {
        href: SUPPLIER.cases,
        label: 'Cases',
        icon: MessageSquare,
        count: counts?.cases,
        needs: 'cases:read',
      },
      { href: SUPPLIER.products, label: 'Products', icon: Gem, needs: 'products:read' },
      {
        href: SUPPLIER.messages,
        label: 'Messages',
        icon: MessagesSquare,
        count: unread,
        needs: 'messages:write',
      },
      { href: SUPPLIER.shipping, label: 'Shipping', icon: Truck, needs: 'settings:read' },
      { href: SUPPLIER.money, label: 'Money', icon: Wallet, needs: 'money:read' },
      { href: SUPPLIER.reliability, label: 'Reliability', icon: BadgeCheck, needs: 'orders:read' },
    ],
    footerLinks: [
      ...(store?.isVerified ? [toStoreLink(store.id)] : []),
      { href: SUPPLIER.team, label: 'Team', icon: Users, needs: 'team:read' },
      { href: SUPPLIER.activity, label: 'Activity', icon: History, needs: 'activity:read' },
      { href: SUPPLIER.developers, label: 'API and webhooks', icon: Webhook, needs: 'api:read' },
      { href: SUPPLIER.settings, label: 'Settings', icon: Settings, needs: 'settings:read' },
    ],
    commands: { ...COMMANDS, find: (search, signal) => find({ search, can }, signal) },
  }
}

function toStoreLink(id: string): ConsoleArea['footerLinks'][number] {
  return { href: `/store-profile?id=${encodeURIComponent(id)}`, label: 'View store page', icon: Store }
}

const COMMANDS: Pick<CommandSource, 'placeholder' | 'actions'> = {
  placeholder: 'Search orders, products and pages',
  actions: [
    { href: SUPPLIER.imports, label: 'Import products', icon: FileUp, needs: 'products:write' },
    { href: SUPPLIER.store, label: 'Check your store’s sync', icon: RefreshCw, needs: 'connections:read' },
    { href: productAddress(), label: 'Add a product', icon: Plus, needs: 'products:write' },
    { href: SUPPLIER.duplicates, label: 'Review duplicate products', icon: Copy, needs: 'products:read' },
    { href: SUPPLIER.priceLists, label: 'Set price lists for vendors', icon: Tags, needs: 'products:write' },
    {
      href: `${SUPPLIER.orders}?view=to_accept`,
      label: 'Accept orders',
      icon: Package,
      needs: 'orders:write',
    },
    { href: SUPPLIER.packing, label: 'Pack orders', icon: PackageCheck, needs: 'orders:write' },
    { href: SUPPLIER.labels, label: 'Buy shipping labels', icon: Tag, needs: 'orders:write' },
    {
      href: `${SUPPLIER.orders}?tracking=upload`,
      label: 'Upload tracking numbers',
      icon: Upload,
      needs: 'orders:write',
    },
    { href: SUPPLIER.team, label: 'Invite a member', icon: UserPlus, needs: 'team:write' },
  ],
}

/** Finds orders and products by a text, as far as the user's role permits. */
async function find(
  { search, can }: { search: string; can: (permission: Permission) => boolean },
  signal: AbortSignal,
): ReturnType<CommandSource['find']> {
  const [orders, products] = await Promise.all([
    can('orders:read')
      ? (await call('GET /supplier/orders', { query: { search, pageSize: 6 } }, { signal })).orders
      : [],
    can('products:read')
      ? (await call('GET /supplier/products', { query: { search, pageSize: 5 } }, { signal })).products
      : [],
  ])
  return [
    {
      title: 'Orders',
      items: orders.map(({ id, number, customer, titles }) => ({
        href: supplierOrderAddress(id),
        label: number,
        about: [customer.name, titles[0]].filter(Boolean).join(' · '),
        icon: Package,
      })),
    },
    {
      title: 'Products',
      items: products.map(({ id, title, variants }) => ({
        href: productAddress(id),
        label: title,
        about: variants[0]?.sku ?? '',
        icon: Gem,
      })),
    },
  ]
}
