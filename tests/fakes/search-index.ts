import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import type { Search } from '#features/catalogue/catalog/port.ts'
import type { ProductFilter } from '#features/catalogue/catalog/rules.ts'
import { selectCardsByIds } from '#features/catalogue/catalog/storefront/lists/product-id-queries.ts'
import { filterCondition } from '#features/catalogue/catalog/storefront/search/search-queries.ts'

type Found = Readonly<{ ids: readonly string[]; total: number }>

/**
 * Returns a search that repeats its first results until `settle` is called, as an outside index that is behind. It keeps
 * ids and totals only, so what it returns of a product is read from the database.
 */
export function createOutdatedSearch(source: Search): Search & Readonly<{ settle(): void }> {
  const answers = new Map<string, unknown>()

  async function remember<Answer>(key: unknown, ask: () => Promise<Answer>): Promise<Answer> {
    const name = JSON.stringify(key)
    const known = answers.has(name) ? answers.get(name) : await ask()
    answers.set(name, known)
    // What is stored under a key was returned for the same key.
    return known as Answer
  }

  return {
    settle: () => answers.clear(),
    async find(db, filter, span) {
      const { ids, total } = await remember<Found>(['find', filter, span], async () => {
        const page = await source.find(db, filter, span)
        return { ids: readIds(page.items), total: page.total }
      })
      const matching = await selectMatchingIds(db, ids, filter)
      return {
        items: await selectCardsByIds(db, matching),
        n: matching.length,
        last: matching.at(-1) ?? null,
        total,
      }
    },
    facets: (db, filter) => remember(['facets', filter], () => source.facets(db, filter)),
    suggest: async (db, typed) => {
      const ids = await remember(['suggest', typed], async () => readIds(await source.suggest(db, typed)))
      return selectCardsByIds(db, ids)
    },
  }
}

async function selectMatchingIds(
  db: Queryable,
  ids: readonly string[],
  filter: ProductFilter,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select x.public_id as id from products x where x.public_id = any (${sql.param(ids)}::text[])
      and ${filterCondition(filter)}`,
  )
  const matching = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => matching.has(id))
}

function readIds(items: string): string[] {
  const found: readonly Readonly<{ id: string }>[] = JSON.parse(items)
  return found.map(({ id }) => id)
}
