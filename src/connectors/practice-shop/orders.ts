import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { parseCents } from '#core/money.ts'
import { lockShop, type PracticeShop } from './shop-queries.ts'
import { listSellable } from './products/product-queries.ts'

/** The address of a practice shop's order. */
export const Address = z.object({
  first_name: z.string().trim().max(100).default(''),
  last_name: z.string().trim().max(100).default(''),
  address_1: z.string().trim().max(200).default(''),
  address_2: z.string().trim().max(200).default(''),
  city: z.string().trim().max(100).default(''),
  state: z.string().trim().max(100).default(''),
  postcode: z.string().trim().max(20).default(''),
  country: z.string().trim().max(2).default(''),
  phone: z.string().trim().max(40).default(''),
})
export type Address = z.output<typeof Address>

/** A line of an order; `unitAmount` in cents, `refunded` is the number of refunded units. */
export type OrderLine = Readonly<{
  id: number
  productId: number
  variationId: number
  name: string
  /** The attributes of its variation; orders from before have none. */
  attributes?: readonly Readonly<{ name: string; option: string }>[]
  sku: string
  quantity: number
  refunded: number
  unitAmount: number
}>

/** An order of a practice shop. */
export type PracticeOrder = Readonly<{
  id: number
  status: 'pending' | 'processing' | 'completed' | 'cancelled' | 'refunded'
  address: Address
  lines: readonly OrderLine[]
  /** The amount that was refunded without units, in cents. */
  refundedAmount: number
  /** The notes to the customer, oldest first. */
  notes: readonly Readonly<{ id: number; text: string }>[]
  paidAt: Date | null
  createdAt: Date
  modifiedAt: Date
}>

const COLUMNS = sql.raw(
  `id::int as id, status, address, lines, refunded_amount as "refundedAmount", notes, paid_at as "paidAt", created_at as "createdAt", modified_at as "modifiedAt"`,
)

/** A shopper's new order: units by the IDs of products and variations. */
export type NewOrder = Readonly<{
  units: ReadonlyMap<number, number>
  address: Address
  isPaid: boolean
}>

/** Creates an order and, if it is paid, lowers the shop's stock. Undefined when none of its units can be ordered. */
export async function placeOrder(
  tx: Transaction,
  shop: PracticeShop,
  { units, address, isPaid, now }: NewOrder & Readonly<{ now: Date }>,
): Promise<PracticeOrder | undefined> {
  await lockShop(tx, shop.id)
  const ordered = (await listSellable(tx, shop.id)).filter(({ id }) => (units.get(id) ?? 0) > 0)
  if (ordered.length === 0) return undefined
  const lines = ordered.map((product, index) => ({
    id: index + 1,
    productId: product.parentId ?? product.id,
    variationId: product.parentId === null ? 0 : product.id,
    attributes: product.attributes.map(({ name, option }) => ({ name, option })),
    name: [product.name, ...product.attributes.map(({ option }) => option)].filter(Boolean).join(' - '),
    sku: product.sku,
    quantity: units.get(product.id) ?? 0,
    refunded: 0,
    unitAmount: parseCents(product.regularPrice) ?? 0,
  }))
  const [placed] = await queryRows<PracticeOrder>(
    tx,
    sql`
      insert into practice_orders (shop_id, status, address, lines, paid_at, created_at, modified_at)
      values (${shop.id}, ${isPaid ? 'processing' : 'pending'}, ${JSON.stringify(address)}::jsonb,
        ${JSON.stringify(lines)}::jsonb, ${isPaid ? now : null}, ${now}, ${now})
      returning ${COLUMNS}`,
  )
  if (placed && isPaid) await takeStock(tx, placed)
  return placed
}

async function takeStock(tx: Transaction, { lines }: PracticeOrder): Promise<void> {
  for (const { variationId, productId, quantity } of lines)
    await tx.execute(sql`
      update practice_products set quantity = quantity - ${quantity} where id = ${variationId || productId}`)
}

/** A change of an order: its payment, completion, cancellation or refund, or another address or other units. */
export type OrderChange =
  | Readonly<{ kind: 'pay' | 'complete' | 'reopen' | 'cancel' | 'refund' | 'refund_one' }>
  | Readonly<{ kind: 'refund_amount'; amount: number }>
  | Readonly<{ kind: 'edit'; street: string; quantities: ReadonlyMap<number, number> }>

/** Changes an order; undefined when the shop has no such order or its state forbids the change. */
export async function changeOrder(
  tx: Transaction,
  shop: PracticeShop,
  { orderId, change, now }: Readonly<{ orderId: number; change: OrderChange; now: Date }>,
): Promise<PracticeOrder | undefined> {
  await lockShop(tx, shop.id)
  const order = await findOrder(tx, shop.id, orderId)
  const next = order && applyChange(order, change, now)
  if (!next) return undefined
  await tx.execute(sql`
    update practice_orders set status = ${next.status}, address = ${JSON.stringify(next.address)}::jsonb,
      lines = ${JSON.stringify(next.lines)}::jsonb, refunded_amount = ${next.refundedAmount}, paid_at = ${next.paidAt}, modified_at = ${next.modifiedAt}
    where id = ${next.id}`)
  if (change.kind === 'pay') await takeStock(tx, next)
  return next
}

function applyChange(order: PracticeOrder, change: OrderChange, now: Date): PracticeOrder | undefined {
  const isOpen = order.status === 'pending' || order.status === 'processing'
  const changed = { ...order, modifiedAt: now }
  switch (change.kind) {
    case 'pay':
      return order.status === 'pending' ? { ...changed, status: 'processing', paidAt: now } : undefined
    case 'complete':
      return order.status === 'processing' ? { ...changed, status: 'completed' } : undefined
    case 'reopen':
      return order.status === 'completed' ? { ...changed, status: 'processing' } : undefined
    case 'cancel':
      // WooCommerce's owners can cancel a sent order, and Shopify's once they have cancelled its fulfillments.
      return isOpen || order.status === 'completed' ? { ...changed, status: 'cancelled' } : undefined
    case 'edit': {
      if (!isOpen) return undefined
      const lines = order.lines.map((line) => ({
        ...line,
        quantity: Math.max(line.refunded, change.quantities.get(line.id) ?? line.quantity),
      }))
      return { ...changed, lines, address: { ...order.address, address_1: change.street } }
    }
    case 'refund_amount': {
      const refundedAmount = order.refundedAmount + change.amount
      const isPaid = order.status === 'processing' || order.status === 'completed'
      return isPaid && refundedAmount <= countLeft(order) ? { ...changed, refundedAmount } : undefined
    }
    default:
      return order.status === 'processing' || order.status === 'completed'
        ? refund(changed, change.kind === 'refund')
        : undefined
  }
}

/** Returns the price of the units that were not refunded, in cents. */
function countLeft({ lines }: PracticeOrder): number {
  return lines.reduce(
    (sum, { quantity, refunded, unitAmount }) => sum + (quantity - refunded) * unitAmount,
    0,
  )
}

/** Refunds the rest, or one unit; an order without any rest becomes refunded. */
function refund(order: PracticeOrder, isAll: boolean): PracticeOrder {
  let left = isAll ? Number.POSITIVE_INFINITY : 1
  const lines = order.lines.map((line) => {
    const refunded = Math.min(line.quantity - line.refunded, left)
    left -= refunded
    return { ...line, refunded: line.refunded + refunded }
  })
  const isRefunded = lines.every((line) => line.refunded === line.quantity)
  return { ...order, lines, status: isRefunded ? 'refunded' : order.status }
}

/** Adds a note to the customer of an order, and returns its id. */
export async function addNote(
  tx: Transaction,
  { id, notes }: PracticeOrder,
  { text, now }: Readonly<{ text: string; now: Date }>,
): Promise<number> {
  const noteId = id * 1_000 + notes.length + 1
  await tx.execute(sql`
    update practice_orders set notes = notes || ${JSON.stringify([{ id: noteId, text }])}::jsonb, modified_at = ${now}
    where id = ${id}`)
  return noteId
}

/** Returns an order of a practice shop. */
export async function findOrder(
  db: Queryable,
  shopId: number,
  id: number,
): Promise<PracticeOrder | undefined> {
  const [found] = await queryRows<PracticeOrder>(
    db,
    sql`select ${COLUMNS} from practice_orders where shop_id = ${shopId} and id = ${id}`,
  )
  return found && toOrder(found)
}

/** Returns a page of a shop's orders, newest change first or last, with the total. */
export async function listOrders(
  db: Queryable,
  shopId: number,
  page: Readonly<{
    modifiedAfter?: Date | undefined
    ids?: readonly number[] | undefined
    isOldestFirst: boolean
    limit: number
    offset: number
  }>,
): Promise<{ orders: PracticeOrder[]; total: number }> {
  const where = sql`shop_id = ${shopId}
    and (${page.modifiedAfter ?? null}::timestamptz is null or modified_at > ${page.modifiedAfter ?? null})
    ${page.ids ? sql`and id = any(${sql.param([...page.ids])}::bigint[])` : sql``}`
  const order = page.isOldestFirst ? sql`modified_at, id` : sql`id desc`
  const orders = await queryRows<PracticeOrder>(
    db,
    sql`select ${COLUMNS} from practice_orders where ${where} order by ${order} limit ${page.limit} offset ${page.offset}`,
  )
  const [counted] = await queryRows<{ total: string }>(
    db,
    sql`select count(*) as total from practice_orders where ${where}`,
  )
  return { orders: orders.map(toOrder), total: Number(counted?.total ?? 0) }
}

/** Converts a row to an order. Dates of plain queries may be texts. */
function toOrder(row: PracticeOrder): PracticeOrder {
  return {
    ...row,
    refundedAmount: Number(row.refundedAmount),
    paidAt: row.paidAt && new Date(row.paidAt),
    createdAt: new Date(row.createdAt),
    modifiedAt: new Date(row.modifiedAt),
  }
}
