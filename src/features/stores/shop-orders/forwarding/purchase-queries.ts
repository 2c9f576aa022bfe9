import { queryPrepared, type Queryable } from '#database/database.ts'

/** The key of a purchase. */
export async function findPurchaseKey(db: Queryable, publicId: string): Promise<number> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_KEY, [publicId])
  if (!found) throw new Error('the purchase was not placed')
  return found.id
}

const FIND_KEY = {
  name: 'shop_orders_find_purchase_key',
  text: 'select id from purchases where public_id = $1',
}
