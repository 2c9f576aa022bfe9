import { sql, type SQL } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'
import {
  CATEGORIES,
  type CategoryName,
  type FacetSelectionData,
} from '#features/catalogue/catalog/contract.ts'
import { toFacetFilter, type ProductFilter, toProductFilter } from '#features/catalogue/catalog/rules.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'

const EMPTY_FILTERS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

const METALS = { 'yellow-gold': 'Yellow gold', silver: 'Silver', platinum: 'Platinum' }
const COUNTRIES = ['IT', 'PT', 'JP']

/** Creates 900 products of every mixture, by a walk that repeats none of them soon. */
export async function createMixedCatalogue(db: Database): Promise<void> {
  for (const country of COUNTRIES) {
    const supplier = await createTestSupplier(db, { name: `Bench ${country}` })
    await db.execute(sql`update suppliers set country = ${country} where id = ${supplier.id}`)
    await db.execute(sql`
      insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, offer_amount, stock, metal, stones,
        purity)
      select 'prd_' || md5(${country} || i), ${supplier.id}, ${supplier.warehouseId}, 1 + i * 7 % 8,
        (array['Halo', 'Plain', 'Halo Signet'])[1 + i * 11 % 3] || ' product ' || i, 1000 + i::bigint * 7919 % 200000,
        case when i % 5 = 0 then 900 + i end, i * 13 % 4,
        case i * 17 % 4 when 0 then 'Yellow gold' when 1 then 'Silver' when 2 then 'Yellow gold and platinum' end,
        case i * 19 % 5 when 0 then '3 diamonds, round' when 1 then '1 ruby, oval; 2 diamonds' when 2 then '2 emeralds, emerald cut' end,
        case i * 23 % 3 when 0 then '18K (750)' when 1 then '925' end
      from generate_series(1, 300) i`)
  }
  await db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, size, color, price_amount, stock)
    select 'var_' || md5(p.id || '/' || k), p.id, p.supplier_id, k, p.id || '-' || k, (array['US 6', 'EU 54', null])[1 + (p.id + k) % 3],
      (array['Black', 'Yellow Gold', null, null])[1 + (p.id * 7 + k) % 4], p.price_amount, case k when 0 then p.stock else 0 end
    from products p, generate_series(0, 1) k`)
  await db.execute(sql`select refresh_product_stock(array_agg(id)) from products`)
  await db.execute(sql`analyze products`)
}

/** A search with its filters, as the form submits it. */
export type FilterInput = Partial<typeof EMPTY_FILTERS> & { category?: CategoryName } & FacetSelectionData

const SIZE_LABELS = { '6': 'US 6', '7': 'EU 54' }
const COLOR_LABELS = { black: 'Black', 'yellow-gold': 'Yellow Gold' }

function hasVariant(column: SQL, labels: Record<string, string>, values: readonly string[]): SQL {
  const texts = sql.param(values.map((value) => Reflect.get(labels, value) ?? value))
  return sql`exists (select from product_variants v where v.product_id = p.id and ${column} = any (${texts}::text[]))`
}

const cents = (dollars: string) => Math.round(Number(dollars) * 100)

/** Returns the search as SQL conditions on plain columns, one for each part, so that a part can be left out. */
function conditions(filterInput: FilterInput): Record<string, SQL> {
  const any = (column: SQL, names: Record<string, string>, values: readonly string[]) =>
    sql`${column} ilike any (${sql.param(values.map((value) => `%${Reflect.get(names, value)?.split(/\d |,/).find(Boolean) ?? value}%`))}::text[])`
  return {
    ...(filterInput.productName ? { productName: sql`p.name ilike ${`%${filterInput.productName}%`}` } : {}),
    ...(filterInput.category
      ? { category: sql`p.category_id = ${CATEGORIES.indexOf(filterInput.category) + 1}` }
      : {}),
    ...(filterInput.metal ? { metal: any(sql`p.metal`, METALS, filterInput.metal) } : {}),
    ...(filterInput.stone
      ? {
          stone: any(
            sql`p.stones`,
            { diamond: 'diamond', ruby: 'ruby', emerald: 'emeralds' },
            filterInput.stone,
          ),
        }
      : {}),
    ...(filterInput.purity
      ? { purity: any(sql`p.purity`, { '750': '750', '925': '925', '585': '585' }, filterInput.purity) }
      : {}),
    ...(filterInput.size
      ? { size: sql`p.category_id = 1 and ${hasVariant(sql`v.size`, SIZE_LABELS, filterInput.size)}` }
      : {}),
    ...(filterInput.color ? { color: hasVariant(sql`v.color`, COLOR_LABELS, filterInput.color) } : {}),
    ...(filterInput.country
      ? { country: sql`s.country = any (${sql.param(filterInput.country)}::text[])` }
      : {}),
    ...(filterInput.inStock ? { inStock: sql`p.stock > 0` } : {}),
    ...(filterInput.onOffer ? { onOffer: sql`p.discount_bp > 0` } : {}),
    ...(filterInput.minPrice || filterInput.maxPrice
      ? {
          price: sql`p.sell_amount between ${cents(filterInput.minPrice || '0')} and ${cents(filterInput.maxPrice || '1e9')}`,
        }
      : {}),
    ...(filterInput.minQuantity ? { quantity: sql`p.stock >= ${filterInput.minQuantity}` } : {}),
  }
}

/** Returns SQL's count of products for a search, without one part or with another condition. */
export async function countMatching(
  db: Database,
  filterInput: FilterInput,
  { without, and }: { without?: string; and?: SQL } = {},
): Promise<number> {
  const conditionEntries = Object.entries(conditions(filterInput)).filter(([name]) => name !== without)
  const all = [sql`p.is_listed`, ...conditionEntries.map(([, condition]) => condition), ...(and ? [and] : [])]
  const [productRows] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from products p join suppliers s on s.id = p.supplier_id where ${sql.join(all, sql` and `)}`,
  )
  return productRows?.n ?? -1
}

/** Returns the search as the catalogue reads it. */
export function toFilter(filterInput: FilterInput, sort?: ProductFilter['sort']): ProductFilter {
  return toProductFilter(
    { ...EMPTY_FILTERS, ...filterInput },
    { category: filterInput.category, choice: toFacetFilter(filterInput), sort },
  )
}

/** Returns the condition of a facet's value; none where it has no column. */
export function toCondition(name: string, value: string): SQL | undefined {
  if (name === 'price') {
    const [min = '', max = ''] = value.split('-')
    return sql`p.sell_amount between ${cents(min)} and ${cents(max || '1e9')}`
  }
  if (name === 'stone' && value === 'none') return sql`p.stones is null`
  const filterInput: FilterInput =
    {
      category: { category: CATEGORIES.find((one) => one === value) ?? 'Rings' },
      metal: { metal: [value] },
      stone: { stone: [value] },
      purity: { purity: [value] },
      size: { size: [value] },
      color: { color: [value] },
      country: { country: [value] },
      inStock: { inStock: true },
      onOffer: { onOffer: true },
    }[name] ?? {}
  return Object.values(conditions(filterInput))[0]
}

const ORDERS = {
  newest: 'p.id desc',
  popular: 'p.sold_count desc, p.rating desc, p.id desc',
  rating: 'p.rating desc, p.review_count desc, p.id desc',
  discount: 'p.discount_bp desc, p.id desc',
  price_asc: 'p.sell_amount, p.id',
  price_desc: 'p.sell_amount desc, p.id desc',
}

/** Returns the ids that SQL finds for a search, in this order. */
export async function listSortedIds(
  db: Database,
  filterInput: FilterInput,
  sort: keyof typeof ORDERS,
): Promise<string[]> {
  const all = [sql`p.is_listed`, ...Object.values(conditions(filterInput))]
  const productRows = await queryRows<{ id: string }>(
    db,
    sql`select p.public_id as id from products p join suppliers s on s.id = p.supplier_id
      where ${sql.join(all, sql` and `)} order by ${sql.raw(ORDERS[sort])}`,
  )
  return productRows.map(({ id }) => id)
}
