import { columnsOf, named, type Queryable } from '#database/database.ts'
import type { SupplierOrder, SupplierOrderLine } from './queries.ts'
import type { Actor, SupplierOrderEvent, Transition } from './rules.ts'
import { type purchases, supplierOrderLines, supplierOrders } from './tables.ts'

/** A purchase to be kept, with one supplier order for each supplier and the lines of each. Amounts in cents. */
export type PurchaseRecord = Readonly<{
  purchase: Omit<typeof purchases.$inferInsert, 'id' | 'paidAt' | 'closedAt'>
  orders: readonly NewSupplierOrder[]
  lines: readonly NewLine[]
}>

/** A supplier order to be kept; all are made at the moment of their purchase, in its currency. */
export type NewSupplierOrder = Pick<
  SupplierOrder,
  'publicId' | 'supplierId' | 'warehouse' | 'state' | 'itemsAmount' | 'shippingAmount' | 'totalAmount'
>

/** A line to be kept: it belongs to the order of its supplier. */
export type NewLine = Omit<SupplierOrderLine, 'id' | 'supplierOrderId'> & Readonly<{ supplierId: number }>

/**
 * Keeps a purchase with all its parts, and the beginning of their stories, by one statement: it stands in the way of
 * every order. Violates `purchases_idempotency_key_key` when the key was used.
 */
export async function insertPurchase(
  tx: Queryable,
  { purchase, orders, lines }: PurchaseRecord,
): Promise<void> {
  const values = [JSON.stringify(purchase), JSON.stringify(placed(orders)), JSON.stringify(placed(lines))]
  await named(tx, INSERT_PURCHASE, values)
}

/** With their places, so that they are kept in this order. */
function placed<Item extends object>(items: readonly Item[]) {
  return items.map((item, place) => ({ ...item, place }))
}

const INSERT_PURCHASE = {
  name: 'orders_insert_purchase',
  text: `
    with purchase as (
      insert into purchases (public_id, number, person_id, idempotency_key, request_hash, email, shipping_method, first_name,
        last_name, phone, country, block_number, street_address, unit_number, building_name, address2, city, state,
        postcode, shipping_service, shipping_days, currency, subtotal_amount, shipping_amount, total_amount, client, pieces,
        placed_at, expires_at)
      select "publicId", number, "personId", "idempotencyKey", "requestHash", email, "shippingMethod", "firstName", "lastName",
        phone, country, "blockNumber", "streetAddress", "unitNumber", "buildingName", address2, city, state, postcode,
        "shippingService", "shippingDays", currency, "subtotalAmount", "shippingAmount", "totalAmount", client, pieces,
        "placedAt", "expiresAt"
      from json_to_record($1) as x("publicId" text, number text, "personId" bigint, "idempotencyKey" text, "requestHash" text, email text,
        "shippingMethod" text, "firstName" text, "lastName" text, phone text, country text, "blockNumber" text,
        "streetAddress" text, "unitNumber" text, "buildingName" text, address2 text, city text, state text,
        postcode text, "shippingService" text, "shippingDays" int, currency text, "subtotalAmount" bigint,
        "shippingAmount" bigint, "totalAmount" bigint, client text, pieces int, "placedAt" timestamptz, "expiresAt" timestamptz)
      returning id, currency, placed_at),
    parts as (
      insert into supplier_orders (public_id, purchase_id, supplier_id, warehouse, state, currency, items_amount,
        shipping_amount, total_amount, created_at, updated_at)
      select "publicId", p.id, "supplierId", warehouse, state, p.currency, "itemsAmount", "shippingAmount",
        "totalAmount", p.placed_at, p.placed_at
      from purchase p cross join json_to_recordset($2) as x("publicId" text, "supplierId" bigint, warehouse text,
        state text, "itemsAmount" bigint, "shippingAmount" bigint, "totalAmount" bigint, place int)
      order by place
      returning id, supplier_id, state, created_at),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, to_state, actor, at)
      select id, 'place', state, 'shopper', created_at from parts)
    insert into supplier_order_lines (supplier_order_id, product_id, variant_id, product_public_id, title,
      variant_title, sku, image_key, quantity, unit_amount, wholesale_amount, line_amount)
    select o.id, "productId", "variantId", "productPublicId", title, "variantTitle", sku, "imageKey", quantity,
      "unitAmount", "wholesaleAmount", "lineAmount"
    from json_to_recordset($3) as x(place int, "supplierId" bigint, "productId" bigint, "variantId" bigint,
      "productPublicId" text, title text, "variantTitle" text, sku text, "imageKey" text, quantity int,
      "unitAmount" bigint, "wholesaleAmount" bigint, "lineAmount" bigint)
    join parts o on o.supplier_id = x."supplierId" order by place`,
}

/** One thing that happens to all supplier orders of some purchases, and where it leads from each state. */
export type StateChange = Readonly<{
  purchaseIds: readonly number[]
  event: SupplierOrderEvent
  actor: Actor
  transitions: readonly Transition[]
  now: Date
}>

/**
 * Moves the supplier orders along the transitions and writes each move into their stories. Gives those that were moved,
 * as they are now, in the order they were made, and how many the purchases have in all.
 */
export async function updateStates(
  tx: Queryable,
  { purchaseIds, event, actor, transitions, now }: StateChange,
): Promise<{ moved: SupplierOrder[]; inAll: number }> {
  const [froms, tos] = [transitions.map(({ from }) => from), transitions.map(({ to }) => to)]
  const values = [purchaseIds, froms, tos, event, actor, now]
  const found = await named<SupplierOrder & { inAll: number }>(tx, UPDATE_STATES, values)
  return { moved: found.map(({ inAll: _inAll, ...order }) => order), inAll: found[0]?.inAll ?? 0 }
}

const UPDATE_STATES = {
  name: 'orders_update_states',
  text: `
    with moved as (
      update supplier_orders o set state = t.to_state, version = o.version + 1, updated_at = $6
      from unnest($2::text[], $3::text[]) t(from_state, to_state)
      where o.purchase_id = any($1::bigint[]) and o.state = t.from_state
      returning o.*, t.from_state),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
      select id, $4, from_state, state, $5, $6 from moved)
    select ${columnsOf(supplierOrders, 'm')},
      (select count(*) from supplier_orders o where o.purchase_id = any($1::bigint[])) as "inAll"
    from moved m order by m.id`,
}

/**
 * Pays a purchase by a receipt of exactly its total: all its supplier orders move along one of the transitions, each move
 * is written into its story, and the money is shared among them. One statement, as every sale waits for it. Gives the
 * lines sold, how many supplier orders were moved, and how many there are.
 */
export async function payStates(
  tx: Queryable,
  { purchaseId, receiptId, event, actor, transitions, now }: Payment,
): Promise<{ sold: SupplierOrderLine[]; moved: number; inAll: number }> {
  const values = [purchaseId, receiptId, JSON.stringify(transitions), event, actor, now]
  const found = await named<SupplierOrderLine & Counts>(tx, PAY_STATES, values)
  const { moved = 0, inAll = 0 } = found[0] ?? {}
  return { sold: found.map(({ moved: _moved, inAll: _inAll, ...line }) => line), moved, inAll }
}

type Payment = Omit<StateChange, 'purchaseIds'> & Readonly<{ purchaseId: number; receiptId: number }>

type Counts = { moved: number; inAll: number }

// One purchase, not an array of them, and JSON for the transitions: of an array PostgreSQL thinks that knowing its length is
// worth planning the statement anew each time.
const PAY_STATES = {
  name: 'orders_pay_states',
  text: `
    with moved as (
      update supplier_orders o set state = t."to", version = o.version + 1, updated_at = $6
      from json_to_recordset($3) as t("from" text, "to" text)
      where o.purchase_id = $1 and o.state = t."from"
      returning o.id, o.state, o.currency, o.total_amount, t."from" as from_state),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
      select id, $4, from_state, state, $5, $6 from moved),
    shared as (
      insert into allocations (receipt_id, supplier_order_id, currency, amount)
      select $2, id, currency, total_amount from moved),
    stamped as (update purchases set paid_at = $6, client = null where id = $1)
    select ${columnsOf(supplierOrderLines, 'l')}, (select count(*) from moved) as moved,
      (select count(*) from supplier_orders o where o.purchase_id = $1) as "inAll"
    from moved m join supplier_order_lines l on l.supplier_order_id = m.id order by l.id`,
}
