import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'

/** Products (internal keys) to push to a connected store. */
export type DuePush = Readonly<{ accountId: number; connectionId: number; productKeys: number[] }>

/** A recorded change of a product, by internal keys. */
export type ListingChange = Readonly<{ id: number; productKey: number }>

type DueRow = { account_id: string; connection_id: string; product_ids: string[] }

function toDue({ account_id, connection_id, product_ids }: DueRow): DuePush {
  return {
    accountId: Number(account_id),
    connectionId: Number(connection_id),
    productKeys: product_ids.map(Number),
  }
}

/** Lists the oldest recorded changes. */
export async function listChanges(db: Queryable, limit: number): Promise<ListingChange[]> {
  const found = await queryRows<{ id: string; product_id: string }>(
    db,
    sql`select id, product_id from store_listing_changes order by id limit ${limit}`,
  )
  return found.map(({ id, product_id }) => ({ id: Number(id), productKey: Number(product_id) }))
}

/** Lists where these products are listed and not pending yet, by store. */
export async function listChanged(db: Queryable, productKeys: readonly number[]): Promise<DuePush[]> {
  const found = await queryRows<DueRow>(
    db,
    sql`
      select c.account_id, l.connection_id, array_agg(l.product_id) as product_ids
      from store_listings l join store_connections c on c.id = l.connection_id
      where l.external_id is not null and l.state <> 'pending'
        and l.product_id = any(${sql.param([...productKeys])}::bigint[])
      group by c.account_id, l.connection_id order by l.connection_id`,
  )
  return found.map(toDue)
}

/** Lists which of these products are being pushed to a store. */
export async function listOnTheWay(
  db: Queryable,
  productKeys: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = await queryRows<{ product_id: string }>(
    db,
    sql`
      select distinct product_id from store_listings
      where state = 'pending' and external_id is not null
        and product_id = any(${sql.param([...productKeys])}::bigint[])`,
  )
  return new Set(found.map(({ product_id }) => Number(product_id)))
}

/**
 * Deletes exactly these changes. A change with a lower key may be committed only now, by an earlier transaction, and
 * has not been read yet.
 */
export async function deleteChanges(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.execute(sql`delete from store_listing_changes where id = any(${sql.param([...ids])}::bigint[])`)
}

/** Lists failed listings due for a retry, by store. */
export async function listRetries(db: Queryable, now: Date): Promise<DuePush[]> {
  const found = await queryRows<DueRow>(
    db,
    sql`
      select c.account_id, l.connection_id, array_agg(l.product_id) as product_ids
      from store_listings l join store_connections c on c.id = l.connection_id
      where l.retry_at <= ${now} and l.state = 'failed' and l.external_id is not null
      group by c.account_id, l.connection_id order by l.connection_id`,
  )
  return found.map(toDue)
}

/** Records that the prices of all of an account's listings may have changed. */
export async function markPricesChanged(db: Queryable, accountId: number): Promise<void> {
  await db.execute(sql`
    insert into store_listing_changes (product_id)
    select distinct l.product_id from store_listings l join store_connections c on c.id = l.connection_id
    where c.account_id = ${accountId} and l.external_id is not null`)
}
