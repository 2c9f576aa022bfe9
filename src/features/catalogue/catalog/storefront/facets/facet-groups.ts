import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** The most changes of counts that one fold adds up (migration 0545). */
const FOLD_LIMIT = 100_000

/** The groups of facets that one statement compares with the products. */
const GROUPS_PER_CHECK = 2_000

/**
 * Adds the latest changes of the facet groups to their stored counts, in several steps after a large import. Reads are
 * exact even before, and concurrent calls are safe.
 */
export async function foldFacetGroups(db: Queryable): Promise<void> {
  let folded = FOLD_LIMIT
  while (folded === FOLD_LIMIT) folded = await selectNumber(db, sql`select fold_facet_groups() as n`)
}

/**
 * Counts the listed products of all facet groups again, range by range, and corrects wrong counts. Returns the number
 * of wrong groups, which is 0 unless somebody wrote products without their triggers.
 */
export async function checkFacetGroups(db: Queryable): Promise<number> {
  const starts = await queryRows<{ facets: string }>(
    db,
    sql`
      select facets::text as facets from (
        select facets, row_number() over (order by facets) as place from (select distinct facets from facet_groups) f) f
      where place % ${GROUPS_PER_CHECK}::int = 0 order by f.facets`,
  )
  const bounds = [null, ...starts.map(({ facets }) => facets), null]
  let wrong = 0
  for (let index = 1; index < bounds.length; index++) {
    const [low, high] = [bounds[index - 1] ?? NO_FACETS, bounds[index] ?? null]
    wrong += await selectNumber(
      db,
      sql`select check_facet_groups(${low}::text::bit(57), ${high}::text::bit(57)) as n`,
    )
  }
  await db.execute(sql`delete from facet_groups where n = 0`)
  return wrong
}

/** The smallest facets of a product. */
const NO_FACETS = '0'.repeat(57)

async function selectNumber(db: Queryable, query: ReturnType<typeof sql>): Promise<number> {
  const [row] = await queryRows<{ n: number }>(db, query)
  return row?.n ?? 0
}
