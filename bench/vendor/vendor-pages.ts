import { HOME_BAR_MS, type PageCalls } from '../console/measure-pages.ts'

const FRAME = ['/vendor/orders?pageSize=5', '/vendor/listing-counts', '/chat/unread']

const orders = (query: string) => [`/vendor/orders?${query}&pageSize=50`, ...FRAME]
const listings = (query: string) => [`/vendor/listings?${query}`, ...FRAME]

/** The pages of a vendor's console by the calls that each makes. */
export const VENDOR_PAGES: readonly PageCalls[] = [
  {
    page: 'home',
    paths: ['/vendor/figures?utcOffset=0', '/vendor/orders?view=needs_attention&pageSize=4', ...FRAME],
    barMs: HOME_BAR_MS,
  },
  { page: 'frame', paths: FRAME },
  { page: 'orders', paths: orders('view=all') },
  { page: 'orders, page 500', paths: orders('view=all&page=500') },
  { page: 'orders to pay', paths: orders('view=to_pay') },
  { page: 'orders that need attention', paths: orders('view=needs_attention') },
  { page: 'orders in progress', paths: orders('view=in_progress') },
  { page: 'orders completed', paths: orders('view=completed') },
  { page: 'orders, a number', paths: orders('view=all&search=NUMBER') },
  { page: 'orders, a name', paths: orders('view=all&search=Grace%20Weber') },
  { page: 'an order', paths: ['/vendor/orders/ORDER', ...FRAME] },
  { page: 'listings', paths: listings('view=all') },
  { page: 'listings, page 50', paths: listings('view=all&page=50') },
  { page: 'listings on sale', paths: listings('view=on_sale') },
  { page: 'listings, a name', paths: listings('view=all&search=Solitaire') },
  { page: 'stores and their health', paths: ['/vendor/stores', ...FRAME] },
  { page: 'wallet', paths: ['/vendor/wallet', '/vendor/wallet/entries?wallet=real', ...FRAME] },
]
