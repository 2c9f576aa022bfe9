import type { FactName } from '#core/jewellery/vocabulary.ts'
import { type Queryable, queryPrepared, type Transaction } from '#database/database.ts'
import type { CategoryName, SizeGuideKind } from '../contract.ts'

/** A category as operators edit it: `label` is its name in the shop, `category` the name in URLs and calls. */
export type CategoryRow = Readonly<{
  category: CategoryName
  label: string
  sizeGuide: SizeGuideKind
  requiredFacts: readonly FactName[]
}>

/** Returns the categories in the shop's order. */
export async function selectCategories(db: Queryable): Promise<CategoryRow[]> {
  return queryPrepared<CategoryRow>(db, SELECT, [])
}

const SELECT = {
  name: 'catalog_categories',
  text: `
    select c.name as category, c.label, c.size_guide as "sizeGuide",
      (select coalesce(json_agg(f.fact order by f.position, f.fact), '[]') from category_facts f
        where f.category_id = c.id) as "requiredFacts"
    from categories c order by c.position, c.id`,
}

/** Stores all categories with their order and required facts. */
export async function updateCategories(tx: Transaction, rows: readonly CategoryRow[]): Promise<void> {
  const categories = JSON.stringify(rows.map((row, index) => ({ ...row, position: index + 1 })))
  await queryPrepared(tx, UPDATE, [categories])
  await queryPrepared(tx, DELETE_FACTS, [])
  await queryPrepared(tx, INSERT_FACTS, [categories])
}

const UPDATE = {
  name: 'catalog_update_categories',
  text: `
    update categories c set label = x.label, position = x.position, size_guide = x."sizeGuide"
    from json_to_recordset($1::json) as x(category text, label text, position smallint, "sizeGuide" text)
    where c.name = x.category`,
}

const DELETE_FACTS = { name: 'catalog_delete_category_facts', text: 'delete from category_facts' }

const INSERT_FACTS = {
  name: 'catalog_insert_category_facts',
  text: `
    insert into category_facts (category_id, fact, position)
    select c.id, f.fact, f.position
    from json_to_recordset($1::json) as x(category text, "requiredFacts" json)
    join categories c on c.name = x.category,
    lateral json_array_elements_text(x."requiredFacts") with ordinality f(fact, position)`,
}
