import { z } from 'zod'
import type {
  RemoteAddress,
  RemoteOrder,
  RemoteOrderLine,
  RemoteOrderPage,
} from '#features/stores/connections/port.ts'
import { AppError } from '#core/errors.ts'
import { parseMinor, splitProportionally } from '#core/money.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

const PER_PAGE = 50

const Address = z.object({
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
  company: z.string().catch(''),
  address_1: z.string().catch(''),
  address_2: z.string().catch(''),
  city: z.string().catch(''),
  state: z.string().catch(''),
  postcode: z.string().catch(''),
  country: z.string().catch(''),
  phone: z.string().catch(''),
})

/** A time of WooCommerce, which has no time zone; the fields we read are in UTC. */
const Moment = z.string().transform((text, context) => {
  const date = new Date(`${text.replace(/Z$/, '')}Z`)
  if (!Number.isNaN(date.getTime())) return date
  context.addIssue('no moment')
  return z.NEVER
})

const Order = z.object({
  id: z.number(),
  number: z.string(),
  status: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  total: z.string(),
  date_created_gmt: Moment,
  date_modified_gmt: Moment,
  date_paid_gmt: z.string().nullable().catch(null),
  billing: Address,
  shipping: Address,
  line_items: z.array(
    z.object({
      id: z.number(),
      name: z.string().catch(''),
      product_id: z.number().catch(0),
      variation_id: z.number().catch(0),
      quantity: z.number(),
      sku: z.string().nullable().catch(''),
      total: z.string().catch('0'),
      meta_data: z
        .array(z.object({ key: z.string(), value: z.unknown(), display_value: z.unknown().optional() }))
        .catch([]),
    }),
  ),
  refunds: z.array(z.unknown()).catch([]),
})
type Order = z.output<typeof Order>

const ORDER_FIELDS = Object.keys(Order.shape).join(',')

const Refunds = z.array(
  z.object({
    amount: z.string().catch('0'),
    shipping_lines: z.array(z.unknown()).catch([]),
    fee_lines: z.array(z.unknown()).catch([]),
    line_items: z
      .array(
        z.object({
          quantity: z.number().catch(0),
          total: z.string().catch('0'),
          meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).catch([]),
        }),
      )
      .catch([]),
  }),
)

/** Returns the current state of an order of a site; undefined when the site has no such order. */
export async function findOrder(
  client: WooClient,
  site: WooSite,
  externalId: string,
): Promise<RemoteOrder | undefined> {
  if (!/^\d{1,15}$/.test(externalId)) return undefined
  try {
    const path = `/wc/v3/orders/${externalId}?_fields=${ORDER_FIELDS}`
    const { data } = await callWooCommerce(client, site, { path, data: Order })
    return await toRemoteOrder(client, site, data)
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_item_not_found') return undefined
    throw error
  }
}

/** Returns the current state of a site’s orders, at most a hundred. Those that it does not have are left out. */
export async function findOrders(
  client: WooClient,
  site: WooSite,
  externalIds: readonly string[],
): Promise<RemoteOrder[]> {
  const ids = externalIds.filter((id) => /^\d{1,15}$/.test(id))
  const found = await listByIds(client, site, { ids, status: 'any' })
  const missing = ids.filter((id) => !found.some((order) => String(order.id) === id))
  // All except those in the trash, which are read as cancelled.
  if (missing.length > 0) found.push(...(await listByIds(client, site, { ids: missing, status: 'trash' })))
  const orders: RemoteOrder[] = []
  for (const order of found) orders.push(await toRemoteOrder(client, site, order))
  return orders
}

async function listByIds(
  client: WooClient,
  site: WooSite,
  { ids, status }: Readonly<{ ids: readonly string[]; status: 'any' | 'trash' }>,
): Promise<Order[]> {
  if (ids.length === 0) return []
  const path = `/wc/v3/orders?include=${ids.join(',')}&status=${status}&per_page=100&_fields=${ORDER_FIELDS}`
  return (await callWooCommerce(client, site, { path, data: z.array(Order) })).data
}

/** Returns a page of the orders of a site that changed since a time. */
export async function listOrders(
  client: WooClient,
  site: WooSite,
  { since, cursor }: Readonly<{ since: Date; cursor: string | null }>,
): Promise<RemoteOrderPage> {
  const page = Number(cursor ?? 1)
  const query = new URLSearchParams({
    modified_after: since.toISOString().slice(0, 19),
    dates_are_gmt: 'true',
    orderby: 'id',
    order: 'asc',
    page: String(page),
    per_page: String(PER_PAGE),
    _fields: ORDER_FIELDS,
  })
  const path = `/wc/v3/orders?${query.toString()}`
  const { data, pages } = await callWooCommerce(client, site, { path, data: z.array(Order) })
  const orders: RemoteOrder[] = []
  for (const order of data) orders.push(await toRemoteOrder(client, site, order))
  return { orders, next: page < pages ? String(page + 1) : null }
}

async function toRemoteOrder(client: WooClient, site: WooSite, order: Order): Promise<RemoteOrder> {
  const refunds = order.refunds.length > 0 ? await listRefunds(client, site, order.id) : []
  const removed = countUnits(refunds)
  const amount = (text: string) => parseMinor(text, order.currency) ?? 0
  const refundedOf = sumAmounts(order, refunds)
  return {
    externalId: String(order.id),
    number: order.number,
    state: getState(order),
    currency: order.currency,
    totalAmount: amount(order.total),
    placedAt: order.date_created_gmt,
    modifiedAt: order.date_modified_gmt,
    address: toAddress(order.shipping.address_1 === '' ? order.billing : order.shipping, order),
    lines: order.line_items.map((line) => {
      const quantity = Math.max(0, Math.floor(line.quantity))
      return {
        externalId: String(line.id),
        productId: String(line.product_id),
        variantId: line.variation_id === 0 ? '' : String(line.variation_id),
        ...(line.variation_id === 0 ? {} : toOptions(line.meta_data)),
        sku: line.sku ?? '',
        title: toPlainText(line.name),
        quantity,
        removed: Math.min(quantity, removed.get(String(line.id)) ?? 0),
        lineAmount: amount(line.total),
        refundedAmount: refundedOf(String(line.id)),
      }
    }),
  }
}

const MAX_OPTIONS = 20

/**
 * Returns the attributes of a line, which WooCommerce stores as its metadata, and what plugins add for the customer.
 * Keys with an underscore are hidden.
 */
function toOptions(metaData: Order['line_items'][number]['meta_data']): Pick<RemoteOrderLine, 'options'> {
  const options = metaData
    .filter(({ key }) => !key.startsWith('_'))
    .flatMap(({ value, display_value: shown }) => {
      const text = typeof shown === 'string' ? shown : value
      return typeof text === 'string' && text !== '' ? [toPlainText(text).slice(0, 200)] : []
    })
    .slice(0, MAX_OPTIONS)
  return options.length > 0 ? { options } : {}
}

type Refund = z.output<typeof Refunds>[number]

async function listRefunds(client: WooClient, site: WooSite, id: number): Promise<Refund[]> {
  const fields = 'amount,line_items,shipping_lines,fee_lines'
  const path = `/wc/v3/orders/${id}/refunds?per_page=100&_fields=${fields}`
  return (await callWooCommerce(client, site, { path, data: Refunds })).data
}

/** Returns the refunded units of each line; a refund of a plain amount has none. */
export async function countRefunded(
  client: WooClient,
  site: WooSite,
  id: number,
): Promise<Map<string, number>> {
  return countUnits(await listRefunds(client, site, id))
}

function countUnits(refunds: readonly Refund[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const item of refunds.flatMap(({ line_items }) => line_items)) {
    const lineId = getRefundedLine(item)
    units.set(lineId, (units.get(lineId) ?? 0) + Math.abs(Math.floor(item.quantity)))
  }
  return units
}

/**
 * Returns the refunded amounts of each line without units. They are amounts entered at the line, and its share, by
 * price, of those entered for the whole order.
 */
function sumAmounts(order: Order, refunds: readonly Refund[]): (lineId: string) => number {
  const amount = (text: string) => Math.abs(parseMinor(text, order.currency) ?? 0)
  const ofOrder = refunds.filter(
    ({ line_items, shipping_lines, fee_lines }) =>
      line_items.length + shipping_lines.length + fee_lines.length === 0,
  )
  const total = ofOrder.reduce((sum, refund) => sum + amount(refund.amount), 0)
  const prices = order.line_items.map((line) => amount(line.total))
  const shares = prices.length > 0 ? splitProportionally(total, prices) : []
  const sums = new Map(order.line_items.map(({ id }, index) => [String(id), shares[index] ?? 0]))
  for (const item of refunds.flatMap(({ line_items }) => line_items)) {
    if (item.quantity !== 0) continue
    const lineId = getRefundedLine(item)
    sums.set(lineId, (sums.get(lineId) ?? 0) + amount(item.total))
  }
  return (lineId) => sums.get(lineId) ?? 0
}

function getRefundedLine({ meta_data }: Refund['line_items'][number]): string {
  return String(meta_data.find(({ key }) => key === '_refunded_item_id')?.value ?? '')
}

/**
 * Returns the state of an order. It is paid if it has a payment date, because WooCommerce also processes orders paid
 * on delivery.
 */
function getState({ status, date_paid_gmt }: Order): RemoteOrder['state'] {
  if (status === 'refunded') return 'refunded'
  if (status === 'cancelled' || status === 'failed' || status === 'trash') return 'cancelled'
  const isProcessed = status === 'processing' || status === 'completed'
  return isProcessed && date_paid_gmt !== null ? 'paid' : 'unpaid'
}

function toAddress(address: z.output<typeof Address>, { billing }: Order): RemoteAddress {
  return {
    firstName: address.first_name,
    lastName: address.last_name,
    company: address.company,
    line1: address.address_1,
    line2: address.address_2,
    city: address.city,
    region: address.state,
    postcode: address.postcode,
    country: address.country,
    phone: address.phone || billing.phone,
  }
}
