import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'

/** Products (internal keys) that are to be brought up to date in a connected store. */
export type DuePush = Readonly<{ accountId: number; connectionId: number; productKeys: number[] }>

type DueRow = { account_id: string; connection_id: string; product_ids: string[] }

function toDue({ account_id, connection_id, product_ids }: DueRow): DuePush {
  return {
    accountId: Number(account_id),
    connectionId: Number(connection_id),
    productKeys: product_ids.map(Number),
  }
}

/** The newest noted change; 0 where there is none. */
export async function findLatestChange(db: Queryable): Promise<number> {
  const [found] = await queryRows<{ id: string | null }>(
    db,
    sql`select max(id) as id from store_listing_changes`,
  )
  return Number(found?.id ?? 0)
}

/** What has changed up to a noted change, by store. */
export async function listChanged(db: Queryable, upTo: number): Promise<DuePush[]> {
  const found = await queryRows<DueRow>(
    db,
    sql`
      select c.account_id, l.connection_id, array_agg(l.product_id) as product_ids
      from store_listings l join store_connections c on c.id = l.connection_id
      where l.external_id is not null and l.state <> 'pending'
        and l.product_id in (select product_id from store_listing_changes where id <= ${upTo})
      group by c.account_id, l.connection_id order by l.connection_id`,
  )
  return found.map(toDue)
}

/** Forgets noted changes; those of products that were on their way to a store stay for the next round: it may have left before. */
export async function deleteChanges(
  db: Queryable,
  { upTo, onTheWay }: Readonly<{ upTo: number; onTheWay: readonly number[] }>,
): Promise<void> {
  await db.execute(sql`
    delete from store_listing_changes where id <= ${upTo} and product_id <> all(${sql.param([...onTheWay])}::bigint[])`)
}

/** Changed products that are on their way to a store. */
export async function listOnTheWay(db: Queryable, upTo: number): Promise<number[]> {
  const found = await queryRows<{ product_id: string }>(
    db,
    sql`
      select distinct l.product_id from store_listings l where l.state = 'pending' and l.external_id is not null
        and l.product_id in (select product_id from store_listing_changes where id <= ${upTo})`,
  )
  return found.map(({ product_id }) => Number(product_id))
}

/** What failed and is due again, by store. */
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

/** Notes that everything of somebody that is in a store may have another price. */
export async function notePublishedChanged(db: Queryable, accountId: number): Promise<void> {
  await db.execute(sql`
    insert into store_listing_changes (product_id)
    select distinct l.product_id from store_listings l join store_connections c on c.id = l.connection_id
    where c.account_id = ${accountId} and l.external_id is not null`)
}
