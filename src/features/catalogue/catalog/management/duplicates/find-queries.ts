import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { DuplicateReason } from './shapes.ts'

/** Two products that may be the same, the older first; keys are internal. */
export type DuplicatePair = Readonly<{ firstId: number; secondId: number; reasons: DuplicateReason[] }>

/**
 * The most products that may share a value. With more, it is a placeholder picture or a title that names only a kind of
 * product.
 */
const MAX_GROUP = 12

/** Words of titles that are ignored. */
const FILLERS = ['a', 'an', 'and', 'in', 'of', 'the', 'with']

/** SQL that facts do not contradict each other: for each fact, both products have the same value or one has none. */
const AGREES = sql.join(
  ['metal', 'purity', 'plating', 'stones'].map((fact) => {
    const [a, b] = [sql.raw(`a.${fact}`), sql.raw(`b.${fact}`)]
    return sql`coalesce(${a}, ${b}, '') = coalesce(${b}, ${a}, '')`
  }),
  sql` and `,
)

/**
 * Returns pairs of a supplier's products that may be the same. They share a certificate, a GTIN, the first picture, or
 * a SKU apart from case and punctuation. Or their facts do not contradict each other and their titles have the same
 * words; one word may differ by an added, missing, different or moved letter. In a group of more than two, each later
 * product is paired with the first.
 */
export async function findPairs(tx: Transaction, supplierId: number): Promise<DuplicatePair[]> {
  return queryRows(
    tx,
    sql`
    with own as materialized (
      select id, category_id, lower(certificate_laboratory) || ' ' || upper(regexp_replace(certificate_number, '[^[:alnum:]]', '', 'g'))
          as certificate, pictures -> 0 ->> 'key' as picture, lower(metal) as metal, lower(purity) as purity, lower(plating) as plating,
        lower(stones) as stones,
        (select array_agg(distinct word order by word) from regexp_split_to_table(name_norm, '[^[:alnum:]]+') word
          where word <> '' and word <> all(${sql.param(FILLERS)}::text[])) as words
      from products where supplier_id = ${supplierId} and status <> 'archived'),
    marks as (
      select 'certificate' as reason, certificate as mark, id from own where certificate is not null
      union all
      select 'picture', picture, id from own where picture is not null
      union all
      select distinct 'gtin', v.gtin, v.product_id from product_variants v join own on own.id = v.product_id
        where v.gtin is not null
      union all
      select distinct 'sku', upper(regexp_replace(v.sku, '[^[:alnum:]]', '', 'g')), v.product_id
        from product_variants v join own on own.id = v.product_id
        where v.supplier_id = ${supplierId} and length(regexp_replace(v.sku, '[^[:alnum:]]', '', 'g')) >= 3),
    marked as (
      select reason, array_agg(id order by id) as ids from marks group by reason, mark having count(*) between 2 and ${MAX_GROUP}),
    titled as (
      select id, category_id, words, metal, purity, plating, stones, count(*) over (partition by category_id, words) as times
      from own where words is not null),
    -- A word with a letter left out stands for all words that are a typing error away from it; words with digits number things.
    spelled as (
      select distinct o.id, hashtextextended(o.category_id || ' ' || array_remove(o.words, w.word)::text || ' ' || c.cut, 0) as mark
      from own o cross join lateral unnest(o.words) w(word)
        cross join lateral (
          select w.word as cut
          union all
          select left(w.word, n - 1) || substr(w.word, n + 1) from generate_series(1, length(w.word)) n where length(w.word) >= 5) c
      where length(w.word) >= 4 and w.word !~ '[0-9]'),
    respelled as (select id, mark, count(*) over (partition by mark) as times from spelled),
    near as (
      select distinct a.id as first, b.id as second from respelled a join respelled b on b.mark = a.mark and a.id < b.id
      where a.times between 2 and ${MAX_GROUP}),
    pairs as (
      select ids[1] as first, second, reason from marked cross join lateral unnest(ids[2:]) second
      union all
      select min(a.id), b.id, 'title' from titled a join titled b on b.category_id = a.category_id and b.words = a.words and a.id < b.id
        where a.times between 2 and ${MAX_GROUP}
          and ${AGREES}
        group by b.id
      union all
      select min(a.id), b.id, 'spelling' from near n join own a on a.id = n.first join own b on b.id = n.second
        where a.words <> b.words and ${AGREES}
        group by b.id)
    select first::int as "firstId", second::int as "secondId", array_agg(distinct reason order by reason) as reasons
    from pairs group by first, second order by first, second limit 5000`,
  )
}

/** Locks the pairs of a supplier against another search until the transaction ends. */
export async function lockSearch(tx: Transaction, supplierId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(5081735, (${supplierId}::bigint % 2147483647)::int)`)
}

/** Stores pairs with their public ids. Undecided pairs that are no longer found are deleted. */
export async function savePairs(
  tx: Transaction,
  supplierId: number,
  { pairs, now }: Readonly<{ pairs: readonly (DuplicatePair & Readonly<{ publicId: string }>)[]; now: Date }>,
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

/** Returns the suppliers whose products have changed since a moment. */
export async function selectChangedSuppliers(db: Queryable, since: Date): Promise<number[]> {
  const found = await queryRows<{ id: number }>(
    db,
    sql`
    select s.id::int as id from suppliers s
    where exists (select from products p where p.supplier_id = s.id and p.updated_at > ${since}) order by s.id`,
  )
  return found.map(({ id }) => id)
}
