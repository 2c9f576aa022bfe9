import { z } from 'zod'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  changeTracking,
  countUnsent,
  listFulfillments,
  type PracticeTracking,
  removeFulfillment,
  saveFulfillment,
} from './fulfillments.ts'
import { addNote, changeOrder, findOrder, listOrders, type PracticeOrder } from './orders.ts'
import { lockShop, type PracticeShop } from './shop-queries.ts'
import { orderWebhooks } from './webhooks/webhooks.ts'
import { errorAnswer, parseJson, readPage, selectFields, type WooAnswer } from './woocommerce/woo-answers.ts'
import { toWooFulfillment, toWooNotes, toWooOrder, toWooRefunds } from './woocommerce/woo-views.ts'

/** A call about orders: `path` below `/wp-json`; a body makes it a POST. */
export type WooOrderCall = Readonly<{
  db: Database
  shop: PracticeShop
  path: string
  query: URLSearchParams
  body: string | undefined
  enqueue: Enqueue
  now: Date
}>

const ORDER_PATH = /^\/wc\/v3\/orders(?:\/(\d{1,15})(?:\/(refunds|notes|fulfillments)(?:\/(\d{1,15}))?)?)?$/

/** Answers a call about orders as a WooCommerce site would. */
export async function answerOrders(call: WooOrderCall): Promise<WooAnswer> {
  const { db, shop, path, query, body } = call
  const [matched, id, part, partId] = ORDER_PATH.exec(path) ?? []
  if (matched === undefined || (part === 'fulfillments' && !shop.hasFulfillments)) return NO_ROUTE
  if (id === undefined) return answerList(call)
  const order = await findOrder(db, shop.id, Number(id))
  if (!order) return errorAnswer(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  if (body !== undefined) return writeOrder(call, { order, part, partId, input: parseJson(body) })
  switch (part) {
    case 'refunds':
      return { status: 200, body: toWooRefunds(order, shop.currency) }
    case 'notes':
      return { status: 200, body: toWooNotes(order) }
    case 'fulfillments': {
      const fulfillments = await listFulfillments(db, order.id)
      return { status: 200, body: fulfillments.map((one) => toWooFulfillment(one, order.id)) }
    }
    default:
      return { status: 200, body: selectFields(toWooOrder(order, shop.currency), query) }
  }
}

const NO_ROUTE = errorAnswer(404, 'rest_no_route', 'No route was found matching the URL.')
const INVALID = errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s).')

async function answerList({ db, shop, query }: WooOrderCall): Promise<WooAnswer> {
  // Orders of a practice shop are never deleted.
  if (query.get('status') === 'trash') return { status: 200, body: [], pages: 0 }
  const { page, perPage } = readPage(query)
  // WooCommerce's times have no time zone; ours are in UTC.
  const since = Date.parse(`${(query.get('modified_after') ?? '').replace(/Z$/, '')}Z`)
  const { orders, total } = await listOrders(db, shop.id, {
    modifiedAfter: Number.isNaN(since) ? undefined : new Date(since),
    ids: query.get('include')?.split(',').map(Number).filter(Number.isSafeInteger),
    isOldestFirst: true,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  const body = orders.map((order) => selectFields(toWooOrder(order, shop.currency), query))
  return { status: 200, body, pages: Math.ceil(total / perPage) }
}

const NewStatus = z.object({ status: z.enum(['completed', 'cancelled', 'processing']) })
const CHANGES = { completed: 'complete', cancelled: 'cancel', processing: 'reopen' } as const
const NewNote = z.object({ note: z.string().min(1).max(5_000), customer_note: z.literal(true) })
const Items = z.array(z.object({ item_id: z.number(), qty: z.int().positive() })).min(1)
const NewFulfillment = z.object({
  status: z.literal('fulfilled'),
  meta_data: z.array(z.object({ key: z.string().max(200), value: z.unknown() })).max(50),
})

/** The change of an order: its status, a note to its customer, or a fulfillment. */
type OrderWrite = Readonly<{
  order: PracticeOrder
  part: string | undefined
  /** The number of the nested object to change or delete. */
  partId: string | undefined
  input: unknown
}>

async function writeOrder(call: WooOrderCall, write: OrderWrite): Promise<WooAnswer> {
  const { db, shop, enqueue, now } = call
  return inTransaction(db, async (tx) => {
    await lockShop(tx, shop.id)
    const order = await findOrder(tx, shop.id, write.order.id)
    if (!order) return NO_ROUTE
    const answer = await applyWrite(tx, call, { ...write, order })
    if (answer.status < 300)
      await orderWebhooks(tx, enqueue, { shop, event: { topic: 'order.updated', orderId: order.id, now } })
    return answer
  })
}

async function applyWrite(
  tx: Transaction,
  { shop, query, now }: WooOrderCall,
  { order, part, partId, input }: OrderWrite,
): Promise<WooAnswer> {
  switch (part) {
    case undefined: {
      const asked = NewStatus.safeParse(input)
      if (!asked.success) return INVALID
      // WooCommerce accepts the status that an order has.
      if (asked.data.status === order.status) return { status: 200, body: toWooOrder(order, shop.currency) }
      const kind = CHANGES[asked.data.status]
      const changed = await changeOrder(tx, shop, { orderId: order.id, change: { kind }, now })
      return changed ? { status: 200, body: toWooOrder(changed, shop.currency) } : INVALID
    }
    case 'notes': {
      const note = NewNote.safeParse(input)
      if (!note.success) return INVALID
      const id = await addNote(tx, order, { text: note.data.note, now })
      return { status: 201, body: { id, ...note.data } }
    }
    case 'fulfillments':
      if (partId === undefined) return addFulfillment(tx, order, { input, now })
      return writeFulfillment(tx, order, {
        id: Number(partId),
        isDeleted: query.get('_method') === 'DELETE',
        input,
        now,
      })
    default:
      return NO_ROUTE
  }
}

async function addFulfillment(
  tx: Transaction,
  order: PracticeOrder,
  { input, now }: Readonly<{ input: unknown; now: Date }>,
): Promise<WooAnswer> {
  const asked = NewFulfillment.safeParse(input)
  if (!asked.success) return INVALID
  const { meta_data: meta } = asked.data
  const read = (name: string) => meta.find(({ key }) => key === name)?.value
  const items = Items.safeParse(read('_items'))
  if (!items.success) return INVALID
  const before = await listFulfillments(tx, order.id)
  const lines = items.data.map(({ item_id, qty }) => ({ line: item_id, quantity: qty }))
  const isTooMuch = lines.some(({ line: id, quantity }) => {
    const line = order.lines.find((one) => one.id === id)
    return !line || countUnsent(line, before) < quantity
  })
  if (isTooMuch)
    return errorAnswer(400, 'woocommerce_rest_invalid_items', 'Invalid item quantity for the fulfillment.')
  const saved = await saveFulfillment(tx, order, {
    lines,
    tracking: [readTracking(meta)],
    meta,
    completes: false,
    now,
  })
  return { status: 201, body: toWooFulfillment(saved, order.id) }
}

type Meta = z.output<typeof NewFulfillment>['meta_data']

function readTracking(meta: Meta): PracticeTracking {
  const read = (name: string) => {
    const value = meta.find(({ key }) => key === name)?.value
    return typeof value === 'string' && value !== '' ? value : null
  }
  return {
    company: read('_provider_name'),
    number: read('_tracking_number'),
    url: read('_tracking_url'),
  }
}

async function writeFulfillment(
  tx: Transaction,
  order: PracticeOrder,
  { id, isDeleted, input, now }: Readonly<{ id: number; isDeleted: boolean; input: unknown; now: Date }>,
): Promise<WooAnswer> {
  const found = (await listFulfillments(tx, order.id)).find((one) => one.id === id)
  if (!found) return errorAnswer(404, 'woocommerce_rest_fulfillment_invalid_id', 'Invalid fulfillment ID.')
  if (isDeleted) {
    await removeFulfillment(tx, found, { reopens: false, now })
    return { status: 200, body: { message: 'Fulfillment deleted successfully.' } }
  }
  const asked = NewFulfillment.safeParse(input)
  if (!asked.success) return INVALID
  const { meta_data: meta } = asked.data
  await changeTracking(tx, found, { tracking: [readTracking(meta)], meta, now })
  return { status: 200, body: toWooFulfillment({ ...found, meta }, order.id) }
}
