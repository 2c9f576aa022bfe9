import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { DuplicateReason } from './shapes.ts'

/** Two products that may be the same, the older one first; keys are internal. */
export type FoundPair = Readonly<{ firstId: number; secondId: number; reasons: DuplicateReason[] }>

/** What more products than this share says nothing: a placeholder picture, or a title that names only a kind. */
const MAX_GROUP = 12

/**
 * Pairs of a supplier's products that may be the same: with one certificate, with a SKU that differs only in case and signs, with
 * one first picture, or with the same words in the title and facts that do not contradict each other. Of more than two that are the
 * same each later one is paired with the first.
 */
export async function findPairs(tx: Transaction, supplierId: number): Promise<FoundPair[]> {
  return queryRows(
    tx,
    sql`
    with own as materialized (
      select id, category_id, lower(certificate_laboratory) || ' ' || upper(regexp_replace(certificate_number, '[^[:alnum:]]', '', 'g'))
          as certificate, pictures -> 0 ->> 'key' as picture, lower(metal) as metal, lower(purity) as purity, lower(plating) as plating,
        lower(stones) as stones,
        (select string_agg(word, ' ' order by word) from (
          select distinct word from regexp_split_to_table(name_norm, '[^[:alnum:]]+') word
          where word <> '' and word not in ('a', 'an', 'and', 'in', 'of', 'the', 'with')) words) as words
      from products where supplier_id = ${supplierId} and status <> 'archived'),
    marks as (
      select 'certificate' as reason, certificate as mark, id from own where certificate is not null
      union all
      select 'picture', picture, id from own where picture is not null
      union all
      select distinct 'sku', upper(regexp_replace(v.sku, '[^[:alnum:]]', '', 'g')), v.product_id
        from product_variants v join own on own.id = v.product_id
        where v.supplier_id = ${supplierId} and length(regexp_replace(v.sku, '[^[:alnum:]]', '', 'g')) >= 3),
    marked as (
      select reason, array_agg(id order by id) as ids from marks group by reason, mark having count(*) between 2 and ${MAX_GROUP}),
    titled as (
      select id, category_id, words, metal, purity, plating, stones, count(*) over (partition by category_id, words) as times
      from own where words is not null),
    pairs as (
      select ids[1] as first, second, reason from marked cross join lateral unnest(ids[2:]) second
      union all
      select min(a.id), b.id, 'title' from titled a join titled b on b.category_id = a.category_id and b.words = a.words and a.id < b.id
        where a.times between 2 and ${MAX_GROUP}
          and coalesce(a.metal, b.metal, '') = coalesce(b.metal, a.metal, '')
          and coalesce(a.purity, b.purity, '') = coalesce(b.purity, a.purity, '')
          and coalesce(a.plating, b.plating, '') = coalesce(b.plating, a.plating, '')
          and coalesce(a.stones, b.stones, '') = coalesce(b.stones, a.stones, '')
        group by b.id)
    select first::int as "firstId", second::int as "secondId", array_agg(distinct reason order by reason) as reasons
    from pairs group by first, second order by first, second limit 5000`,
  )
}

/** Locks the pairs of a supplier against another search until the transaction ends. */
export async function lockSearch(tx: Transaction, supplierId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(5081735, (${supplierId}::bigint % 2147483647)::int)`)
}

/** Stores pairs with their public ids. Pairs that wait for a decision and are not among them any more are deleted. */
export async function savePairs(
  tx: Transaction,
  supplierId: number,
  { pairs, now }: Readonly<{ pairs: readonly (FoundPair & Readonly<{ publicId: string }>)[]; now: Date }>,
): Promise<void> {
  const found = sql`json_to_recordset(${JSON.stringify(pairs)}::json)
    x("publicId" text, "firstId" bigint, "secondId" bigint, reasons json)`
  await tx.execute(sql`
    delete from product_duplicates d where d.supplier_id = ${supplierId} and d.state = 'open'
      and not exists (select from ${found} where x."firstId" = d.first_id and x."secondId" = d.second_id)`)
  await tx.execute(sql`
    insert into product_duplicates as d (public_id, supplier_id, first_id, second_id, reasons, found_at)
    select x."publicId", ${supplierId}, x."firstId", x."secondId", array(select json_array_elements_text(x.reasons)),
      ${now}::timestamptz
    from ${found}
    on conflict (first_id, second_id) do update set reasons = excluded.reasons
      where d.state = 'open' and d.reasons <> excluded.reasons`)
}

/** Suppliers with products that have changed since a moment. */
export async function selectChangedSuppliers(db: Queryable, since: Date): Promise<number[]> {
  const found = await queryRows<{ id: number }>(
    db,
    sql`
    select s.id::int as id from suppliers s
    where exists (select from products p where p.supplier_id = s.id and p.updated_at > ${since}) order by s.id`,
  )
  return found.map(({ id }) => id)
}
