import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { PaymentShape, SupplierOrderStateShape } from '../../shapes.ts'
import { ORDER_SORTS, ORDER_VIEWS } from './shapes.ts'

const READ_LIMIT = { calls: 240, windowMs: 60_000 }

/** The time zone that defines "today", by its IANA name, such as Asia/Singapore. */
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, 'Enter a time zone such as Asia/Singapore.')
  .default('UTC')

/** The orders of a list: the view, and its filters. */
export const OrderFilter = {
  view: z.enum(ORDER_VIEWS).default('all'),
  state: SupplierOrderStateShape.optional(),
  /** A part of the number, the recipient's name, a SKU, a product's title or a tracking number. */
  search: z.string().trim().max(100).default(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter the two-letter country code, such as SG.')
    .optional(),
  warehouse: z.string().max(100).optional(),
  timeZone: TimeZone,
}

const ListedOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    state: SupplierOrderStateShape,
    version: z.number(),
    payment: PaymentShape,
    paidAt: z.string(),
    shipBy: z.string().nullable(),
    /** The deadline to accept it or to answer a cancellation request. */
    answerBy: z.string().nullable(),
    warehouse: z.string(),
    customer: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    /** The store of the vendor whose customer gets it; null for an order of a shopper on the marketplace. */
    vendorStore: z.string().nullable(),
    country: z.string(),
    method: z.enum(['ship', 'pickup']),
    units: z.number(),
    /** Units that are neither in a parcel nor cancelled. */
    left: z.number(),
    parcels: z.number(),
    titles: z.array(z.string()),
    pictures: z.array(z.string()),
    itemsAmount: z.number(),
    totalAmount: z.number(),
    /** The order's earnings once all of it is sent, after commission and refunds; null for roles that see no money. */
    earnings: z.number().nullable(),
  })
  .openapi('ListedSupplierOrder')

export const listSupplierOrders = endpoint({
  method: 'GET',
  path: '/supplier/orders',
  summary:
    'Lists the paid orders of your store, by default twenty a page: of a view, a state, a country or a warehouse, or those that contain a text',
  access: { manufacturer: 'orders:read' },
  readsReplica: 'current',
  query: z.object({
    ...OrderFilter,
    sort: z.enum(ORDER_SORTS).default('newest'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: Envelope.extend({
    orders: z.array(ListedOrder),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: READ_LIMIT,
})

export const countSupplierOrders = endpoint({
  method: 'GET',
  path: '/supplier/order-counts',
  summary: 'Counts the orders of your store by view, and lists its warehouses and the countries it ships to',
  access: { manufacturer: 'orders:read' },
  readsReplica: 'current',
  query: z.object({ timeZone: TimeZone }),
  answer: Envelope.extend({
    counts: z.object(Object.fromEntries(ORDER_VIEWS.map((view) => [view, z.number()])) as ViewCounts),
    warehouses: z.array(z.string()),
    countries: z.array(z.string()),
    /** Whether shipping labels can be bought here. */
    sellsLabels: z.boolean(),
  }),
  limit: READ_LIMIT,
})

type ViewCounts = Record<(typeof ORDER_VIEWS)[number], z.ZodNumber>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export type ListedOrderData = z.input<typeof ListedOrder>
