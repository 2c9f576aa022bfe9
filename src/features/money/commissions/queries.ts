import { SHOP_CURRENCY } from '#core/money.ts'
import type { SalesChannel } from '#core/sales-channel.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CommissionRule } from './rules.ts'

/**
 * Lists the commission rules in force at a moment, for these suppliers or all. Only the latest of each supplier,
 * category and channel is listed.
 */
export async function listActiveRules(
  db: Queryable,
  supplierIds: readonly number[],
  now: Date,
): Promise<CommissionRule[]> {
  return queryPrepared(db, LIST_ACTIVE_RULES, [supplierIds, now])
}

const LIST_ACTIVE_RULES = {
  name: 'commissions_list_now',
  text: `
    select * from (
      select distinct on (supplier_id, category_id, channel) supplier_id as "supplierId", category_id as "categoryId",
        channel, bps
      from commission_rules
      where valid_from <= $2 and (supplier_id is null or supplier_id = any($1::bigint[]))
      order by supplier_id, category_id, channel, valid_from desc, id desc) latest
    where bps is not null`,
}

/** Returns the categories of products by their keys. */
export async function listCategories(
  db: Queryable,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queryPrepared<{ id: number; categoryId: number }>(db, LIST_CATEGORIES, [productIds])
  return new Map(rows.map(({ id, categoryId }) => [id, categoryId]))
}

const LIST_CATEGORIES = {
  name: 'commissions_list_categories',
  text: 'select id, category_id as "categoryId" from products where id = any($1::bigint[])',
}

/** A stored rule, with the names of its supplier and category. */
export type RuleRow = Readonly<{
  publicId: string
  supplierPublicId: string | null
  supplierName: string | null
  category: string | null
  channel: SalesChannel | null
  bps: number | null
  validFrom: Date
  createdAt: Date
}>

/** Lists all past, current and future commission rules, latest first. */
export async function listRules(db: Queryable, limit: number): Promise<RuleRow[]> {
  return queryPrepared(db, LIST_RULES, [limit])
}

const LIST_RULES = {
  name: 'commissions_list_rules',
  text: `
    select r.public_id as "publicId", s.public_id as "supplierPublicId", s.name as "supplierName", c.name as category,
      r.channel, r.bps, r.valid_from as "validFrom", r.created_at as "createdAt"
    from commission_rules r
    left join suppliers s on s.id = r.supplier_id
    left join categories c on c.id = r.category_id
    order by r.id desc limit $1`,
}

/** A new rule. */
export type NewRule = Readonly<{
  publicId: string
  supplierId: number | null
  categoryId: number | null
  channel: SalesChannel | null
  bps: number | null
  validFrom: Date
  createdBy: number
  now: Date
}>

/** Inserts a rule. */
export async function insertRule(tx: Queryable, rule: NewRule): Promise<void> {
  const { publicId, supplierId, categoryId, channel, bps, validFrom, createdBy, now } = rule
  const values = [publicId, supplierId, categoryId, channel, bps, validFrom, createdBy, now]
  await queryPrepared(tx, INSERT_RULE, values)
}

const INSERT_RULE = {
  name: 'commissions_insert_rule',
  text: `
    insert into commission_rules (public_id, supplier_id, category_id, channel, bps, valid_from, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

/** Returns the names of all categories, in alphabetical order. */
export async function listCategoryNames(db: Queryable): Promise<string[]> {
  const rows = await queryPrepared<{ name: string }>(db, LIST_CATEGORY_NAMES)
  return rows.map(({ name }) => name)
}

const LIST_CATEGORY_NAMES = {
  name: 'commissions_list_category_names',
  text: 'select name from categories order by name',
}

/** Returns the key of a supplier. */
export async function findSupplierKey(db: Queryable, publicId: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_SUPPLIER, [publicId])
  return found?.id
}

const FIND_SUPPLIER = {
  name: 'commissions_find_supplier',
  text: 'select id from suppliers where public_id = $1',
}

/** Returns the key of a category by its name. */
export async function findCategoryKey(db: Queryable, name: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_CATEGORY, [name])
  return found?.id
}

const FIND_CATEGORY = { name: 'commissions_find_category', text: 'select id from categories where name = $1' }

/** Sales of one supplier in one category and channel at one rate. `amount` and `commission` in cents. */
export type SoldGroup = Readonly<{
  supplierId: number
  categoryId: number | null
  channel: SalesChannel
  amount: number
  commission: number
  orderIds: readonly number[]
}>

/**
 * Returns the items sold since a day by supplier, category and channel, except units cancelled before they were sold.
 * Practice orders are left out.
 */
export async function listSales(db: Queryable, since: Date): Promise<SoldGroup[]> {
  return queryPrepared<SoldGroup>(db, LIST_SALES, [since, SHOP_CURRENCY])
}

const LIST_SALES = {
  name: 'commissions_list_sales',
  text: `
    select o.supplier_id as "supplierId", r.category_id as "categoryId", p.channel,
      sum((l.quantity - l.withdrawn_quantity) * l.unit_amount)::bigint as amount,
      sum(round((l.quantity - l.withdrawn_quantity) * l.unit_amount * coalesce(l.commission_bps, o.commission_bps)
        / 10000.0))::bigint as commission,
      array_agg(distinct o.id) as "orderIds"
    from purchases p
    join supplier_orders o on o.purchase_id = p.id
    join supplier_order_lines l on l.supplier_order_id = o.id and l.quantity > l.withdrawn_quantity
    join products r on r.id = l.product_id
    where p.paid_at >= $1 and o.currency = $2
    group by 1, 2, 3`,
}
