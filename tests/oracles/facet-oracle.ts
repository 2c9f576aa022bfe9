import { sql, type SQL } from 'drizzle-orm'
import { type Database, rows } from '#database/database.ts'
import { CATEGORIES, type CategoryName, type ChoiceData } from '#features/catalogue/catalog/contract.ts'
import { choiceOf, type Narrowing, narrowingOf } from '#features/catalogue/catalog/rules.ts'
import { supplierInTrade } from '#tests/shop/factories.ts'

const NO_BOUNDS = { productName: '', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' }

const METALS = { 'yellow-gold': 'Yellow gold', silver: 'Silver', platinum: 'Platinum' }
const COUNTRIES = ['IT', 'PT', 'JP']

/** 900 pieces of every mixture, by a walk that comes back to none of them soon. */
export async function mixedCatalogue(db: Database): Promise<void> {
  for (const country of COUNTRIES) {
    const supplier = await supplierInTrade(db, { name: `Bench ${country}` })
    await db.execute(sql`update suppliers set country = ${country} where id = ${supplier.id}`)
    await db.execute(sql`
      insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount, offer_amount, stock, metal, stones,
        purity)
      select 'prd_' || md5(${country} || i), ${supplier.id}, ${supplier.warehouseId}, 1 + i * 7 % 8,
        (array['Halo', 'Plain', 'Halo Signet'])[1 + i * 11 % 3] || ' piece ' || i, 1000 + i::bigint * 7919 % 200000,
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

/** A search as the form hands it over, with what was chosen. */
export type Asked = Partial<typeof NO_BOUNDS> & { category?: CategoryName } & ChoiceData

const SIZES_SAID = { '6': 'US 6', '7': 'EU 54' }
const COLORS_SAID = { black: 'Black', 'yellow-gold': 'Yellow Gold' }

function anyVariant(column: SQL, said: Record<string, string>, values: readonly string[]): SQL {
  const texts = sql.param(values.map((value) => Reflect.get(said, value) ?? value))
  return sql`exists (select from product_variants v where v.product_id = p.id and ${column} = any (${texts}::text[]))`
}

const cents = (dollars: string) => Math.round(Number(dollars) * 100)

/** What is asked for, as conditions on the plain columns: one a part, so that a part can be left out. */
function conditions(asked: Asked): Record<string, SQL> {
  const any = (column: SQL, names: Record<string, string>, values: readonly string[]) =>
    sql`${column} ilike any (${sql.param(values.map((value) => `%${Reflect.get(names, value)?.split(/\d |,/).find(Boolean) ?? value}%`))}::text[])`
  return {
    ...(asked.productName ? { productName: sql`p.name ilike ${`%${asked.productName}%`}` } : {}),
    ...(asked.category ? { category: sql`p.category_id = ${CATEGORIES.indexOf(asked.category) + 1}` } : {}),
    ...(asked.metal ? { metal: any(sql`p.metal`, METALS, asked.metal) } : {}),
    ...(asked.stone
      ? { stone: any(sql`p.stones`, { diamond: 'diamond', ruby: 'ruby', emerald: 'emeralds' }, asked.stone) }
      : {}),
    ...(asked.purity
      ? { purity: any(sql`p.purity`, { '750': '750', '925': '925', '585': '585' }, asked.purity) }
      : {}),
    ...(asked.size
      ? { size: sql`p.category_id = 1 and ${anyVariant(sql`v.size`, SIZES_SAID, asked.size)}` }
      : {}),
    ...(asked.color ? { color: anyVariant(sql`v.color`, COLORS_SAID, asked.color) } : {}),
    ...(asked.country ? { country: sql`s.country = any (${sql.param(asked.country)}::text[])` } : {}),
    ...(asked.inStock ? { inStock: sql`p.stock > 0` } : {}),
    ...(asked.onOffer ? { onOffer: sql`p.discount_bp > 0` } : {}),
    ...(asked.minPrice || asked.maxPrice
      ? {
          price: sql`p.sell_amount between ${cents(asked.minPrice || '0')} and ${cents(asked.maxPrice || '1e9')}`,
        }
      : {}),
    ...(asked.minQuantity ? { quantity: sql`p.stock >= ${asked.minQuantity}` } : {}),
  }
}

/** How many pieces SQL counts for it: without one of its parts, or with one condition more. */
export async function counted(
  db: Database,
  asked: Asked,
  { without, and }: { without?: string; and?: SQL } = {},
): Promise<number> {
  const parts = Object.entries(conditions(asked)).filter(([name]) => name !== without)
  const all = [sql`p.is_listed`, ...parts.map(([, condition]) => condition), ...(and ? [and] : [])]
  const [found] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from products p join suppliers s on s.id = p.supplier_id where ${sql.join(all, sql` and `)}`,
  )
  return found?.n ?? -1
}

/** The search as the catalogue reads it. */
export function narrowed(asked: Asked, sort?: Narrowing['sort']): Narrowing {
  return narrowingOf({ ...NO_BOUNDS, ...asked }, { category: asked.category, choice: choiceOf(asked), sort })
}

/** The condition that a value of a facet stands for; none where it stands for no column. */
export function having(name: string, value: string): SQL | undefined {
  if (name === 'price') {
    const [min = '', max = ''] = value.split('-')
    return sql`p.sell_amount between ${cents(min)} and ${cents(max || '1e9')}`
  }
  if (name === 'stone' && value === 'none') return sql`p.stones is null`
  const asked: Asked =
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
  return Object.values(conditions(asked))[0]
}

const ORDERS = {
  newest: 'p.id desc',
  popular: 'p.sold_count desc, p.rating desc, p.id desc',
  rating: 'p.rating desc, p.review_count desc, p.id desc',
  discount: 'p.discount_bp desc, p.id desc',
  price_asc: 'p.sell_amount, p.id',
  price_desc: 'p.sell_amount desc, p.id desc',
}

/** The ids SQL gives for it, in this order. */
export async function sorted(db: Database, asked: Asked, sort: keyof typeof ORDERS): Promise<string[]> {
  const all = [sql`p.is_listed`, ...Object.values(conditions(asked))]
  const found = await rows<{ id: string }>(
    db,
    sql`select p.public_id as id from products p join suppliers s on s.id = p.supplier_id
      where ${sql.join(all, sql` and `)} order by ${sql.raw(ORDERS[sort])}`,
  )
  return found.map(({ id }) => id)
}
