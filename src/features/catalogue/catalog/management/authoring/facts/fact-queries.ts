import { sql } from 'drizzle-orm'
import type { FactName, JewelleryFacts } from '#core/jewellery/vocabulary.ts'
import { type Queryable, type Transaction, queryPrepared, queryRows } from '#database/database.ts'
import type { CategoryName } from '../../../contract.ts'

/** SQL that builds the facts of a product `p` in the shape of the editor's form. */
export const FACTS_JSON = `json_build_object('metal', p.metal, 'purity', p.purity, 'plating', p.plating, 'hallmark', p.hallmark,
        'isNickelFree', p.is_nickel_free, 'sizeStandard', p.size_standard, 'weightGrams', p.weight_grams, 'lengthMm', p.length_mm,
        'widthMm', p.width_mm, 'heightMm', p.height_mm, 'certificateLaboratory', p.certificate_laboratory,
        'certificateNumber', p.certificate_number, 'originCountry', p.origin_country, 'tariffNumber', p.tariff_number, 'stones', (select coalesce(json_agg(json_build_object('kind', s.kind,
          'count', s.count, 'carat', s.carat, 'origin', s.origin) order by s.position), '[]')
          from product_stones s where s.product_id = p.id))`

/**
 * Stores a product's facts. `stonesText` is the text of its stones in lists and facets; undefined keeps the stored one.
 */
export async function writeFacts(
  tx: Transaction,
  productId: number,
  { facts, stonesText }: Readonly<{ facts: JewelleryFacts; stonesText: string | null | undefined }>,
): Promise<void> {
  await tx.execute(sql`
    update products set metal = ${facts.metal}, purity = ${facts.purity}, plating = ${facts.plating},
      hallmark = ${facts.hallmark}, is_nickel_free = ${facts.isNickelFree}, size_standard = ${facts.sizeStandard},
      weight_grams = ${facts.weightGrams}, length_mm = ${facts.lengthMm}, width_mm = ${facts.widthMm},
      height_mm = ${facts.heightMm}, certificate_laboratory = ${facts.certificateLaboratory},
      certificate_number = ${facts.certificateNumber},
      origin_country = ${facts.originCountry === undefined ? sql`origin_country` : facts.originCountry},
      tariff_number = ${facts.tariffNumber === undefined ? sql`tariff_number` : facts.tariffNumber},
      stones = ${stonesText === undefined ? sql`stones` : stonesText}
    where id = ${productId}`)
  await tx.execute(sql`delete from product_stones where product_id = ${productId}`)
  const stones = facts.stones.map((stone, index) => ({ ...stone, position: index + 1 }))
  await tx.execute(sql`
    insert into product_stones (product_id, position, kind, count, carat, origin)
    select ${productId}::bigint, x.position, x.kind, x.count, x.carat, x.origin
    from json_to_recordset(${JSON.stringify(stones)}::json)
      as x(position smallint, kind text, count int, carat numeric, origin text)`)
}

/** Returns whether the product's owner has listed its stones. */
export async function hasListedStones(tx: Transaction, productId: number): Promise<boolean> {
  const found = await queryRows(tx, sql`select from product_stones where product_id = ${productId} limit 1`)
  return found.length > 0
}

/** Returns the facts that products of each category must state, and their typical weight. */
export async function selectCategoryFacts(
  db: Queryable,
): Promise<{ category: CategoryName; required: FactName[]; typicalWeightGrams: number | null }[]> {
  return queryPrepared(db, CATEGORY_FACTS, [])
}

const CATEGORY_FACTS = {
  name: 'catalog_category_facts',
  text: `
    select c.name as category,
      (select coalesce(json_agg(f.fact order by f.position, f.fact), '[]') from category_facts f
        where f.category_id = c.id) as required,
      c.typical_weight_grams as "typicalWeightGrams"
    from categories c order by c.id`,
}
