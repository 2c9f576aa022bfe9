import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, queryRows, type Queryable } from '#database/database.ts'
import type { PracticeShop } from '../shop-queries.ts'
import { errorAnswer, parseJson, readPage, selectFields, type WooAnswer } from './woo-answers.ts'

type Category = { id: number; name: string }

type CategoryCall = Readonly<{
  db: Database
  shop: PracticeShop
  query: URLSearchParams
  body: string | undefined
}>

const CategoryInput = z.object({ name: z.string().trim().min(1).max(200) })

/** Answers requests for product categories: lists them by a search, or creates one (WooCommerce REST API v3). */
export async function answerCategories({ db, shop, query, body }: CategoryCall): Promise<WooAnswer> {
  const known = await listCategories(db, shop.id)
  if (body === undefined) {
    const search = (query.get('search') ?? '').toLowerCase()
    const found = known.filter(({ name }) => name.toLowerCase().includes(search))
    const { page, perPage } = readPage(query)
    const shown = found.slice((page - 1) * perPage, page * perPage)
    return {
      status: 200,
      body: shown.map((category) => selectFields(category, query)),
      pages: Math.ceil(found.length / perPage),
    }
  }
  const input = CategoryInput.safeParse(parseJson(body))
  if (!input.success) return errorAnswer(400, 'rest_invalid_param', 'Invalid parameter(s): name')
  const { name } = input.data
  if (known.some((category) => category.name.toLowerCase() === name.toLowerCase()))
    return errorAnswer(400, 'term_exists', 'A term with the name provided already exists with this parent.')
  const category = { id: toCategoryId(name), name }
  await db.execute(sql`
    insert into practice_categories (shop_id, id, name) values (${shop.id}, ${category.id}, ${name})
    on conflict do nothing`)
  return { status: 201, body: category }
}

/** Returns the categories of a shop: created ones, and those that products name. */
export async function listCategories(db: Queryable, shopId: number): Promise<readonly Category[]> {
  const found = await queryRows<{ name: string }>(
    db,
    sql`
      select name from practice_categories where shop_id = ${shopId}
      union
      select jsonb_array_elements_text(categories) from practice_products where shop_id = ${shopId}
      order by name`,
  )
  return found.map(({ name }) => ({ id: toCategoryId(name), name }))
}

/** Returns the id of a category: the FNV-1a hash of its name, so it is the same everywhere. */
export function toCategoryId(name: string): number {
  let hash = 0x811c_9dc5
  for (const byte of new TextEncoder().encode(name.toLowerCase()))
    hash = Math.imul(hash ^ byte, 0x0100_0193) >>> 0
  return hash
}
