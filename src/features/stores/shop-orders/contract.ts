import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { ConnectionId } from '#features/stores/connections/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { EffectTrailShape } from '#platform/effects/effect-shapes.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  ListedShopOrder,
  OrderFeed,
  OrderQuote,
  ShopOrderAddress,
  ShopOrderId,
  ShopOrderLine,
  SentChanges,
  StoreRefunds,
  VendorSupplierOrder,
  VIEWS,
} from './shapes.ts'

const READ_LIMIT = { calls: 240, windowMs: MINUTE }

/** Rows of an exported file. */
export const MAX_EXPORTED_ORDERS = 100_000

type ViewCounts = Record<(typeof VIEWS)[number], z.ZodNumber>

export const exportVendorOrders = endpoint({
  method: 'GET',
  path: '/vendor/order-export',
  summary:
    'Exports the orders of a view as CSV, newest first, at most 100,000: revenue, cost, profit and state',
  access: { vendor: 'orders:read' },
  readsReplica: 'current',
  query: z.object({
    view: z.enum(VIEWS).default('all'),
    search: z.string().trim().max(100).default(''),
    store: ConnectionId.optional(),
  }),
  answer: z.string(),
  limit: { calls: 12, windowMs: MINUTE },
})

export const listVendorOrders = endpoint({
  method: 'GET',
  path: '/vendor/orders',
  summary:
    'Lists the orders of your own stores, newest first, with counts by view and the state of each store’s order feed',
  access: { vendor: 'orders:read' },
  readsReplica: 'current',
  query: z.object({
    view: z.enum(VIEWS).default('all'),
    /** A part of the number, the customer's name, a SKU or a product's title. */
    search: z.string().trim().max(100).default(''),
    /** The id of one of your stores; the default is all. */
    store: ConnectionId.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: Envelope.extend({
    orders: z.array(ListedShopOrder),
    counts: z.object(Object.fromEntries(VIEWS.map((view) => [view, z.number()])) as ViewCounts),
    feeds: z.array(OrderFeed),
    /** The reason and start of your suspension; null if not suspended. */
    suspension: z.object({ reason: z.string(), since: z.string() }).nullable(),
    /** How many orders a search does not find yet: they are still being prepared, and each call goes on with it. */
    preparing: z.number(),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: READ_LIMIT,
})

export const getVendorOrder = endpoint({
  method: 'GET',
  path: '/vendor/orders/{id}',
  summary:
    'Returns an order of your store with its lines, its address and the reasons why it isn’t forwarded',
  access: { vendor: 'orders:read' },
  params: z.object({ id: ShopOrderId }),
  answer: Envelope.extend({
    order: ListedShopOrder.extend({
      lines: z.array(ShopOrderLine),
      address: ShopOrderAddress.nullable(),
      receivedAt: z.string(),
      quote: OrderQuote.nullable(),
      /** When its reservation expired unpaid; paying it creates a new quote. */
      lapsedAt: z.string().nullable(),
      supplierOrders: z.array(VendorSupplierOrder),
      /** Its cancellation in its store, with every attempt. */
      cancellation: EffectTrailShape.nullable(),
      /** Whether its vendor can cancel it in its store. */
      canCancelInStore: z.boolean(),
      /** The unsent items to refund in the store; null without any. `orderUrl` is the order's page there. */
      storeRefunds: StoreRefunds.nullable(),
      /** What the store changed about items after they were sent; null without any. */
      sentChanges: SentChanges.nullable(),
      /** When all changes of its store were last read; null for an order without a store. */
      comparedAt: z.string().nullable(),
      /**
       * The updates about parcels and their corrections sent to its store; the subject is the parcel's or correction's
       * id.
       */
      storeUpdates: z.array(EffectTrailShape),
      /** The price of its units in the store, in the marketplace's currency; null without an exchange rate. */
      retail: z.number().nullable(),
      walletBalance: z.number(),
    }).openapi('ShopOrder'),
  }),
  refusals: ['order_not_found'],
  limit: READ_LIMIT,
})

export type ListedShopOrderData = z.input<typeof ListedShopOrder>
export type ShopOrderData = z.input<typeof getVendorOrder.answer>['order']
export type ShopOrderLineData = z.input<typeof ShopOrderLine>
export type OrderFeedData = z.input<typeof OrderFeed>
export type StoreUpdateData = ShopOrderData['storeUpdates'][number]
export type StoreCancellationData = NonNullable<ShopOrderData['cancellation']>
export type OrderQuoteData = z.input<typeof OrderQuote>
export type VendorSupplierOrderData = z.input<typeof VendorSupplierOrder>
