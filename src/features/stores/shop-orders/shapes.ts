import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import {
  ChangeShape,
  ParcelShape,
  PaymentShape,
  SupplierOrderStateShape,
  TimelineEventShape,
} from '#features/sales/orders/contract.ts'

/** The reasons why an order of a vendor's store is not forwarded, in display order. */
export const REASONS = [
  'vendor_suspended',
  'cancelling',
  'unpaid',
  'currency',
  'address_hidden',
  'address_incomplete',
  'country',
  'unmapped',
  'other_options',
  'unavailable',
  'out_of_stock',
  'no_wholesale_price',
  'not_supplied',
  'not_shipped_there',
  'supplier_paused',
  'max_cost',
  'margin',
  'no_rate',
  'reservation_limit',
] as const
export type Reason = (typeof REASONS)[number]

/** The reasons about a line, not about the whole order. */
export const LINE_REASONS = [
  'unmapped',
  'other_options',
  'unavailable',
  'out_of_stock',
  'no_wholesale_price',
  'not_supplied',
  'not_shipped_there',
  'supplier_paused',
] as const satisfies readonly Reason[]
export type LineReason = (typeof LINE_REASONS)[number]

/**
 * The states of an order. `received`: not judged yet; `blocked`: waits for its reasons; `in_progress`: at suppliers;
 * `completed`: delivered; `closed`: cancelled or refunded in the store.
 */
export const STATES = [
  'received',
  'to_pay',
  'blocked',
  'in_progress',
  'completed',
  'not_ours',
  'closed',
] as const
export type ShopOrderState = (typeof STATES)[number]

/** The views of a vendor's orders. */
export const VIEWS = [
  'all',
  'to_pay',
  'needs_attention',
  'in_progress',
  'completed',
  'closed',
  'not_ours',
] as const
export type ShopOrderView = (typeof VIEWS)[number]

/** The public id of an order of a vendor's shop. */
export const ShopOrderId = z.string().regex(idPattern('shopOrder'), 'Enter a valid order id.')

/** The payment states of an order: to be paid to suppliers, paid, or refunded. */
export const MONEY_STATES = ['none', 'to_pay', 'paid', 'partly_refunded', 'refunded'] as const
export type MoneyState = (typeof MONEY_STATES)[number]

/** The suppliers' progress of an order, by the least advanced one; `stopped`: nothing of it is sent. */
export const SUPPLIER_STATES = [
  'none',
  'on_hold',
  'sent',
  'accepted',
  'partly_shipped',
  'shipped',
  'delivered',
  'cancel_requested',
  'in_case',
  'stopped',
] as const
export type SupplierState = (typeof SUPPLIER_STATES)[number]

/** The kinds of a line: of our listing, of an unclear one, or not ours. */
export const LineKind = z.enum(['ours', 'unmapped', 'foreign'])

/** A reason with its message. */
export const ReasonShape = z.object({ code: z.enum(REASONS), text: z.string() }).openapi('ShopOrderReason')

/** An order of a vendor's shop in a list. Amounts are decimals in the shop's currency. */
export const ListedShopOrder = z
  .object({
    id: ShopOrderId,
    number: z.string(),
    store: z.string(),
    platform: z.enum(['shopify', 'woocommerce', 'manual']),
    /** Its origin: a store, or a manual order for a customer or as a sample. */
    origin: z.enum(['store', 'manual', 'sample']),
    placedAt: z.string(),
    customer: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    units: z.number(),
    titles: z.array(z.string()),
    pictures: z.array(z.string()),
    total: z.number(),
    currency: z.string(),
    shopState: z.enum(['unpaid', 'paid', 'cancelled', 'refunded']),
    state: z.enum(STATES),
    reasons: z.array(ReasonShape),
    /** Whether it is of a practice shop, so that it is not real. */
    isPractice: z.boolean(),
    moneyState: z.enum(MONEY_STATES),
    supplierState: z.enum(SUPPLIER_STATES),
    /** Its cost and profit, wholesale and shipping, in the marketplace's currency; null while unknown. */
    cost: z.number().nullable(),
    profit: z.number().nullable(),
    /** Whether no webhook reported it, but a reconciliation found it. */
    isRecovered: z.boolean(),
    /** Whether an update about a parcel failed or is unclear in its store, so that its vendor decides. */
    hasStoreProblem: z.boolean(),
  })
  .openapi('ListedShopOrder')

/** A line of an order; `wholesalePrice` is its vendor's unit cost, in the marketplace's currency. */
export const ShopOrderLine = z
  .object({
    /** The store's own id of the line. */
    id: z.string(),
    title: z.string(),
    sku: z.string(),
    quantity: z.number(),
    removed: z.number(),
    total: z.number(),
    kind: LineKind,
    /** The options that the customer chose, where they are not those of the variant that the store's id is linked to. */
    otherOptions: z.string().nullable(),
    /** Why its units can't be bought. */
    reason: ReasonShape.nullable(),
    /** The number of units that suppliers send or have sent. */
    bought: z.number(),
    product: z.object({ id: z.string(), name: z.string(), picture: z.string().nullable() }).nullable(),
    /** The variant to send for it. */
    variant: z.object({ id: z.string(), title: z.string() }).nullable(),
    /** Whether another variant can be sent for units of it. */
    canBeReplaced: z.boolean(),
    wholesalePrice: z.number().nullable(),
    /** The candidate variants of an unmatched line; the likely one is suggested. */
    options: z.array(
      z.object({ id: z.string(), title: z.string(), stock: z.number(), isSuggested: z.boolean() }),
    ),
  })
  .openapi('ShopOrderLine')

/** The unsent items of an order. `amount` is their share of their line in the store's currency, without shipping. */
export const StoreRefunds = z
  .object({
    orderUrl: z.string().nullable(),
    items: z.array(
      z.object({
        lineId: z.string(),
        title: z.string(),
        units: z.number(),
        amount: z.number(),
        /** Whether the store has refunded them. */
        isRefunded: z.boolean(),
      }),
    ),
  })
  .openapi('StoreRefunds')

/**
 * What a store changed about items after they were sent. `amount` is what it refunded without items; amounts are in the
 * store's currency.
 */
export const SentChanges = z
  .object({
    /** Sent units that the store has refunded, cancelled or removed since. */
    items: z.array(
      z.object({ lineId: z.string(), title: z.string(), units: z.number(), amount: z.number() }),
    ),
    amount: z.number(),
    /** The addresses that parcels were sent to, if the order has another one now. */
    oldAddresses: z.array(z.array(z.string())),
  })
  .openapi('ShopOrderSentChanges')

/** The delivery address of an order. */
export const ShopOrderAddress = z
  .object({
    name: z.string(),
    company: z.string(),
    lines: z.array(z.string()),
    city: z.string(),
    region: z.string(),
    postcode: z.string(),
    country: z.string(),
    phone: z.string(),
  })
  .openapi('ShopOrderAddress')

/** The feed of a store's orders. `recovered` counts those found by the newest reconciliation only. */
export const OrderFeed = z
  .object({
    /** The id of the store. */
    id: z.string(),
    store: z.string(),
    lastWebhookAt: z.string().nullable(),
    checkedAt: z.string().nullable(),
    recovered: z.number(),
    recoveredTotal: z.number(),
    problem: z.string().nullable(),
  })
  .openapi('ShopOrderFeed')

/** A supplier order of a store's order, as its vendor sees it. Amounts in its currency; XTS is practice money. */
export const VendorSupplierOrder = z
  .object({
    id: z.string(),
    /** Its purchase: the number, and the id that its vendor acts with. */
    number: z.string(),
    purchaseId: z.string(),
    supplier: z.string(),
    state: SupplierOrderStateShape,
    payment: PaymentShape,
    isByWallet: z.boolean(),
    currency: z.string(),
    items: z.number(),
    shipping: z.number(),
    total: z.number(),
    refunded: z.number(),
    shippingService: z.string().nullable(),
    holdEndsAt: z.string().nullable(),
    shipBy: z.string().nullable(),
    deliverBy: z.string().nullable(),
    lines: z.array(
      z.object({
        line: z.number(),
        title: z.string(),
        variantTitle: z.string(),
        quantity: z.number(),
        shipped: z.number(),
        withdrawn: z.number(),
        unitPrice: z.number(),
        /** Whether its supplier takes it back where nothing is wrong with it. */
        isReturnable: z.boolean(),
      }),
    ),
    /** For how many days after its delivery a case can be opened. */
    reportDays: z.number(),
    parcels: z.array(ParcelShape),
    /** Changes of tracking numbers by the supplier; without numbers after it a parcel was reversed. */
    corrections: z.array(
      z.object({
        id: z.string(),
        parcel: z.string(),
        at: z.string(),
        before: z.array(z.string()),
        after: z.array(z.string()),
      }),
    ),
    /** The changes in the store after it was paid. */
    changes: z.array(ChangeShape),
    timeline: z.array(TimelineEventShape),
    /** The actions that its vendor may take now. */
    actions: z.array(z.string()),
  })
  .openapi('VendorSupplierOrder')

/** An order's quote, which reserves its stock until it is paid or expires. */
export const OrderQuote = z
  .object({
    items: z.number(),
    shipping: z.number(),
    total: z.number(),
    currency: z.string(),
    expiresAt: z.string(),
    suppliers: z.array(
      z.object({
        supplier: z.string(),
        items: z.number(),
        shipping: z.number(),
        shippingService: z.string().nullable(),
        minDays: z.number().nullable(),
        maxDays: z.number().nullable(),
      }),
    ),
  })
  .openapi('ShopOrderQuote')
