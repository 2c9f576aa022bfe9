import { newId } from '#core/ids.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { countDuplicates } from './duplicate-queries.ts'
import { findPairs, lockSearch, savePairs } from './find-queries.ts'

/**
 * Finds and stores pairs of a supplier's products that may be the same. Earlier decisions stay. Returns how many pairs
 * wait for a decision. Products are unchanged.
 */
export async function findDuplicates(db: Database, supplierId: number, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockSearch(tx, supplierId)
    const pairs = (await findPairs(tx, supplierId)).map((pair) => ({
      ...pair,
      publicId: newId('productDuplicate', now.getTime()),
    }))
    await savePairs(tx, supplierId, { pairs, now })
    return countDuplicates(tx, supplierId, 'open')
  })
}
