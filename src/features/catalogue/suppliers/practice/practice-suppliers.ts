import { newId } from '#core/ids.ts'
import { type Transaction, queryPrepared, type Queryable } from '#database/database.ts'

/** The names of the practice suppliers. There are several, so that practice orders are split, too. */
const NAMES = ['Practice supplier 1', 'Practice supplier 2', 'Practice supplier 3']

/** Returns the keys of the practice shops' suppliers, in a fixed order, and creates missing ones. */
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

/** Lists the keys of the practice suppliers, in a fixed order. */
async function listPracticeSuppliers(db: Queryable): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, LIST_PRACTICE)
  return found.map(({ id }) => id)
}

const LIST_PRACTICE = {
  name: 'suppliers_list_practice',
  text: 'select id from suppliers where is_practice order by slug',
}

/** Inserts practice suppliers; existing ones stay. They are never verified, so that no list contains them. */
async function insertPracticeSuppliers(
  tx: Transaction,
  suppliers: readonly Readonly<{ publicId: string; slug: string; name: string }>[],
): Promise<void> {
  await queryPrepared(tx, INSERT_PRACTICE, [JSON.stringify(suppliers)])
}

const INSERT_PRACTICE = {
  name: 'suppliers_insert_practice',
  text: `
    insert into suppliers (public_id, slug, name, country, is_practice)
    select "publicId", slug, name, 'SG', true
    from json_to_recordset($1) as x("publicId" text, slug text, name text)
    on conflict (slug) do nothing`,
}
