import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { placeGuestOrder } from '../shop/factories.ts'
import type { TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'
import { completePayment } from './payments.ts'
import { runOrderTimers } from './supplier-orders.ts'
import type { SyncedSupplier } from './synced-stores.ts'

const SKU = 'PRACTICE-RING'

/** Returns steps that sell the practice ring here, and read its stock here and in the supplier's store. */
export function createStockSteps(shop: TestShop) {
  const { db } = shop
  /** Returns the store's stock of the ring, and the units that can be sold here. */
  async function readStock({ account }: SyncedSupplier): Promise<{ there: number; here: number }> {
    const [found] = await queryRows<{ there: number; here: number }>(
      db,
      sql`select w.quantity as there, v.stock as here
        from practice_products w join practice_shops o on o.id = w.shop_id
        join suppliers s on s.owner_id = o.account_id
        join product_variants v on v.supplier_id = s.id and v.sku = w.sku
        where o.account_id = ${account.id} and w.sku = ${SKU}`,
    )
    if (!found) throw new Error('no ring')
    return found
  }

  /** Orders the ring, pays for it, and returns the order once it was sent to its supplier. */
  async function sell(
    supplier: SyncedSupplier,
    quantity: number,
  ): Promise<{ purchase: string; order: string }> {
    const [ring] = await queryRows<{ id: string; variantId: string }>(
      db,
      sql`select p.public_id as id, v.public_id as "variantId" from product_variants v join products p on p.id = v.product_id
        join suppliers s on s.id = v.supplier_id where s.owner_id = ${supplier.account.id} and v.sku = ${SKU}`,
    )
    if (!ring) throw new Error('no ring')
    const placed = await placeGuestOrder(shop, [{ ...ring, quantity }])
    await completePayment(shop, placed.id, 'pay')
    shop.passTime(11 * MINUTE)
    await runOrderTimers(shop)
    const [order] = await queryRows<{ id: string }>(
      db,
      sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${placed.id}`,
    )
    return { purchase: placed.id, order: order?.id ?? '' }
  }

  /** Attempts the due effects, as the minute timer does. */
  async function attempt(minutes = 0): Promise<void> {
    shop.passTime(minutes * MINUTE)
    await shop.app.jobs.enqueue(db, { job: 'effects.run_due', input: {} })
    await shop.work()
  }

  const readChanges = async ({ account }: SyncedSupplier, order: string) =>
    getField<{ reference: string; state: string; quantity: number; attempts: { outcome: string }[] }[]>(
      await shop.get(`/supplier/orders/${order}/store-stock`, account.headers),
      'changes',
    )

  const reject = (supplier: SyncedSupplier, order: string, reason: string) =>
    shop.post(`/supplier/orders/${order}/reject`, { reason }, supplier.account.headers)

  return { readStock, sell, attempt, readChanges, reject }
}
