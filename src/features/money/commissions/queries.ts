import type { SalesChannel } from '#core/sales-channel.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'
import type { CommissionRule } from './rules.ts'

/** The rules that count at a moment, for these suppliers or for all; of each supplier, category and channel the latest. */
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

/** The categories of products by their keys. */
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

/** A rule as it is kept, with the names that people know. */
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

/** All rules that ever were and will be, the latest first. */
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

/** A rule to be kept. */
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

/** Keeps a rule. */
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

/** The key of a supplier. */
export async function findSupplierKey(db: Queryable, publicId: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_SUPPLIER, [publicId])
  return found?.id
}

const FIND_SUPPLIER = {
  name: 'commissions_find_supplier',
  text: 'select id from suppliers where public_id = $1',
}

/** The key of a category by its name. */
export async function findCategoryKey(db: Queryable, name: string): Promise<number | undefined> {
  const [found] = await queryPrepared<{ id: number }>(db, FIND_CATEGORY, [name])
  return found?.id
}

const FIND_CATEGORY = { name: 'commissions_find_category', text: 'select id from categories where name = $1' }
