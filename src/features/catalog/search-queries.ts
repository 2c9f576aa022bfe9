import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, named, rows } from '#database/database.ts'
import { cardsOf, LIST_ORDERS } from './card-queries.ts'
import type { CardPage } from './list-queries.ts'
import { categoryKey, MOST_HITS, type Narrowing, type Span } from './rules.ts'

/**
 * One page of the pieces that pass, with the exact number of all that do. Never a named statement: a plan made for a rare
 * word is ruinous for a common one. With a text all that pass are read once, as both answers need them; without one the
 * page stops at its end and an index alone gives the number.
 */
export async function selectNarrowed(
  db: Queryable,
  narrowing: Narrowing,
  { limit, offset }: Span,
): Promise<CardPage> {
  const order = LIST_ORDERS[narrowing.sort]
  const [key, by] = [sql.raw(order.key), sql.raw(order.by)]
  const passing = sql`select ${key} from products x where ${passes(narrowing)}`
  const source = narrowing.text === '' ? sql`(${passing})` : sql`passing`
  const cards = sql.raw(cardsOf('select * from page', order))
  const [page] = await rows<CardPage>(
    db,
    sql`
      with passing as (${passing}),
      page as materialized (select * from ${source} x order by ${by} limit ${limit} offset ${offset})
      select cards.*, (select count(*) from passing) as total from (${cards}) cards`,
  )
  if (!page) throw new Error('a page is always one row')
  return page
}

/** The conditions on a product `x`. What is normalised for names is normalised for the text asked for, by the database. */
export function passes({ text, minAmount, maxAmount, minStock, maxStock, category }: Narrowing): SQL {
  const conditions = [
    sql`x.is_listed`,
    category && sql`x.category_id = ${categoryKey(category)}::smallint`,
    text && sql`x.name_norm like f_containing(${text})`,
    minAmount !== undefined && sql`x.sell_amount >= ${minAmount}::bigint`,
    maxAmount !== undefined && sql`x.sell_amount <= ${maxAmount}::bigint`,
    minStock !== undefined && sql`x.stock >= ${minStock}::bigint`,
    maxStock !== undefined && sql`x.stock <= ${maxStock}::bigint`,
  ]
  return sql.join(
    conditions.filter((condition) => condition instanceof Object),
    sql` and `,
  )
}

/** Search results as finished JSON: an array's text, and how many they are. */
export type Hits = Readonly<{ items: string; n: number }>

const HIT = sql.raw(`
  select coalesce(json_agg(hit), '[]')::text as items, count(*)::int as n from (
    select p.public_id as id, p.name, p.sell_amount * 0.01 as price, p.pictures as product_images
    from found join products p on p.id = found.id
    order by found.rank, p.sold_count desc, p.rating desc, p.id desc limit ${MOST_HITS}) hit`)

const POPULAR = sql.raw('order by x.sold_count desc, x.rating desc, x.id desc')

/**
 * The pieces whose name has, for each group of words, a word that begins with one of them; the most popular of all, or
 * only those `among` so many of the most popular pieces. The index of words is good for rare words and must read every hit
 * of a common one, for which looking through the most popular is soon done: the caller knows which it is.
 */
export async function selectByWords(
  db: Queryable,
  groups: readonly string[],
  { among }: { among?: number | undefined } = {},
): Promise<Hits> {
  const match = sql`to_tsvector('simple', x.name_norm) @@ f_word_query(${textArray(groups)})`
  const found = among
    ? sql`select x.id, 1 as rank from (select * from products x where x.is_listed ${POPULAR} limit ${among}) x where ${match}`
    : sql`select x.id, 1 as rank from products x where x.is_listed and ${match}`
  return hits(db, found)
}

/** The pieces that are, or have a variant, of exactly this stock-keeping number, letters of either case. */
export async function selectBySku(db: Queryable, sku: string): Promise<Hits> {
  return hits(
    db,
    sql`select x.id, 0 as rank from (
        select id from products where is_listed and lower(sku) = lower(${sku})
        union
        select p.id from product_variants v join products p on p.id = v.product_id
        where lower(v.sku) = lower(${sku}) and p.is_listed
      ) x limit ${MOST_HITS}`,
  )
}

/** The pieces whose name contains the text, letters of either case, with or without accents; the most popular. */
export async function selectContaining(db: Queryable, text: string): Promise<Hits> {
  return hits(
    db,
    sql`select x.id, 1 as rank from products x
      where x.is_listed and x.name_norm like f_containing(${text}) ${POPULAR} limit ${MOST_HITS}`,
  )
}

async function hits(db: Queryable, found: SQL): Promise<Hits> {
  const [result] = await rows<Hits>(db, sql`with found as materialized (${found}) ${HIT}`)
  return result ?? { items: '[]', n: 0 }
}

function textArray(texts: readonly string[]): SQL {
  return sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`
}

/** A typed word as names are normalised, and in about how many of all `names` a word begins with it. */
export type KnownWord = Readonly<{ word: string; n: number; names: number }>

/** What the vocabulary knows of typed words as they are. */
export async function selectKnown(db: Queryable, words: readonly string[]): Promise<KnownWord[]> {
  return named<KnownWord>(db, KNOWN, [words])
}

// chr(1114111) is the last code point: with it `~>=~` and `~<~` are the range of all texts with that beginning, which,
// unlike LIKE, may use the index for a beginning that is known only when the statement runs.
const KNOWN = {
  name: 'catalog_known_words',
  text: `
    select t.word, k.n, (select greatest(reltuples, 0) from pg_class where oid = 'products'::regclass)::float8 as names
    from (select i, lower(f_unaccent(w)) as word from unnest($1::text[]) with ordinality u(w, i)) t
    cross join lateral (
      select coalesce(sum(n), 0)::bigint as n from search_words
      where word ~>=~ t.word and word ~<~ (t.word || chr(1114111))) k
    order by t.i`,
}

/** A word of the vocabulary that may be meant, and in about how many names it is. */
export type Candidate = Readonly<{ word: string; n: number }>

/**
 * The words that may be meant by each mistyped word (given as names are normalised), frequent ones first. One error leaves
 * either the first half of a word but for its last letter or what follows the second half's first letter as it was, so these two ends find them by an
 * index each, as do shared trigrams for longer words not typed to the end. Which of them really are one error away is for
 * `isNearly` to say.
 */
export async function selectCandidates(db: Queryable, words: readonly string[]): Promise<Candidate[][]> {
  const found = await named<{ candidates: Candidate[] }>(db, CANDIDATES, [words])
  return found.map(({ candidates }) => candidates)
}

const CANDIDATES = {
  name: 'catalog_word_candidates',
  text: `
    select coalesce(json_agg(c order by c.n desc, c.word) filter (where c.word is not null), '[]') as candidates
    from (
      select i, word, length(word) as len, left(word, greatest(length(word) / 2 - 1, 1)) as head,
        reverse(substr(word, length(word) / 2 + 2)) as liat
      from unnest($1::text[]) with ordinality u(word, i)
    ) t
    left join lateral (
      (select word, n from search_words k
        where t.len > 2 and k.word ~>=~ t.head and k.word ~<~ (t.head || chr(1114111)) and length(k.word) >= t.len - 1
        order by n desc limit 2000)
      union
      (select word, n from search_words k
        where t.len > 2 and reverse(k.word) ~>=~ t.liat and reverse(k.word) ~<~ (t.liat || chr(1114111))
          and length(k.word) between t.len - 1 and t.len + 1
        order by n desc limit 2000)
      union
      (select word, n from search_words k where t.len > 3 and k.word % t.word order by similarity(k.word, t.word) desc limit 50)
    ) c on true
    group by t.i order by t.i`,
}
