import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CategoryName } from '../../contract.ts'
import type { ModerationStateName } from '../moderation/contract.ts'
import { LOW_STOCK, type ProductSort, type ProductView } from './shapes.ts'

/** A filter of a store's products. */
export type ProductListFilter = Readonly<{
  supplierId: number
  view: ProductView
  search: string
  category?: CategoryName | undefined
  /** The key of a warehouse. */
  warehouse?: number | undefined
}>

/** A page of the filtered list. */
export type ProductListPage = ProductListFilter &
  Readonly<{ sort: ProductSort; limit: number; offset: number }>

/** A variant in a list; amounts in cents. */
export type VariantRow = Readonly<{
  id: string
  sku: string
  title: string
  priceCents: number
  offerCents: number | null
  wholesaleCents: number | null
  minimumRetailCents: number | null
  stock: number
}>

/** A product in a list. */
export type ProductRow = Readonly<{
  id: string
  revision: number
  title: string
  status: 'active' | 'draft' | 'archived'
  isListed: boolean
  moderation: ModerationStateName
  moderationReason: string | null
  category: CategoryName
  pictureKey: string | null
  stock: number
  createdAt: Date
  updatedAt: Date
  variants: readonly VariantRow[]
}>

/** Returns a page of products, and their total count. */
export async function selectProductPage(
  db: Queryable,
  page: ProductListPage,
): Promise<{ products: ProductRow[]; total: number }> {
  const values = toFilterValues(page)
  const [products, counted] = await Promise.all([
    queryPrepared<ProductRow>(db, toListStatement(page), [...values, page.limit, page.offset]),
    queryPrepared<{ total: number }>(db, toCountStatement(page.view), values),
  ])
  return { products, total: counted[0]?.total ?? 0 }
}

/** Returns one product of a store in the shape of lists; undefined if the store doesn't have it. */
export async function selectListedProduct(
  db: Queryable,
  supplierId: number,
  publicId: string,
): Promise<ProductRow | undefined> {
  const [found] = await queryPrepared<ProductRow>(db, ONE_PRODUCT, [supplierId, publicId])
  return found
}

function toFilterValues({ supplierId, search, category, warehouse }: ProductListFilter): unknown[] {
  const pattern = search === '' ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return [supplierId, pattern, category ?? null, warehouse ?? null]
}

const VIEWS: Readonly<Record<ProductView, string>> = {
  all: `p.status <> 'archived'`,
  active: `p.status = 'active'`,
  sold_out: `p.status = 'active' and p.stock = 0`,
  low_stock: `p.status = 'active' and p.stock between 1 and ${LOW_STOCK}`,
  no_wholesale: `p.status <> 'archived' and exists (select from product_variants v
    where v.supplier_id = p.supplier_id and v.product_id = p.id and v.wholesale_amount is null)`,
  hidden: `p.status <> 'active'`,
}

const toFilter = (condition: string) => `
  p.supplier_id = $1 and ${condition}
    and ($2::text is null or p.name_norm like lower(f_unaccent($2))
      or p.id in (select product_id from product_variants where supplier_id = $1 and sku ilike $2))
    and ($3::text is null or p.category_id = (select id from categories where name = $3))
    and ($4::bigint is null or p.warehouse_id = $4)`

const SORTS: Readonly<Record<ProductSort, string>> = {
  newest: 'p.id desc',
  title: 'p.name_norm, p.id',
  price_asc: 'p.sell_amount, p.id',
  price_desc: 'p.sell_amount desc, p.id desc',
  stock_asc: 'p.stock, p.id',
  stock_desc: 'p.stock desc, p.id desc',
  updated: 'p.updated_at desc, p.id desc',
}

const COLUMNS = `
  p.public_id as id, p.revision, p.name as title, p.status, p.is_listed as "isListed", p.moderation,
  p.moderation_reason as "moderationReason", c.name as category,
  p.pictures -> 0 ->> 'key' as "pictureKey", p.stock,
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  (select coalesce(json_agg(json_build_object('id', v.public_id, 'sku', v.sku, 'title', v.title, 'priceCents', v.price_amount,
      'offerCents', case when v.sell_amount < v.price_amount then v.sell_amount end, 'wholesaleCents', v.wholesale_amount,
      'minimumRetailCents', v.minimum_retail_amount, 'stock', v.stock) order by v.position, v.id), '[]')
    from product_variants v where v.product_id = p.id) as variants`

// Selects the keys of a page first, so that only its rows are read completely.
const toListStatement = ({ view, sort }: ProductListPage) => ({
  name: `catalog_supplier_products_${view}_${sort}`,
  text: `
    with page as materialized (
      select p.id from products p where ${toFilter(VIEWS[view])} order by ${SORTS[sort]} limit $5 offset $6)
    select ${COLUMNS} from page join products p on p.id = page.id join categories c on c.id = p.category_id
    order by ${SORTS[sort]}`,
})

/** Returns at most `limit` public ids of a list, in its order. */
export async function selectPublicIds(
  db: Queryable,
  { sort, limit, ...filter }: ProductListFilter & Readonly<{ sort: ProductSort; limit: number }>,
): Promise<string[]> {
  const statement = {
    name: `catalog_supplier_product_public_ids_${filter.view}_${sort}`,
    text: `select p.public_id as id from products p where ${toFilter(VIEWS[filter.view])} order by ${SORTS[sort]} limit $5`,
  }
  const found = await queryPrepared<{ id: string }>(db, statement, [...toFilterValues(filter), limit])
  return found.map(({ id }) => id)
}

const toCountStatement = (view: ProductView) => ({
  name: `catalog_supplier_products_count_${view}`,
  text: `select count(*) as total from products p where ${toFilter(VIEWS[view])}`,
})

const ONE_PRODUCT = {
  name: 'catalog_supplier_product',
  text: `
    select ${COLUMNS} from products p join categories c on c.id = p.category_id
    where p.supplier_id = $1 and p.public_id = $2`,
}

/** Returns the number of a store's products in each view, and the categories of unarchived ones. */
export async function countProductsByView(
  db: Queryable,
  supplierId: number,
): Promise<{ counts: Record<ProductView, number>; categories: CategoryName[] }> {
  const [found] = await queryPrepared<Record<ProductView, number> & { categories: CategoryName[] | null }>(
    db,
    COUNT_BY_VIEW,
    [supplierId],
  )
  if (!found) throw new Error('the products were not counted')
  const { categories, ...counts } = found
  return { counts, categories: categories ?? [] }
}

const COUNT_BY_VIEW = {
  name: 'catalog_supplier_products_by_view',
  text: `
    with own as materialized (select id, status, stock, category_id from products where supplier_id = $1)
    select count(*) filter (where status <> 'archived') as "all", count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'active' and stock = 0) as sold_out,
      count(*) filter (where status = 'active' and stock between 1 and ${LOW_STOCK}) as low_stock,
      (select count(*) from own o where o.status <> 'archived' and o.id in (
        select product_id from product_variants where supplier_id = $1 and wholesale_amount is null)) as no_wholesale,
      count(*) filter (where status <> 'active') as hidden,
      (select array_agg(name order by id) from categories
        where id in (select category_id from own where status <> 'archived')) as categories
    from own`,
}

/**
 * Returns up to `limit` product keys of a list after the product `after`, in the list's order. Archived products are
 * included if all products are requested.
 */
export async function selectListedProductIds(
  db: Queryable,
  filter: ProductListFilter,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<number[]> {
  const statement = {
    name: `catalog_supplier_product_ids_${filter.view}`,
    text: `select p.id from products p where ${toFilter(filter.view === 'all' ? 'true' : VIEWS[filter.view])} and p.id > $5 order by p.id limit $6`,
  }
  const found = await queryPrepared<{ id: number }>(db, statement, [...toFilterValues(filter), after, limit])
  return found.map(({ id }) => id)
}
