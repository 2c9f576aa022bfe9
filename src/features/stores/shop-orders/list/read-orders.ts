import type { Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { readWalletBalance, type WalletOwner } from '#features/money/wallets/service.ts'
import { listPostedCosts, listReversedAmounts, listVendorPurchases } from '#features/sales/orders/service.ts'
import { listEffectTrails } from '#platform/effects/effect-trail.ts'
import { readPricing } from '#features/stores/pricing/service.ts'
import type { ListedShopOrderData, OrderFeedData, ShopOrderData, ShopOrderLineData } from '../contract.ts'
import { readSentChanges } from './sent-changes.ts'
import { type OrderPage, readStoreRefunds } from './store-refunds.ts'
import { CANCEL_EFFECT } from '../cancelling/cancellation-effect.ts'
import { findSuspension } from '../settings/suspension/suspension-queries.ts'
import { findPolledAt, listFeeds } from '../stores/feed-queries.ts'
import { convertRetail, explainReason } from '../rules.ts'
import { getRetail } from './retail-rules.ts'
import { readLineOptions } from '../mapping/map-line.ts'
import { CORRECTION_EFFECT } from '../tracking/correction-queries.ts'
import { listParcelUpdates } from '../tracking/send-tracking.ts'
import { getMoneyState, getSupplierState } from './progress-rules.ts'
import { buildSupplierOrderViews, type OrderProfit, toProfit, toQuoteView } from './supplier-order-views.ts'
import {
  countByView,
  findOrder,
  listLines,
  listOrders,
  listOrdersAfter,
  type OrderFilter,
  searchOrders,
  type StoredLine,
  type StoredOrder,
} from './list-queries.ts'

/** The most items of an order shown in a list. */
const MAX_TITLES = 3

/** Returns a page of an account's orders from stores, all views' counts, and the stores' feeds. */
export async function listVendorOrders(
  db: Queryable,
  request: OrderFilter & Readonly<{ page: number; pageSize: number }>,
) {
  const { accountId, page, pageSize } = request
  const stretch = { ...request, limit: pageSize, offset: (page - 1) * pageSize }
  const [found, listed, counts, feeds, suspension] = await Promise.all([
    request.search === '' ? undefined : searchOrders(db, stretch),
    request.search === '' ? listOrders(db, stretch) : [],
    countByView(db, request),
    listFeeds(db, accountId),
    findSuspension(db, accountId),
  ])
  const total = found?.total ?? counts[request.view]
  return {
    orders: await describeOrders(db, accountId, found?.orders ?? listed),
    counts,
    feeds: feeds.map(toFeed),
    suspension: suspension
      ? { reason: suspension.reason, since: suspension.suspendedAt.toISOString() }
      : null,
    preparing: found?.preparing ?? 0,
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    total,
  }
}

/** Returns orders of an account's shops after one of them, newest first, and the internal key of the last. */
export async function listOrderBatch(
  db: Queryable,
  batch: OrderFilter & Readonly<{ limit: number; after: string | undefined }>,
): Promise<Readonly<{ orders: ListedShopOrderData[]; last: string | undefined }>> {
  const stored = await listOrdersAfter(db, batch)
  return { orders: await describeOrders(db, batch.accountId, stored), last: stored.at(-1)?.id }
}

async function describeOrders(
  db: Queryable,
  accountId: number,
  orders: readonly StoredOrder[],
): Promise<ListedShopOrderData[]> {
  if (orders.length === 0) return []
  const lines = await listLines(
    db,
    orders.map(({ id }) => id),
  )
  const linesByOrder = Map.groupBy(lines, (line) => line.order_id)
  const toMoney = await readMoney(db, accountId, orders)
  return orders.map((order) => {
    const ofOrder = linesByOrder.get(order.id) ?? []
    return toListedOrder(order, ofOrder, toMoney(order, ofOrder))
  })
}

/**
 * Returns an order of an account's store with its lines, its address, and its supplier orders. Throws
 * `order_not_found`.
 */
export async function getVendorOrder(
  db: Queryable,
  ref: Readonly<{ account: WalletOwner; id: string; orderPage?: OrderPage }>,
): Promise<ShopOrderData> {
  const order = await findOrder(db, { accountId: ref.account.id, id: ref.id })
  if (!order) throw notFound('order_not_found', 'We couldn’t find this order.')
  const [lines, purchases, toMoney] = await Promise.all([
    listLines(db, [order.id]),
    listVendorPurchases(db, [order.public_id]),
    readMoney(db, ref.account.id, [order]),
  ])
  const money = toMoney(order, lines)
  const optionsOf = await readLineOptions(db, order.id)
  const supplierOrders = await buildSupplierOrderViews(db, purchases)
  const cancellation =
    order.cancel_requested_at === null
      ? undefined
      : (await listEffectTrails(db, { kind: CANCEL_EFFECT, subjects: [order.public_id] }))[0]
  const currency = order.is_practice ? PRACTICE_CURRENCY : SHOP_CURRENCY
  return {
    ...toListedOrder(order, lines, money),
    lines: lines.map((line) => ({ ...toLine(line, order), options: optionsOf(line.external_id) })),
    address: toAddress(order),
    receivedAt: new Date(order.received_at).toISOString(),
    quote: toQuoteView(purchases),
    lapsedAt: order.lapsed_at === null ? null : new Date(order.lapsed_at).toISOString(),
    supplierOrders,
    storeUpdates: [
      ...(await listParcelUpdates(
        db,
        supplierOrders.flatMap(({ parcels }) => parcels),
      )),
      ...(await listEffectTrails(db, {
        kind: CORRECTION_EFFECT,
        subjects: supplierOrders.flatMap(({ corrections }) => corrections.map(({ id }) => id)),
      })),
    ],
    cancellation: cancellation ?? null,
    canCancelInStore:
      order.cancel_requested_at === null &&
      order.connection_id !== null &&
      order.state !== 'not_ours' &&
      isOpenInStore(order) &&
      supplierOrders.every(({ parcels }) => parcels.length === 0),
    storeRefunds: await readStoreRefunds(db, { order, lines, orderPage: ref.orderPage }),
    sentChanges: await readSentChanges(db, { order, lines, purchases }),
    comparedAt: (await findPolledAt(db, order.connection_id))?.toISOString() ?? null,
    retail: money.retail,
    walletBalance: toDecimal(await readWalletBalance(db, ref.account, currency), currency),
  }
}

/** Returns the orders of an account's stores, for its data export. */
export async function exportShopOrders(db: Queryable, accountId: number): Promise<object> {
  const filter = { accountId, view: 'all', search: '', limit: 10_000, offset: 0 } as const
  const orders = await listOrders(db, filter)
  const toMoney = await readMoney(db, accountId, orders)
  return { orders: orders.map((order) => toListedOrder(order, [], toMoney(order, []))) }
}

type OrderMoney = OrderProfit & Pick<ListedShopOrderData, 'moneyState' | 'supplierState'>

/** Returns the payment state and the suppliers' state of each of these orders. */
async function readMoney(
  db: Queryable,
  accountId: number,
  orders: readonly StoredOrder[],
): Promise<(order: StoredOrder, lines: readonly StoredLine[]) => OrderMoney> {
  const [purchases, pricing] = await Promise.all([
    listVendorPurchases(
      db,
      orders.map(({ public_id }) => public_id),
    ),
    readPricing(db, accountId),
  ])
  const keys = purchases.map(({ id }) => id)
  const [reversed, costs] = await Promise.all([listReversedAmounts(db, keys), listPostedCosts(db, keys)])
  const byOrder = Map.groupBy(purchases, ({ vendorOrder }) => vendorOrder)
  return (order, lines) => {
    const ofOrder = byOrder.get(order.public_id) ?? []
    const retail = getRetail(order, lines)
    const profit = toProfit({
      purchases: ofOrder,
      costs,
      estimate: { cost: order.cost_amount },
      retail: convertRetail(retail, order.currency, pricing.rates),
    })
    return {
      ...profit,
      moneyState: getMoneyState(ofOrder, reversed),
      supplierState: getSupplierState(ofOrder),
    }
  }
}

function toListedOrder(
  order: StoredOrder,
  lines: readonly StoredLine[],
  { cost, profit, moneyState, supplierState }: OrderMoney,
): ListedShopOrderData {
  const { address } = order
  const ours = lines.filter(({ kind }) => kind !== 'foreign')
  const shown = ours.length > 0 ? ours : lines
  return {
    id: order.public_id,
    number: order.number,
    store: order.store_name,
    platform: order.platform,
    origin: order.is_sample ? 'sample' : order.platform === 'manual' ? 'manual' : 'store',
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
    isPractice: order.is_practice,
    moneyState,
    supplierState,
    cost,
    profit,
    isRecovered: order.is_recovered,
    hasStoreProblem: order.has_store_problem,
  }
}

function toLine(line: StoredLine, order: StoredOrder): Omit<ShopOrderLineData, 'options'> {
  const { title, sku, quantity, removed, kind, reason, bought } = line
  const { product_public_id: id, product_name: name, picture, variant_public_id: variantId } = line
  const hasProduct = id !== null && name !== null
  return {
    id: line.external_id,
    title,
    sku,
    quantity,
    removed,
    total: toDecimal(Number(line.line_amount), order.currency),
    kind,
    otherOptions: line.other_options,
    reason: reason && explainReason(reason),
    bought,
    product: hasProduct ? { id, name, picture } : null,
    variant: variantId === null ? null : { id: variantId, title: line.variant_title ?? '' },
    canBeReplaced: isOpenInStore(order) && kind !== 'foreign' && quantity - removed - bought > 0,
    wholesalePrice: line.wholesale_amount === null ? null : toDecimal(Number(line.wholesale_amount)),
  }
}

/** Returns whether an order is neither cancelled nor refunded in its store. */
function isOpenInStore({ shop_state }: StoredOrder): boolean {
  return shop_state === 'paid' || shop_state === 'unpaid'
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
    id: feed.id,
    store: feed.store,
    lastWebhookAt: toText(feed.last_webhook_at),
    checkedAt: toText(feed.polled_at),
    recovered: feed.recovered,
    recoveredTotal: feed.recovered_total,
    problem: feed.problem,
  }
}
