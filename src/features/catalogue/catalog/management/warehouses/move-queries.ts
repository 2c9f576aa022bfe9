import { type Queryable, queryPrepared, type Transaction } from '#database/database.ts'

/** Moves these products of a store to one of its warehouses; returns the public ids of those that were elsewhere. */
export async function updateWarehouseOfProducts(
  tx: Transaction,
  {
    supplierId,
    warehouseId,
    publicIds,
  }: Readonly<{ supplierId: number; warehouseId: number; publicIds: readonly string[] }>,
): Promise<string[]> {
  const moved = await queryPrepared<{ id: string }>(tx, MOVE, [supplierId, warehouseId, publicIds])
  return moved.map(({ id }) => id)
}

const MOVE = {
  name: 'catalog_move_products',
  text: `
    with wanted as (
      select id from products
      where supplier_id = $1 and public_id = any($3::text[]) and warehouse_id <> $2 order by id for update)
    update products p set warehouse_id = $2, revision = p.revision + 1 from wanted where p.id = wanted.id
    returning p.public_id as id`,
}

/** Returns how many of these products belong to a store. */
export async function countStoreProducts(
  db: Queryable,
  supplierId: number,
  publicIds: readonly string[],
): Promise<number> {
  const [counted] = await queryPrepared<{ total: number }>(db, COUNT, [supplierId, publicIds])
  return counted?.total ?? 0
}

const COUNT = {
  name: 'catalog_count_store_products',
  text: 'select count(*)::int as total from products where supplier_id = $1 and public_id = any($2::text[])',
}

/** Returns the number of products, archived ones included, in each warehouse of a store, by its key. */
export async function countByWarehouse(
  db: Queryable,
  warehouseIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await queryPrepared<{ id: number; total: number }>(db, COUNT_BY_WAREHOUSE, [warehouseIds])
  return new Map(found.map(({ id, total }) => [id, total]))
}

const COUNT_BY_WAREHOUSE = {
  name: 'catalog_count_by_warehouse',
  text: `
    select warehouse_id as id, count(*)::int as total from products where warehouse_id = any($1::bigint[])
    group by warehouse_id`,
}

/** Returns the public ids of at most `limit` products of a warehouse. */
export async function selectProductsOfWarehouse(
  db: Queryable,
  warehouseId: number,
  limit: number,
): Promise<string[]> {
  const found = await queryPrepared<{ id: string }>(db, SELECT, [warehouseId, limit])
  return found.map(({ id }) => id)
}

const SELECT = {
  name: 'catalog_products_of_warehouse',
  text: 'select public_id as id from products where warehouse_id = $1 order by id limit $2',
}
