import { type SQL, sql } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import { selectCardsSql, LIST_ORDERS, RELEVANCE_ORDER } from '../lists/card-queries.ts'
import type { CardPage } from '../lists/list-queries.ts'
import {
  categoryKey,
  MAX_HITS,
  type ProductFilter,
  splitSearchText,
  type PageRange,
  replaceNul,
  type WordSearch,
} from '../../rules.ts'

/**
 * Returns one page of matching products, with their exact total count. Never a prepared statement: a plan made for a
 * rare word is very slow for a common one. With a text, all matches are read once, because page and count both need
 * them. Without one, the page stops early and an index-only scan counts the rest.
 */
export async function selectFilteredPage(
  db: Queryable,
  filter: ProductFilter,
  { limit, offset }: PageRange,
): Promise<CardPage> {
  const { key, order } = toOrder(filter)
  const by = sql.raw(order.by)
  const matching = sql`select ${key} from products x where ${filterCondition(filter)}`
  const source = filter.text === '' ? sql`(${matching})` : sql`passing`
  const cards = sql.raw(selectCardsSql('select * from page', order))
  const [page] = await queryRows<CardPage>(
    db,
    sql`
      with passing as (${matching}),
      page as materialized (select * from ${source} x order by ${by} limit ${limit} offset ${offset})
      select cards.*, (select count(*) from passing) as total from (${cards}) cards`,
  )
  if (!page) throw new Error('a page is always one row')
  return page
}

/** Returns the order of a search; relevance needs a text: names that contain it unchanged come first. */
function toOrder({ sort, text }: ProductFilter) {
  if (sort !== 'relevance') return { key: sql.raw(LIST_ORDERS[sort].key), order: LIST_ORDERS[sort] }
  if (text === '') return { key: sql.raw(LIST_ORDERS.newest.key), order: LIST_ORDERS.newest }
  const phrase = sql`' ' || lower(f_unaccent(${text}))`
  return {
    key: sql`position(${phrase} in ' ' || x.name_norm) > 0 as is_phrase, ${sql.raw(LIST_ORDERS.popular.key)}`,
    order: RELEVANCE_ORDER,
  }
}

/** Returns the SQL conditions on a product `x`. The database normalises the text in the same way as names. */
export function filterCondition(filter: ProductFilter): SQL {
  const { text, minAmount, maxAmount, minStock, maxStock, category, choice, synonyms } = filter
  const { metals, stones, sizes, colors, purities, countries, inStock, onOffer } = choice
  const conditions = [
    sql`x.is_listed`,
    category && sql`x.category_id = ${categoryKey(category)}::smallint`,
    ...splitSearchText(text).map((part) => containsAny([part, ...(synonyms?.get(part.toLowerCase()) ?? [])])),
    minAmount !== undefined && sql`x.sell_amount >= ${minAmount}::bigint`,
    maxAmount !== undefined && sql`x.sell_amount <= ${maxAmount}::bigint`,
    minStock !== undefined && sql`x.stock >= ${minStock}::bigint`,
    maxStock !== undefined && sql`x.stock <= ${maxStock}::bigint`,
    metals !== undefined && sql`x.facets::bigint & (${metals}::bigint << 25) > 0`,
    stones !== undefined && sql`x.facets::bigint & ${stones}::bigint > 0`,
    sizes !== undefined && sql`x.option_bits & ${sizes}::bigint > 0`,
    colors !== undefined && sql`x.option_bits & (${colors}::bigint << 21) > 0`,
    purities !== undefined && sql`x.option_bits & (${purities}::bigint << 33) > 0`,
    countries !== undefined && sql`(x.facets::bigint >> 37) & 1023 = any (${sql.param(countries)}::bigint[])`,
    inStock && sql`x.facets::bigint & (1::bigint << 55) > 0`,
    onOffer && sql`x.facets::bigint & (1::bigint << 56) > 0`,
  ]
  return sql.join(
    conditions.filter((condition) => condition instanceof Object),
    sql` and `,
  )
}

/** Returns the condition that a name contains one of these texts. */
function containsAny(texts: readonly string[]): SQL {
  const conditions = texts.map((text) => sql`x.name_norm like f_containing(${text})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Returns the synonyms of a text's words, by the word in lower case. */
export async function selectSynonyms(
  db: Queryable,
  text: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = splitSearchText(text).map((part) => part.toLowerCase())
  if (words.length === 0) return new Map()
  const matchSql = await queryPrepared<{ word: string; meanings: string[] }>(db, SYNONYMS, [words])
  return new Map(matchSql.map(({ word, meanings }) => [word, meanings]))
}

const SYNONYMS = {
  name: 'catalog_synonyms',
  text: 'select word, meanings from search_synonyms where word = any ((select $1::text[])::text[])',
}

/** Search results as finished JSON: the text of an array, and its length. */
type SearchHits = Readonly<{ items: string; n: number }>

/** The words and the SKU of a search, and which of them comes first. */
type SearchInput = Readonly<{ words: WordSearch; sku: string | null; isSkuFirst: boolean }>

/**
 * Returns the most popular products by the words of their names, or by SKU. A name must have, for each group of words,
 * a word that begins with one of them. The SKU is used if no name matches or it comes first; it must match exactly
 * except for case, and may be the product's or a variant's. Words are normalised like names.
 */
export async function selectSearchHits(
  db: Queryable,
  { words, sku, isSkuFirst }: SearchInput,
): Promise<SearchHits> {
  const groupWords = words.groups.flatMap((group, index) => group.map((word) => ({ word, index })))
  const values = [
    words.among,
    words.containsAll,
    words.containsAny,
    words.query,
    groupWords.map(({ word }) => word),
    groupWords.map(({ index }) => index),
    sku,
    isSkuFirst ? 0 : 2,
  ]
  return firstHits(await queryPrepared<SearchHits>(db, SEARCH_HITS, values))
}

/** Returns the most popular products whose name contains the text, ignoring case and accents. */
export async function selectNameMatches(db: Queryable, text: string): Promise<SearchHits> {
  const matchSql = sql`select x.id, 1 as rank from products x
    where x.is_listed and x.name_norm like f_containing(${text}) ${sql.raw(POPULAR_ORDER)} limit ${MAX_HITS}`
  return firstHits(
    await queryRows<SearchHits>(db, sql`with found as materialized (${matchSql}) ${sql.raw(HIT_COLUMNS)}`),
  )
}

/** Returns at most three verified suppliers whose name contains the text, as a JSON array of id and name. */
export async function selectSuppliersNamed(db: Queryable, text: string): Promise<string> {
  const [matchSql] = await queryPrepared<{ items: string }>(db, SUPPLIERS_NAMED, [replaceNul(text)])
  return matchSql?.items ?? '[]'
}

const SUPPLIERS_NAMED = {
  name: 'catalog_suppliers_named',
  text: `
    select coalesce(json_agg(s), '[]')::text as items from (
      select public_id as id, name from suppliers
      where is_verified and length($1) > 1 and name_norm like f_containing($1) order by name limit 3) s`,
}

function firstHits([hits]: readonly SearchHits[]): SearchHits {
  return hits ?? { items: '[]', n: 0 }
}

const POPULAR_ORDER = 'order by x.sold_count desc, x.rating desc, x.id desc'

const HIT_COLUMNS = `
  select coalesce(json_agg(hit), '[]')::text as items, count(*)::int as n from (
    select p.public_id as id, p.name, p.sell_amount * 0.01 as price, p.pictures as product_images
    from found join products p on p.id = found.id where found.rank = (select min(rank) from found)
    order by p.sold_count desc, p.rating desc, p.id desc limit ${MAX_HITS}) hit`

// chr(1114111) is the last code point: with it `~>=~` and `~<~` select all texts with that beginning. Unlike LIKE, they
// can use the index for a beginning that is known only at run time.
const startsWithSql = (text: string, beginning: string): string =>
  `${text} ~>=~ ${beginning} and ${text} ~<~ (${beginning} || chr(1114111))`

const lexemeSql = (word: string): string =>
  String.raw`'''' || replace(replace(${word}, '\', '\\'), '''', '''''') || ''''`

// Matching letters is cheap and leaves few names to split into words.
const HAS_WORDS = `x.name_norm like all ((select $2::text[])::text[]) and x.name_norm like any ((select $3::text[])::text[])
        and to_tsvector('simple', x.name_norm) @@ (select $4::tsquery)`

// First scans the most popular names to the given depth: an index-only scan reads them, and common words soon have ten
// matches. Only if they do not is the word index used, which must read every hit. It finds whole words many times
// faster than beginnings: so the vocabulary's words replace a beginning, and a beginning with many words is instead
// checked in the hits of the others. The plan must depend on nothing but the words: hits are sorted separately, and
// values in a `(select …)` are hidden from the planner, which gives one plan for all.
const SEARCH_HITS = {
  name: 'catalog_search_products',
  text: `
    with walked as materialized (
      select x.id, x.sold_count, x.rating from (
        select x.id, x.name_norm, x.sold_count, x.rating from products x where x.is_listed
        ${POPULAR_ORDER} limit (select $1::bigint)) x
      where ${HAS_WORDS}
      ${POPULAR_ORDER} limit ${MAX_HITS}),
    typed as (
      select string_agg('(' || lexemes || ')', ' & ') filter (where is_short)::tsquery as query,
        bool_and(is_short) or not bool_or(is_short) as is_whole
      from (
        select string_agg(k.lexemes, ' | ') as lexemes, bool_and(k.n between 1 and 32) as is_short
        from unnest((select $5::text[]), (select $6::int[])) u(word, i) cross join lateral (
          select string_agg(${lexemeSql('s.word')}, ' | '), count(*)
          from (select word from search_words where ${startsWithSql('word', 'u.word')} limit 33) s) k(lexemes, n)
        group by u.i) a),
    indexed as materialized (
      select x.id, x.sold_count, x.rating from products x
      where (select count(*) from walked) < ${MAX_HITS} and x.is_listed
        and to_tsvector('simple', x.name_norm) @@ (select coalesce(query, $4::tsquery) from typed)
        and ((select is_whole from typed) or ${HAS_WORDS})),
    found as materialized (
      select id, 1 as rank from walked
      union select id, 1 from (select x.id from indexed x ${POPULAR_ORDER} limit ${MAX_HITS}) x
      union select id, $8::int from products where is_listed and lower(sku) = lower((select $7::text))
      union select p.id, $8::int from product_variants v join products p on p.id = v.product_id
        where lower(v.sku) = lower((select $7::text)) and p.is_listed)
    ${HIT_COLUMNS}`,
}

/** A word of the vocabulary that the user may mean, and about how many names contain it. */
type Candidate = Readonly<{ word: string; n: number }>

/**
 * The vocabulary's entry for a typed word: normalised, its frequency, and possible corrections. `n` is about how many
 * of all `names` contain a word that begins with it. The candidates are sorted by frequency; words that occur in names
 * have them only on request.
 */
export type TypedWord = Readonly<{
  word: string
  n: number
  names: number
  candidates: readonly Candidate[]
  /** Beginnings of words that count as this word. */
  synonyms: readonly string[]
}>

/**
 * Returns the vocabulary's entries for typed words, in their order. One error leaves unchanged either the first half of
 * a word without its last letter, or the second half without its first letter. An index for each of these two ends
 * finds the candidates, as do shared trigrams for longer, incomplete words. As many words share a first half, patterns
 * select those with at most one error after it. The caller checks with `isNearly` which candidates really are one error
 * away.
 */
export async function selectTypedWords(
  db: Queryable,
  words: readonly string[],
  { checksAll }: { checksAll: boolean },
): Promise<TypedWord[]> {
  return queryPrepared<TypedWord>(db, TYPED_WORDS, [words, checksAll])
}

const TYPED_WORDS = {
  name: 'catalog_typed_words',
  text: `
    select t.word, k.n, (select greatest(reltuples, 0) from pg_class where oid = 'products'::regclass)::float8 as names,
      coalesce(c.candidates, '[]') as candidates,
      coalesce((select meanings from search_synonyms y where y.word = t.word), '{}') as synonyms
    from (
      select i, word, length(word) as len, left(word, greatest(length(word) / 2 - 1, 1)) as head,
        reverse(substr(word, length(word) / 2 + 2)) as liat
      from (select i, lower(f_unaccent(w)) as word from unnest((select $1::text[])) with ordinality u(w, i)) u
    ) t
    cross join lateral (
      select coalesce(sum(n), 0)::bigint as n from search_words where ${startsWithSql('word', 't.word')}) k
    cross join lateral (select k.n = 0 or (select $2::boolean)) d(is_checked)
    left join lateral (
      select array_agg(p || '%') as patterns
      from generate_series(length(t.head), t.len) i, lateral (
        select left(t.word, i), substr(t.word, i + 1, 1), substr(t.word, i + 2, 1), substr(t.word, i + 2), substr(t.word, i + 3)
      ) o(before, this, next, after, beyond), lateral (values
        (before || '_' || this || after), (before || after), (before || '_' || after), (before || next || this || beyond)) v(p)
      where d.is_checked and t.len > 2) p on true
    left join lateral (
      select json_agg(c order by c.n desc, c.word) as candidates from (
        (select word, n from search_words s
          where d.is_checked and t.len > 2 and ${startsWithSql('s.word', 't.head')} and s.word like any (p.patterns)
          order by n desc limit 2000)
        union
        (select word, n from search_words s
          where d.is_checked and t.len > 2 and ${startsWithSql('reverse(s.word)', 't.liat')} and length(s.word) = any (array[t.len - 1, t.len, t.len + 1])
          order by n desc limit 2000)
        union
        (select word, n from search_words s
          where d.is_checked and t.len > 3 and s.word % t.word order by similarity(s.word, t.word) desc limit 50)
      ) c) c on true
    order by t.i`,
}
