import type { Queryable } from '#database/database.ts'
import { listParcelLogos, type OrderContext } from '#features/sales/orders/service.ts'

/** Returns the logo that stands on the packing slip of an order, as PNG; undefined where its vendor has none. */
export async function readSlipLogo(
  db: Queryable,
  { purchase: { brand } }: Pick<OrderContext, 'purchase'>,
): Promise<Buffer | undefined> {
  return (await listParcelLogos(db, [brand])).get(brand?.logo ?? '')
}
