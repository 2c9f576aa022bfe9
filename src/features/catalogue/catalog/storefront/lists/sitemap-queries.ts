import { type Queryable, queryPrepared } from '#database/database.ts'

/**
 * The number of buckets of 1,024 consecutive keys in one sitemap: 49,152 products at most, below the permitted 50,000.
 */
const BUCKETS_PER_PART = 48
const KEYS_PER_PART = BUCKETS_PER_PART * 1024

/** The number of products read at a time. */
const BATCH_SIZE = 5_000

/** A listed product in the sitemap. */
export type SitemapEntry = Readonly<{ id: number; publicId: string; updatedAt: Date }>

/**
 * Returns the numbers (from 1) of sitemaps with a listed product, from the counters alone. A product always stays in
 * the same sitemap, because its number follows from its key: new products change only the last one.
 */
export async function selectSitemapParts(db: Queryable): Promise<number[]> {
  const found = await queryPrepared<{ part: number }>(db, PARTS)
  return found.map(({ part }) => part)
}

const PARTS = {
  name: 'catalog_sitemap_parts',
  text: `
    select (bucket / ${BUCKETS_PER_PART} + 1)::int as part from product_buckets_now
    where scope = 0 group by 1 having sum(n) > 0 order by 1`,
}

/**
 * Streams the listed products of a sitemap by their keys, in batches. Each batch is a separate statement over narrow
 * rows, so that no memory and no snapshot is held for the whole sitemap.
 */
export async function* streamSitemapPart(
  db: Queryable,
  part: number,
): AsyncGenerator<readonly SitemapEntry[], void, void> {
  const end = part * KEYS_PER_PART
  let after = end - KEYS_PER_PART - 1
  for (;;) {
    const batch: SitemapEntry[] = await queryPrepared(db, ENTRIES, [after, end])
    if (batch.length > 0) yield batch
    if (batch.length < BATCH_SIZE) return
    after = batch.at(-1)?.id ?? end
  }
}

const ENTRIES = {
  name: 'catalog_sitemap_entries',
  text: `
    select id, public_id as "publicId", updated_at as "updatedAt" from products
    where is_listed and id > $1::bigint and id < $2::bigint order by id limit ${BATCH_SIZE}`,
}
