import { notFound } from '#core/errors.ts'
import type { Database, Queryable } from '#database/database.ts'
import { findFollowedProduct, setWrittenFields } from '#features/catalogue/catalog/service.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { findConnectionByKey } from '#features/stores/connections/service.ts'
import type { ProductStoreData } from './contract.ts'
import type { SupplierStoreDeps } from './deps.ts'

/** Returns the synced store that a product of an account came from; null if it came from none. */
export async function readProductStore(
  db: Queryable,
  ref: Readonly<{ accountId: number; id: string }>,
): Promise<ProductStoreData | null> {
  const product = await findFollowedProduct(db, ref)
  const connection = product && (await findConnectionByKey(db, product.connectionId))
  if (!product || !connection) return null
  const { followed, written, isPaused } = product
  const { name, address, platform } = connection
  return { name: name || address, platform, isPaused, followed, written }
}

/** Sets which parts of a product are edited here, and returns its store. Throws `product_not_synced`. */
export async function changeProductStore(
  db: Database,
  { stores: { enqueue } }: SupplierStoreDeps,
  input: Readonly<{ id: string; written: ProductStoreData['written']; source: AuditSource }>,
): Promise<ProductStoreData | null> {
  if (!(await setWrittenFields(db, { enqueue }, input)))
    throw notFound('product_not_synced', 'This product doesn’t follow a connected store.')
  return readProductStore(db, { accountId: input.source.businessId, id: input.id })
}
