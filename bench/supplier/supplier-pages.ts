import { HOME_BAR_MS, type PageCalls } from '../console/measure-pages.ts'

const FRAME = ['/shop/getMyStore', '/supplier/order-counts?timeZone=UTC', '/chat/unread']

const list = (query: string) => [`/supplier/orders?${query}&pageSize=50&timeZone=UTC`, ...FRAME]

/** The pages of a supplier's console by the calls that each makes. */
export const SUPPLIER_PAGES: readonly PageCalls[] = [
  {
    page: 'home',
    paths: ['/supplier/sales?days=30', '/supplier/reliability', '/supplier/payouts?page=1', ...FRAME],
    barMs: HOME_BAR_MS,
  },
  { page: 'orders', paths: list('view=all') },
  { page: 'orders, page 500', paths: list('view=all&page=500') },
  { page: 'orders to accept', paths: list('view=to_accept') },
  { page: 'orders late', paths: list('view=late&sort=ship_by') },
  { page: 'orders in transit', paths: list('view=in_transit') },
  { page: 'orders done', paths: list('view=done') },
  { page: 'orders by total', paths: list('view=all&sort=highest_total') },
  { page: 'orders of a country', paths: list('view=all&country=DE') },
  { page: 'orders, a number', paths: list('view=all&search=C-1eef') },
  { page: 'orders, a name', paths: list('view=all&search=Lina%20Weber') },
  { page: 'orders to pack', paths: ['/supplier/orders-to-pack?timeZone=UTC', ...FRAME] },
  { page: 'an order', paths: ['/supplier/orders/ORDER', ...FRAME] },
  { page: 'cases', paths: ['/cases', ...FRAME] },
  { page: 'products', paths: ['/supplier/products?pageSize=100', '/supplier/product-counts', ...FRAME] },
  { page: 'duplicates', paths: ['/supplier/product-duplicates', ...FRAME] },
  { page: 'money', paths: ['/supplier/payouts?page=1', '/supplier/earnings-forecast', ...FRAME] },
  { page: 'entries of a balance', paths: ['/supplier/balances/available?page=1', ...FRAME] },
  { page: 'reliability', paths: ['/supplier/reliability', ...FRAME] },
  { page: 'orders behind a figure', paths: ['/supplier/reliability/shipped_on_time?page=1', ...FRAME] },
]
