import { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { inTransaction, type Transaction } from '#database/database.ts'
import { listOwnWarehouses, selectOpenWarehouse } from '#features/catalogue/suppliers/service.ts'
import { job } from '#platform/jobs/job.ts'
import { notifyProductsChanged } from '../../storefront/details/product-queries.ts'
import { countStoreProducts, selectProductsOfWarehouse, updateWarehouseOfProducts } from './move-queries.ts'

/** The name of the job that moves all products of an archived warehouse. */
export const MOVE_PRODUCTS_JOB = 'catalog.move_products'

/** The number of products moved in one transaction. */
const BATCH = 1_000

/** Products of a store, by public ids, and their new warehouse. */
type Move = Readonly<{ supplierId: number; warehouseId: number; publicIds: readonly string[] }>

/** Moves products of a store to one of its warehouses; returns how many were elsewhere. Throws `product_not_found`. */
export async function moveProducts(tx: Transaction, move: Move): Promise<number> {
  const ids = [...new Set(move.publicIds)]
  if ((await countStoreProducts(tx, move.supplierId, ids)) < ids.length)
    throw notFound('product_not_found', 'You don’t have one of these products. Reload the list.')
  const moved = await updateWarehouseOfProducts(tx, { ...move, publicIds: ids })
  await notifyProductsChanged(tx, moved)
  return moved.length
}

/**
 * Moves the products of an archived warehouse to another one, in batches. If that is archived too, they move to the
 * store's first warehouse.
 */
export const moveArchivedProducts = job({
  name: MOVE_PRODUCTS_JOB,
  input: z.object({ supplierId: z.int(), from: z.int(), to: z.int() }),
  attempts: 10,
  timeoutSeconds: 600,
  async run({ supplierId, from, to }, { db }) {
    for (;;) {
      const count = await inTransaction(db, async (tx) => {
        const source = (await listOwnWarehouses(tx, supplierId)).find(({ id }) => id === from)
        // If the warehouse was restored meanwhile, the remaining products stay there.
        if (!source?.isArchived) return 0
        const warehouseId = await selectOpenWarehouse(tx, supplierId, to)
        const publicIds = await selectProductsOfWarehouse(tx, from, BATCH)
        await moveProducts(tx, { supplierId, warehouseId, publicIds })
        return publicIds.length
      })
      if (count < BATCH) return
    }
  },
})
