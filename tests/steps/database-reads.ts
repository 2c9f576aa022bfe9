import { sql } from 'drizzle-orm'
import { queryRows, type Database } from '#database/database.ts'

/** Returns the states of a purchase's supplier orders and their allocated amounts, in order of creation. */
export function listSupplierOrderTotals(
  db: Database,
  purchaseId: string,
): Promise<{ state: string; total: number; allocated: number }[]> {
  return queryRows(
    db,
    sql`select part.state, part.total_amount::int as total,
          coalesce((select sum(amount) from allocations where supplier_order_id = part.id), 0)::int as allocated
        from supplier_orders part join purchases on purchases.id = part.purchase_id
        where purchases.public_id = ${purchaseId} order by part.id`,
  )
}

/** Returns all receipts, oldest first. */
export function readAllReceipts(
  db: Database,
): Promise<{ state: string; reason: string | null; amount: number }[]> {
  return queryRows(db, sql`select state, reason, amount::int as amount from receipts order by id`)
}

/** Returns the stock of a variant and of its product, which are the same with one variant. */
export async function readStock(
  db: Database,
  variantId: string,
): Promise<{ variant: number; product: number }> {
  const [found] = await queryRows<{ variant: number; product: number }>(
    db,
    sql`select variant.stock as variant, product.stock as product
        from product_variants variant join products product on product.id = variant.product_id
        where variant.public_id = ${variantId}`,
  )
  if (!found) throw new Error('no such variant')
  return found
}

/** Returns the emails of the outbox, oldest first. */
export function readAllEmails(
  db: Database,
): Promise<{ recipient: string; subject: string; text: string; html: string }[]> {
  return queryRows(db, sql`select recipient, subject, text, html from emails order by id`)
}
