import { queryPrepared, type Queryable, selectColumns } from '#database/database.ts'
import { supplierOrders } from '../tables.ts'
import type { SupplierOrder } from './purchase-queries.ts'

/** A supplier order bought for a vendor's order, with its purchase and the name of its supplier. */
export type VendorPurchase = SupplierOrder &
  Readonly<{
    /** The order of the vendor's store, by its public id. */
    vendorOrder: string
    number: string
    purchasePublicId: string
    supplierName: string
    paidAt: Date | null
    expiresAt: Date
    closedAt: Date | null
    /** When its hold ends, while it is on hold. */
    holdEndsAt: Date | null
    /** Whether the wallet paid for it. */
    isByWallet: boolean
  }>

/** Lists supplier orders bought for vendors' orders, except expired quotes, oldest first. */
export async function listVendorPurchases(
  db: Queryable,
  vendorOrders: readonly string[],
): Promise<VendorPurchase[]> {
  if (vendorOrders.length === 0) return []
  return queryPrepared<VendorPurchase>(db, LIST_VENDOR_PURCHASES, [vendorOrders])
}

const LIST_VENDOR_PURCHASES = {
  name: 'orders_list_vendor_purchases',
  text: `
    select ${selectColumns(supplierOrders, 'o')}, p.vendor_order as "vendorOrder", p.number, p.public_id as "purchasePublicId",
      s.name as "supplierName", p.paid_at as "paidAt", p.expires_at as "expiresAt", p.closed_at as "closedAt",
      (select t.due_at from order_timers t where t.supplier_order_id = o.id and t.kind = 'submit') as "holdEndsAt",
      exists (select from allocations a join receipts r on r.id = a.receipt_id
        where a.supplier_order_id = o.id and r.provider = 'wallet') as "isByWallet"
    from purchases p
    join supplier_orders o on o.purchase_id = p.id
    join suppliers s on s.id = o.supplier_id
    where p.vendor_order = any($1::text[]) and p.closed_at is null
    order by o.id`,
}
