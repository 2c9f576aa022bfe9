import { z } from 'zod'
import type { RemoteOrder, RemoteOrderPage } from '#features/stores/connections/port.ts'
import { parseMinor, splitProportionally } from '#core/money.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { ORDER, ORDERS } from './operations.ts'

/** The orders per page; each is then read separately, as it has up to a hundred lines. */
const PER_PAGE = 50

const Money = z.object({ shopMoney: z.object({ amount: z.string() }) })
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
/** Shopify's name of the variant of a product without options. */
const NO_OPTIONS = 'Default Title'
const VariantTitle = Text.transform((text) => (text === NO_OPTIONS ? '' : text))
const Reference = z
  .object({ id: z.string() })
  .nullish()
  .transform((thing) => thing?.id ?? '')
const Moment = z.string().transform((text) => new Date(text))

const Order = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Moment,
  updatedAt: Moment,
  cancelledAt: z.string().nullish(),
  displayFinancialStatus: z.string().nullish(),
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
  totalPriceSet: Money,
  // Also null when Shopify hides it from the app (protected customer data).
  shippingAddress: z
    .object({
      firstName: Text,
      lastName: Text,
      company: Text,
      address1: Text,
      address2: Text,
      city: Text,
      provinceCode: Text,
      zip: Text,
      countryCodeV2: Text,
      phone: Text,
    })
    .nullish(),
  lineItems: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        variantTitle: VariantTitle,
        sku: Text,
        quantity: z.number(),
        currentQuantity: z.number(),
        product: Reference,
        variant: Reference,
        discountedTotalSet: Money,
      }),
    ),
  }),
  refunds: z
    .array(
      z.object({
        totalRefundedSet: Money,
        refundLineItems: z.object({ nodes: z.array(z.unknown()) }),
        refundShippingLines: z.object({ nodes: z.array(z.unknown()) }),
      }),
    )
    .default([]),
})
type Order = z.output<typeof Order>

/** Returns the current state of an order of a store; undefined when the store has no such order. */
export async function findOrder(
  client: ShopifyClient,
  store: ShopifyStore,
  externalId: string,
): Promise<RemoteOrder | undefined> {
  const { order } = await callShopify(client, store, {
    document: ORDER,
    variables: { id: `gid://shopify/Order/${externalId}` },
    data: z.object({ order: Order.nullable() }),
  })
  return order ? toRemoteOrder(order) : undefined
}

/** Returns a page of the orders of a store that changed since a time. */
export async function listOrders(
  client: ShopifyClient,
  store: ShopifyStore,
  { since, cursor }: Readonly<{ since: Date; cursor: string | null }>,
): Promise<RemoteOrderPage> {
  const { orders } = await callShopify(client, store, {
    document: ORDERS,
    variables: { first: PER_PAGE, after: cursor, query: `updated_at:>='${since.toISOString()}'` },
    data: z.object({
      orders: z.object({
        nodes: z.array(z.object({ id: z.string() })),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    }),
  })
  const { hasNextPage, endCursor } = orders.pageInfo
  const found: RemoteOrder[] = []
  for (const { id } of orders.nodes) {
    const order = await findOrder(client, store, toNumber(id))
    if (order) found.push(order)
  }
  return { orders: found, next: hasNextPage ? endCursor : null }
}

function toRemoteOrder(order: Order): RemoteOrder {
  const amount = ({ shopMoney }: z.output<typeof Money>) =>
    parseMinor(shopMoney.amount, order.currencyCode) ?? 0
  const lines = order.lineItems.nodes
  // A refund without items and shipping is a plain amount: each line gets its share by price.
  const amountAlone = order.refunds
    .filter((refund) => refund.refundLineItems.nodes.length + refund.refundShippingLines.nodes.length === 0)
    .reduce((sum, { totalRefundedSet }) => sum + amount(totalRefundedSet), 0)
  const shares =
    lines.length > 0
      ? splitProportionally(
          amountAlone,
          lines.map(({ discountedTotalSet }) => amount(discountedTotalSet)),
        )
      : []
  return {
    externalId: toNumber(order.id),
    number: order.name.slice(0, 100),
    state: getState(order),
    currency: order.currencyCode,
    totalAmount: amount(order.totalPriceSet),
    placedAt: order.createdAt,
    modifiedAt: order.updatedAt,
    address: toAddress(order),
    lines: lines.map((line, index) => ({
      externalId: toNumber(line.id),
      productId: line.product,
      variantId: line.variant,
      ...(line.variantTitle === '' ? {} : { options: line.variantTitle.split(' / ') }),
      sku: line.sku,
      title: [line.title, line.variantTitle].filter(Boolean).join(' · '),
      quantity: line.quantity,
      removed: Math.max(0, Math.min(line.quantity, line.quantity - line.currentQuantity)),
      lineAmount: amount(line.discountedTotalSet),
      refundedAmount: shares[index] ?? 0,
    })),
  }
}

/** Returns the number in an id: webhooks have numbers, GraphQL whole ids. */
export function toNumber(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1)
}

function getState({ cancelledAt, displayFinancialStatus }: Order): RemoteOrder['state'] {
  if (cancelledAt) return 'cancelled'
  if (displayFinancialStatus === 'REFUNDED') return 'refunded'
  return displayFinancialStatus === 'PAID' || displayFinancialStatus === 'PARTIALLY_REFUNDED'
    ? 'paid'
    : 'unpaid'
}

function toAddress({ shippingAddress }: Order): RemoteOrder['address'] {
  if (!shippingAddress) return null
  const { address1, address2, provinceCode, zip, countryCodeV2, ...same } = shippingAddress
  return {
    ...same,
    line1: address1,
    line2: address2,
    region: provinceCode,
    postcode: zip,
    country: countryCodeV2,
  }
}
