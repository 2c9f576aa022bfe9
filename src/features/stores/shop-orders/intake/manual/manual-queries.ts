import { newId } from '#core/ids.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { ForwardedOrder } from '../../forwarding/order-queries.ts'
import type { NamedOrder } from '../../record-order-action.ts'

/** A variant that can be ordered manually. */
export type OrderedVariant = Readonly<{
  productKey: number
  productId: string
  productName: string
  supplierName: string
  variantKey: number
  variantId: string
  variantTitle: string
  sku: string
  stock: number
  isListed: boolean
  wholesaleAmount: number | null
}>

/** Returns variants by their public ids, in no order; unknown ones are left out. */
export async function listOrderedVariants(
  db: Queryable,
  variantIds: readonly string[],
): Promise<OrderedVariant[]> {
  return queryPrepared<OrderedVariant>(db, LIST_VARIANTS, [variantIds])
}

const LIST_VARIANTS = {
  name: 'shop_orders_list_ordered_variants',
  text: `
    select p.id as "productKey", p.public_id as "productId", p.name as "productName", s.name as "supplierName",
      v.id as "variantKey", v.public_id as "variantId", v.title as "variantTitle", v.sku, v.stock,
      p.is_listed as "isListed", v.wholesale_amount as "wholesaleAmount"
    from product_variants v join products p on p.id = v.product_id join suppliers s on s.id = p.supplier_id
    where v.public_id = any($1::text[])`,
}

/** The account that orders, whose name is on the slip without a store's. */
export type ManualOwner = ForwardedOrder['account'] & Readonly<{ storeName: string; isSuspended: boolean }>

/** Returns the owner of manual orders by their key. */
export async function findManualOwner(db: Queryable, accountId: number): Promise<ManualOwner> {
  const [found] = await queryPrepared<ManualOwner>(db, FIND_OWNER, [accountId])
  if (!found) throw new Error(`there is no account ${accountId}`)
  return found
}

const FIND_OWNER = {
  name: 'shop_orders_find_manual_owner',
  text: `
    select a.id, a.public_id as "publicId", a.email, coalesce(
      (select c.name from store_connections c where c.account_id = a.id order by c.is_practice, c.id limit 1),
      nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), 'Your store') as "storeName",
      exists (select from vendor_suspensions x where x.account_id = a.id) as "isSuspended"
    from accounts a where a.id = $1`,
}

/** Returns the existing manual order of a request, by its public id. */
export async function findManualOrder(
  db: Queryable,
  { accountId, requestId }: Readonly<{ accountId: number; requestId: string }>,
): Promise<string | undefined> {
  const [found] = await queryPrepared<{ id: string }>(db, FIND_ORDER, [accountId, requestId])
  return found?.id
}

const FIND_ORDER = {
  name: 'shop_orders_find_manual_order',
  text: `
    select public_id as id from shop_orders where account_id = $1 and external_id = $2 and platform = 'manual'`,
}

/** A manual order to be stored. */
export type NewManualOrder = Readonly<{
  order: ForwardedOrder
  isSample: boolean
  requestId: string
  approvedAmount: number
  skus: readonly string[]
  now: Date
}>

/**
 * Stores a manual order with its lines, and returns its public id and number. The numbers of a vendor's orders are
 * consecutive.
 */
export async function insertManualOrder(tx: Transaction, input: NewManualOrder): Promise<NamedOrder> {
  const { order, isSample, requestId, approvedAmount, skus, now } = input
  const { account, address, currency, isPractice, lines, storeName } = order
  await queryPrepared(tx, LOCK_NUMBERS, [account.id])
  const publicId = newId('shopOrder', now.getTime())
  const total = lines.reduce((sum, { lineAmount }) => sum + lineAmount, 0)
  const rows = lines.map((line, place) => ({ ...line, place, sku: skus[place] ?? '' }))
  const [stored] = await queryPrepared<{ number: string }>(tx, INSERT_ORDER, [
    publicId,
    account.id,
    storeName,
    requestId,
    currency,
    total,
    JSON.stringify(address),
    isPractice,
    isSample,
    approvedAmount,
    now,
    JSON.stringify(rows),
  ])
  return { id: publicId, number: stored?.number ?? '' }
}

const LOCK_NUMBERS = {
  name: 'shop_orders_lock_manual_numbers',
  text: 'select pg_advisory_xact_lock(1605, $1::int)',
}

const INSERT_ORDER = {
  name: 'shop_orders_insert_manual_order',
  text: `
    with stored as (
      insert into shop_orders (public_id, account_id, connection_id, store_name, platform, external_id, number, currency,
        total_amount, shop_state, address, state, reasons, is_recovered, is_practice, is_sample, approved_amount, placed_at,
        modified_at, received_at)
      select $1, $2, null, $3, 'manual', $4, 'M' || (1001 + count(*)), $5, $6, 'paid', $7::jsonb, 'received', '{}', false, $8, $9,
        $10, $11, $11, $11
      from shop_orders where account_id = $2 and platform = 'manual'
      returning id, number),
    lines as (insert into shop_order_lines (order_id, external_id, place, title, sku, quantity, removed, line_amount, kind, product_id, variant_id)
    select s.id, l."externalId", l.place, l.title, l.sku, l.quantity, 0, l."lineAmount", 'ours', l."productKey", l."variantKey"
    from stored s, json_to_recordset($12::json) as l("externalId" text, place int, title text, sku text, quantity int,
      "lineAmount" bigint, "productKey" bigint, "variantKey" bigint))
    select number from stored`,
}

/**
 * Cancels a manual order and returns its number and former state. `unknown` if there is none, `over` if it had ended
 * before.
 */
export async function cancelManual(
  tx: Transaction,
  { accountId, id, now }: Readonly<{ accountId: number; id: string; now: Date }>,
): Promise<{ number: string; before: string } | 'over' | 'unknown'> {
  const [found] = await queryPrepared<{ shopState: string; state: string; number: string }>(tx, LOCK_MANUAL, [
    accountId,
    id,
  ])
  if (!found) return 'unknown'
  if (found.shopState === 'cancelled' || found.state === 'completed') return 'over'
  await queryPrepared(tx, CANCEL_MANUAL, [accountId, id, now])
  return { number: found.number, before: found.shopState }
}

const LOCK_MANUAL = {
  name: 'shop_orders_lock_manual',
  text: `
    select shop_state as "shopState", state, number from shop_orders
    where account_id = $1 and public_id = $2 and platform = 'manual' for update`,
}

const CANCEL_MANUAL = {
  name: 'shop_orders_cancel_manual',
  text: `update shop_orders set shop_state = 'cancelled', modified_at = $3 where account_id = $1 and public_id = $2`,
}

/** Returns the variants of a listed product in their order, with their prices in the marketplace. */
export async function listProductVariants(
  db: Queryable,
  productId: string,
): Promise<(OrderedVariant & Readonly<{ sellAmount: number }>)[]> {
  return queryPrepared(db, LIST_PRODUCT, [productId])
}

const LIST_PRODUCT = {
  name: 'shop_orders_list_order_product',
  text: `
    select p.id as "productKey", p.public_id as "productId", p.name as "productName", s.name as "supplierName",
      v.id as "variantKey", v.public_id as "variantId", v.title as "variantTitle", v.sku, v.stock,
      p.is_listed as "isListed", v.wholesale_amount as "wholesaleAmount", v.sell_amount as "sellAmount"
    from products p join suppliers s on s.id = p.supplier_id join product_variants v on v.product_id = p.id
    where p.public_id = $1 and p.is_listed order by v.position, v.id`,
}
