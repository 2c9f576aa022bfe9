import type { SalesChannel } from '#core/sales-channel.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { SupplierOrder, SupplierOrderLine } from '../views/purchase-queries.ts'
import type { purchases } from '../tables.ts'

/** A new purchase, with one supplier order for each supplier, and their lines. Amounts in cents. */
export type PurchaseRecord = Readonly<{
  purchase: Omit<typeof purchases.$inferInsert, 'id' | 'paidAt' | 'closedAt'> &
    Readonly<{ channel: SalesChannel }>
  orders: readonly NewSupplierOrder[]
  lines: readonly NewLine[]
}>

/** A new supplier order; its time and currency are those of its purchase. */
export type NewSupplierOrder = Pick<
  SupplierOrder,
  | 'publicId'
  | 'supplierId'
  | 'warehouse'
  | 'state'
  | 'itemsAmount'
  | 'shippingAmount'
  | 'totalAmount'
  | 'commissionBps'
  | 'commissionTaxBps'
  | 'shippingService'
  | 'shippingMinDays'
  | 'shippingDays'
>

/** A new line, which belongs to the order of its supplier. */
export type NewLine = Omit<
  SupplierOrderLine,
  'id' | 'supplierOrderId' | 'shippedQuantity' | 'withdrawnQuantity' | 'unwantedQuantity' | 'refundedQuantity'
> &
  Readonly<{ supplierId: number }>

/**
 * Inserts a purchase with its supplier orders and first timeline events in one statement. It delays every order, so it
 * must be fast. Violates `purchases_idempotency_key_key` when the key was used.
 */
export async function insertPurchase(
  tx: Queryable,
  { purchase, orders, lines }: PurchaseRecord,
): Promise<void> {
  const values = [
    JSON.stringify(purchase),
    JSON.stringify(withPositions(orders)),
    JSON.stringify(withPositions(lines)),
  ]
  await queryPrepared(tx, INSERT_PURCHASE, values)
}

/** Adds the items' positions, so that they are stored in this order. */
function withPositions<Item extends object>(items: readonly Item[]) {
  return items.map((item, place) => ({ ...item, place }))
}

const INSERT_PURCHASE = {
  name: 'orders_insert_purchase',
  text: `
    with purchase as (
      insert into purchases (public_id, number, account_id, idempotency_key, request_hash, email, shipping_method, first_name,
        last_name, phone, country, block_number, street_address, unit_number, building_name, address2, city, state,
        postcode, shipping_service, shipping_days, currency, subtotal_amount, shipping_amount, total_amount, client, units,
        placed_at, expires_at, channel, vendor_order, vendor_reference, vendor_store, hold_seconds, brand)
      select "publicId", number, "accountId", "idempotencyKey", "requestHash", email, "shippingMethod", "firstName", "lastName",
        phone, country, "blockNumber", "streetAddress", "unitNumber", "buildingName", address2, city, state, postcode,
        "shippingService", "shippingDays", currency, "subtotalAmount", "shippingAmount", "totalAmount", client, units,
        "placedAt", "expiresAt", channel, "vendorOrder", "vendorReference", "vendorStore", "holdSeconds", brand
      from json_to_record($1) as x("publicId" text, number text, "accountId" bigint, "idempotencyKey" text, "requestHash" text, email text,
        "shippingMethod" text, "firstName" text, "lastName" text, phone text, country text, "blockNumber" text,
        "streetAddress" text, "unitNumber" text, "buildingName" text, address2 text, city text, state text,
        postcode text, "shippingService" text, "shippingDays" int, currency text, "subtotalAmount" bigint,
        "shippingAmount" bigint, "totalAmount" bigint, client text, units int, "placedAt" timestamptz, "expiresAt" timestamptz,
        channel text, "vendorOrder" text, "vendorReference" text, "vendorStore" text, "holdSeconds" int, brand jsonb)
      returning id, currency, channel, placed_at),
    parts as (
      insert into supplier_orders (public_id, purchase_id, supplier_id, warehouse, state, currency, items_amount,
        shipping_amount, total_amount, commission_bps, commission_tax_bps, shipping_service, shipping_min_days,
        shipping_days, return_paid_by, deadlines, created_at, updated_at)
      select "publicId", p.id, "supplierId", warehouse, state, p.currency, "itemsAmount", "shippingAmount",
        "totalAmount", "commissionBps", "commissionTaxBps", "shippingService", "shippingMinDays", "shippingDays",
        coalesce((select r.paid_by from return_policies r where r.supplier_id = x."supplierId"), 'buyer'),
        (select v.value from setting_versions v where v.name = 'deadlines' order by v.id desc limit 1), p.placed_at, p.placed_at
      from purchase p cross join json_to_recordset($2) as x("publicId" text, "supplierId" bigint, warehouse text,
        state text, "itemsAmount" bigint, "shippingAmount" bigint, "totalAmount" bigint, "commissionBps" int,
        "commissionTaxBps" int, "shippingService" text, "shippingMinDays" int, "shippingDays" int, place int)
      order by place
      returning id, supplier_id, state, created_at),
    stories as (
      insert into supplier_order_events (supplier_order_id, event, to_state, actor, at)
      select o.id, 'place', o.state, case p.channel when 'vendor' then 'vendor' else 'shopper' end, o.created_at
      from parts o cross join purchase p)
    insert into supplier_order_lines (supplier_order_id, product_id, variant_id, product_public_id, title,
      variant_title, sku, image_key, quantity, unit_amount, wholesale_amount, customs_amount, line_amount,
      commission_bps, is_returnable, is_made_to_order, warehouse)
    select o.id, "productId", "variantId", "productPublicId", title, "variantTitle", sku, "imageKey", quantity,
      "unitAmount", "wholesaleAmount", "customsAmount", "lineAmount", "commissionBps", "isReturnable", "isMadeToOrder", x.warehouse
    from json_to_recordset($3) as x(place int, "supplierId" bigint, "productId" bigint, "variantId" bigint,
      "productPublicId" text, title text, "variantTitle" text, sku text, "imageKey" text, quantity int,
      "unitAmount" bigint, "wholesaleAmount" bigint, "customsAmount" bigint, "lineAmount" bigint, "commissionBps" int, "isReturnable" boolean, "isMadeToOrder" boolean, warehouse text)
    join parts o on o.supplier_id = x."supplierId" order by place`,
}

/** A buyer with reserved items: a caller as limits count them, and an email address, which identifies its mailbox. */
type BuyerKey = Readonly<{ client: string; email: string }>

/** The numbers of items reserved by unpaid orders of a caller, and of a mailbox in any spelling of its address. */
export type ReservedUnits = Readonly<{ byClient: number; byEmail: number }>

/** Returns how many items are reserved, including this transaction's, excluding other open transactions'. */
export async function countReservedUnits(tx: Queryable, { client, email }: BuyerKey): Promise<ReservedUnits> {
  const [reserved] = await queryPrepared<ReservedUnits>(tx, COUNT_RESERVED_UNITS, [client, email])
  return reserved ?? { byClient: 0, byEmail: 0 }
}

const COUNT_RESERVED_UNITS = {
  name: 'orders_count_reserved',
  text: `
    select
      (select coalesce(sum(units), 0) from purchases
        where client = $1 and paid_at is null and closed_at is null) as "byClient",
      (select coalesce(sum(units), 0) from purchases
        where f_mailbox(email) = f_mailbox($2) and paid_at is null and closed_at is null and channel = 'marketplace') as "byEmail"`,
}

/**
 * Locks a buyer until the transaction ends, so that their orders are placed sequentially. The caller is always locked
 * before the mailbox, so that there are no deadlocks.
 */
export async function lockBuyer(tx: Queryable, { client, email }: BuyerKey): Promise<void> {
  await queryPrepared(tx, LOCK_CLIENT, [client])
  await queryPrepared(tx, LOCK_EMAIL, [email])
}

const LOCK_CLIENT = {
  name: 'orders_lock_client',
  text: 'select pg_advisory_xact_lock(1601, hashtext($1))',
}
const LOCK_EMAIL = {
  name: 'orders_lock_email',
  text: 'select pg_advisory_xact_lock(1602, hashtext(f_mailbox($1)))',
}
