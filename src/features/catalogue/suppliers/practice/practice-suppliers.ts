import { newId } from '#core/ids.ts'
import type { Transaction } from '#database/database.ts'
import { insertPracticeSuppliers, listPracticeSuppliers } from './practice-queries.ts'

/** So many practice suppliers there are: an order of several suppliers is split in practice, too. */
const NAMES = ['Practice supplier 1', 'Practice supplier 2', 'Practice supplier 3']

/** Returns the keys of the suppliers that send orders of practice shops, in one order; they are made when they are first needed. */
export async function ensurePracticeSuppliers(tx: Transaction): Promise<number[]> {
  const existing = await listPracticeSuppliers(tx)
  if (existing.length >= NAMES.length) return existing
  await insertPracticeSuppliers(
    tx,
    NAMES.map((name, index) => ({
      publicId: newId('supplier'),
      slug: `practice-supplier-${index + 1}`,
      name,
    })),
  )
  return listPracticeSuppliers(tx)
}
