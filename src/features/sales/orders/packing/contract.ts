import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { OrderFilter } from '../views/order-list/contract.ts'
import { LABEL_STATES, SupplierOrderStateShape } from '../shapes.ts'

const LIMIT = { calls: 240, windowMs: 60_000 }

/** An order to pack: contents, recipient, deadline, and the state of its label, null without one. */
const OrderToPack = z
  .object({
    id: z.string(),
    number: z.string(),
    state: SupplierOrderStateShape,
    shipBy: z.string().nullable(),
    customer: z.object({ name: z.string(), city: z.string(), country: z.string() }),
    units: z.number(),
    /** Units that are neither in a parcel nor cancelled. */
    left: z.number(),
    pictures: z.array(z.string()),
    /** The names of the warehouses that its items leave from. */
    warehouses: z.array(z.string()),
    service: z.string().nullable(),
    label: z.object({ state: z.enum(LABEL_STATES), service: z.string().nullable() }).nullable(),
  })
  .openapi('OrderToPack')

export const listOrdersToPack = endpoint({
  method: 'GET',
  path: '/supplier/orders-to-pack',
  summary:
    'Lists up to 100 orders of your store to be packed, the most urgent first: those to ship by the end of today, and those whose label was bought but whose parcel is not marked as packed',
  access: { manufacturer: 'orders:read' },
  readsReplica: 'current',
  query: z.object({ timeZone: OrderFilter.timeZone }),
  answer: Envelope.extend({ orders: z.array(OrderToPack) }),
  limit: LIMIT,
})

export const markOrderPacked = endpoint({
  method: 'POST',
  path: '/supplier/orders/{id}/packed',
  summary: 'Marks the parcels of an order whose labels are bought as packed, or as not packed yet',
  access: { manufacturer: 'orders:write' },
  params: z.object({ id: z.string().max(100) }),
  body: z.object({ isPacked: z.boolean() }),
  answer: Envelope,
  refusals: ['order_not_found', 'nothing_to_pack'],
  limit: LIMIT,
})

export type OrderToPackData = z.input<typeof OrderToPack>
