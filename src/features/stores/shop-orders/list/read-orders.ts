import type { Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import type { ListedShopOrderData, OrderFeedData, ShopOrderData, ShopOrderLineData } from '../contract.ts'
import { listFeeds } from '../feed-queries.ts'
import { explainReason } from '../rules.ts'
import type { ShopOrderView } from '../shapes.ts'
import {
  countByView,
  findOrder,
  listLines,
  listOrders,
  type StoredLine,
  type StoredOrder,
} from './list-queries.ts'

/** How many items of an order are named and shown in a list. */
const MAX_TITLES = 3

/** Returns a page of the orders of somebody's shops, the counts of all views, and how the shops are heard. */
export async function listVendorOrders(
  db: Queryable,
  request: Readonly<{
    accountId: number
    view: ShopOrderView
    search: string
    page: number
    pageSize: number
  }>,
) {
  const { accountId, page, pageSize } = request
  const stretch = { ...request, limit: pageSize, offset: (page - 1) * pageSize }
  const [{ orders, total }, counts, feeds] = await Promise.all([
    listOrders(db, stretch),
    countByView(db, accountId),
    listFeeds(db, accountId),
  ])
  const lines =
    orders.length > 0
      ? await listLines(
          db,
          orders.map(({ id }) => id),
        )
      : []
  const linesByOrder = Map.groupBy(lines, (line) => line.order_id)
  return {
    orders: orders.map((order) => toListedOrder(order, linesByOrder.get(order.id) ?? [])),
    counts,
    feeds: feeds.map(toFeed),
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    total,
  }
}

/** Returns an order of somebody's shop with its lines and its address. Throws `order_not_found`. */
export async function getVendorOrder(
  db: Queryable,
  ref: Readonly<{ accountId: number; id: string }>,
): Promise<ShopOrderData> {
  const order = await findOrder(db, ref)
  if (!order) throw notFound('order_not_found', 'There is no such order.')
  const lines = await listLines(db, [order.id])
  return {
    ...toListedOrder(order, lines),
    lines: lines.map((line) => toLine(line, order.currency)),
    address: toAddress(order),
    receivedAt: new Date(order.received_at).toISOString(),
  }
}

/** The orders of somebody's shops, for themselves. */
export async function exportShopOrders(db: Queryable, accountId: number): Promise<object> {
  const filter = { accountId, view: 'all', search: '', limit: 10_000, offset: 0 } as const
  const { orders } = await listOrders(db, filter)
  return { orders: orders.map((order) => toListedOrder(order, [])) }
}

function toListedOrder(order: StoredOrder, lines: readonly StoredLine[]): ListedShopOrderData {
  const { address } = order
  const ours = lines.filter(({ kind }) => kind !== 'foreign')
  const shown = ours.length > 0 ? ours : lines
  return {
    id: order.public_id,
    number: order.number,
    store: order.store_name,
    platform: order.platform,
    placedAt: new Date(order.placed_at).toISOString(),
    customer: {
      name: address ? `${address.firstName} ${address.lastName}`.trim() : '',
      city: address?.city ?? '',
      country: address?.country ?? '',
    },
    units: shown.reduce((sum, { quantity, removed }) => sum + quantity - removed, 0),
    titles: shown.slice(0, MAX_TITLES).map(({ title }) => title),
    pictures: shown.flatMap(({ picture }) => picture ?? []).slice(0, MAX_TITLES),
    total: toDecimal(Number(order.total_amount), order.currency),
    currency: order.currency,
    shopState: order.shop_state,
    state: order.state,
    reasons: order.reasons.map(explainReason),
    isRecovered: order.is_recovered,
  }
}

function toLine(line: StoredLine, currency: string): ShopOrderLineData {
  const { title, sku, quantity, removed, kind, product_public_id: id, product_name: name, picture } = line
  const hasProduct = id !== null && name !== null
  return {
    id: line.external_id,
    title,
    sku,
    quantity,
    removed,
    total: toDecimal(Number(line.line_amount), currency),
    kind,
    product: hasProduct ? { id, name, picture } : null,
    wholesalePrice: line.wholesale_amount === null ? null : toDecimal(Number(line.wholesale_amount)),
  }
}

function toAddress({ address }: StoredOrder): ShopOrderData['address'] {
  if (!address) return null
  const { firstName, lastName, company, line1, line2, city, region, postcode, country, phone } = address
  return {
    name: `${firstName} ${lastName}`.trim(),
    company,
    lines: [line1, line2].filter((line) => line !== ''),
    city,
    region,
    postcode,
    country,
    phone,
  }
}

function toFeed(feed: Awaited<ReturnType<typeof listFeeds>>[number]): OrderFeedData {
  const toText = (moment: Date | null) => (moment === null ? null : new Date(moment).toISOString())
  return {
    store: feed.store,
    lastWebhookAt: toText(feed.last_webhook_at),
    checkedAt: toText(feed.polled_at),
    recovered: feed.recovered,
    recoveredTotal: feed.recovered_total,
    problem: feed.problem,
  }
}
