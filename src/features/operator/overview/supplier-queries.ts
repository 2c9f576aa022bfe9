import { sql, type SQL } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable } from '#database/database.ts'
import type { SupplierFilter } from './shapes.ts'

/** A supplier in a list. */
export type SupplierRow = Readonly<{
  id: string
  name: string
  shortName: string
  country: string
  isVerified: boolean
  suspendedAt: Date | null
  toReview: number
  products: number
  openOrders: number
  createdAt: Date
}>

/** A page of suppliers: the filter, and the name and id after which it begins. */
export type SupplierPage = Readonly<{
  search: string
  state: SupplierFilter
  after: Readonly<{ name: string; id: string }> | undefined
  limit: number
}>

const STATES: Readonly<Record<SupplierFilter, SQL>> = {
  all: sql`true`,
  verified: sql`s.is_verified`,
  unverified: sql`not s.is_verified and s.suspended_at is null`,
  suspended: sql`s.suspended_at is not null`,
  to_review: sql`exists (
    select from store_verification_items v where v.supplier_id = s.id and v.decision is null)`,
}

function toSearch(search: string): SQL {
  if (search === '') return sql`true`
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`s.id in (
    select id from suppliers where name_norm like lower(f_unaccent(${part}))
    union all select id from suppliers where slug = lower(${search}) or public_id = ${search}
    union all select w.id from accounts a join suppliers w on w.owner_id = a.id where lower(a.email) = lower(${search}))`
}

/** Returns a page of suppliers by name. */
export async function listSupplierRows(db: Queryable, page: SupplierPage): Promise<SupplierRow[]> {
  const { search, state, after, limit } = page
  const isAfter = after ? sql`(s.name, s.public_id) > (${after.name}, ${after.id})` : sql`true`
  return queryRows<SupplierRow>(
    db,
    sql`
      select s.public_id as id, s.name, s.slug as "shortName", s.country, s.is_verified as "isVerified",
        s.suspended_at as "suspendedAt", s.created_at as "createdAt",
        (select count(*) from store_verification_items v where v.supplier_id = s.id and v.decision is null)::int as "toReview",
        (select coalesce(sum(f.products), 0) from supplier_figures_now f where f.supplier_id = s.id)::int as products,
        (select count(*) from supplier_orders o where o.supplier_id = s.id and o.state = any(${OPEN_STATES}))::int as "openOrders"
      from (
        select * from suppliers s where not s.is_practice and ${STATES[state]} and ${toSearch(search)} and ${isAfter}
        order by s.name, s.public_id limit ${limit}) s
      order by s.name, s.public_id`,
  )
}

const OPEN_STATES = sql`'{submitted,accepted,in_progress,shipped,delivered,in_case,cancel_requested,paid_hold}'::text[]`

/** Returns how many suppliers there are in each state. */
export async function countSuppliers(db: Queryable): Promise<Record<SupplierFilter, number>> {
  const [found] = await queryPrepared<Record<SupplierFilter, number>>(db, COUNT)
  return found ?? { all: 0, verified: 0, unverified: 0, suspended: 0, to_review: 0 }
}

const COUNT = {
  name: 'operator_count_suppliers',
  text: `
    select count(*) as all, count(*) filter (where is_verified) as verified,
      count(*) filter (where not is_verified and suspended_at is null) as unverified,
      count(*) filter (where suspended_at is not null) as suspended,
      (select count(distinct supplier_id) from store_verification_items where decision is null) as to_review
    from suppliers where not is_practice`,
}

/** A supplier with its figures; reliability is null without orders to count. */
export type SupplierRecord = Readonly<{
  id: string
  name: string
  shortName: string
  isNamed: boolean
  country: string
  isVerified: boolean
  suspendedAt: Date | null
  suspensionReason: string | null
  contactEmail: string | null
  createdAt: Date
  owner: { id: string; name: string; email: string } | null
  products: number
  openOrders: number
  orders: number
  openCases: number
  balances: { account: string; title: string; currency: string; amount: number }[]
  reliability: {
    computedAt: string
    finished: number
    isEnough: boolean
    due: number
    shippedLate: number
    delivered: number
    deliveredLate: number
    paid: number
    cancelled: number
    outOfStock: number
    answerMinutes: number | null
    lostCases: number
  } | null
}>

/** Returns a supplier by its public id, if there is one. */
export async function findSupplierRecord(db: Queryable, id: string): Promise<SupplierRecord | undefined> {
  const [found] = await queryPrepared<SupplierRecord>(db, FIND, [id])
  return found
}

const FIND = {
  name: 'operator_find_supplier',
  text: `
    select s.public_id as id, s.name, s.slug as "shortName", s.is_named as "isNamed", s.country,
      s.is_verified as "isVerified", s.suspended_at as "suspendedAt", s.suspension_reason as "suspensionReason",
      s.contact_email as "contactEmail", s.created_at as "createdAt",
      (select json_build_object('id', a.public_id, 'name', trim(a.first_name || ' ' || a.last_name), 'email', a.email)
        from accounts a where a.id = s.owner_id and a.closed_at is null) as owner,
      (select count(*) from products p where p.supplier_id = s.id and p.status = 'active') as products,
      (select coalesce(sum(o.orders), 0)::bigint from supplier_order_counts_now o where o.supplier_id = s.id and o.state in
        ('submitted', 'accepted', 'in_progress', 'shipped', 'delivered', 'in_case', 'cancel_requested', 'paid_hold')) as "openOrders",
      (select coalesce(sum(o.orders), 0)::bigint from supplier_order_counts_now o where o.supplier_id = s.id) as orders,
      (select count(*) from supplier_orders o join cases c on c.supplier_order_id = o.id
        where o.supplier_id = s.id and o.state = 'in_case' and c.state <> 'closed') as "openCases",
      (select coalesce(json_agg(x order by x.number, x.currency), '[]') from (
        select c.number, c.name as account, c.title, b.currency,
          sum(case when c.type in ('asset', 'expense') then b.balance else -b.balance end) as amount
        from ledger_accounts c cross join lateral (
          select currency, balance from ledger_balances where account = c.number and subledger = s.public_id
          union all
          select currency, balance from ledger_balances
          where account = c.number and subledger >= s.public_id || '/' and subledger < s.public_id || '0' and balance <> 0) b
        where c.name in ('supplier_pending', 'supplier_available', 'payout_in_transit', 'case_hold', 'supplier_receivable')
        group by c.number, c.name, c.title, b.currency having sum(b.balance) <> 0) x) as balances,
      (select json_build_object('computedAt', r.computed_at, 'finished', r.finished, 'isEnough', r.is_enough, 'due', r.due,
          'shippedLate', r.shipped_late, 'delivered', r.delivered, 'deliveredLate', r.delivered_late, 'paid', r.paid,
          'cancelled', r.cancelled, 'outOfStock', r.out_of_stock, 'answerMinutes', r.answer_minutes, 'lostCases', r.lost_cases)
        from supplier_reliability r where r.supplier_id = s.id) as reliability
    from suppliers s where s.public_id = $1`,
}
