import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The keys of the suppliers that nobody runs, in one order. */
export async function listPracticeSuppliers(db: Queryable): Promise<number[]> {
  const found = await queryPrepared<{ id: number }>(db, LIST_PRACTICE)
  return found.map(({ id }) => id)
}

const LIST_PRACTICE = {
  name: 'suppliers_list_practice',
  text: 'select id from suppliers where is_practice order by slug',
}

/** Keeps suppliers that nobody runs; those that are there stay. They are never verified, so that no list has them. */
export async function insertPracticeSuppliers(
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
