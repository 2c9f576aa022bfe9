import { PRACTICE_CURRENCY, SHOP_CURRENCY } from '#core/money.ts'
import { type Database, inTransaction, queryPrepared, type Queryable } from '#database/database.ts'
import { selectPostedCosts } from '#features/sales/orders/service.ts'

/** The number of changes that one statement applies. */
const BATCH_SIZE = 2_000

/** The most batches that a page waits for; what is left then is shown as being prepared. */
export const PAGE_BATCHES = 2

/**
 * Updates the summaries of an account's changed orders, and returns how many are left after this number of batches.
 * Readers of summaries call it first, so that they match the orders and the ledger.
 */
export async function refreshSummaries(
  db: Queryable,
  accountId: number,
  batches = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let batch = 0; ; batch += 1) {
    const [due] = await queryPrepared<{ isAny: boolean }>(db, FIND_DUE, [accountId])
    if (!due?.isAny) return 0
    if (batch >= batches) return countDue(db, accountId)
    await inTransaction(db, async (tx) => {
      // One at a time, each with a snapshot of its own: an older one would overwrite the result of a newer one.
      await queryPrepared(tx, LOCK, [accountId])
      await queryPrepared(tx, REFRESH, [accountId, BATCH_SIZE])
    })
  }
}

async function countDue(db: Queryable, accountId: number): Promise<number> {
  const [counted] = await queryPrepared<{ orders: number }>(db, COUNT_DUE, [accountId])
  return counted?.orders ?? 0
}

/** Updates the summaries of all accounts' changed orders; any number of these may run at once. */
export async function refreshAllSummaries(db: Database): Promise<void> {
  const accounts = await queryPrepared<{ id: number }>(db, LIST_DUE_ACCOUNTS, [])
  for (const { id } of accounts) await refreshSummaries(db, id)
}

/** Folds the latest changes into the stored counts. Any number of these may run at once. */
export async function foldOrderCounts(db: Queryable): Promise<void> {
  await queryPrepared(db, FOLD, [])
}

const FOLD = { name: 'shop_orders_fold_counts', text: 'select fold_shop_order_counts()' }

const FIND_DUE = {
  name: 'shop_orders_find_due_summaries',
  text: 'select exists (select from shop_order_summaries_due where account_id = $1) as "isAny"',
}

const COUNT_DUE = {
  name: 'shop_orders_count_due_summaries',
  text: 'select count(distinct order_id)::int as orders from shop_order_summaries_due where account_id = $1',
}

const LIST_DUE_ACCOUNTS = {
  name: 'shop_orders_list_accounts_of_due_summaries',
  text: 'select distinct account_id as id from shop_order_summaries_due',
}

const LOCK = { name: 'shop_orders_lock_summaries', text: 'select pg_advisory_xact_lock(1607, $1::int)' }

/**
 * Returns SQL that selects the sums of stores' orders, `orders`: a relation with their ids. Columns: `id`, `is_bought`,
 * and `retail` and `cost` in minor units of the store's currency and of ours. Retail is the price of bought units, less
 * the store's refunds; cost is the amount paid for them less refunds, by the postings of the ledger.
 */
function selectFigures(orders: string): string {
  return `
    with bought as materialized (
      select s.id, o.id as supplier_order_id, o.public_id
      from ${orders} d join shop_orders s on s.id = d.id
      join purchases p on p.vendor_order = s.public_id and p.paid_at is not null
      join supplier_orders o on o.purchase_id = p.id),
    costs as (${selectPostedCosts('(select supplier_order_id as id, public_id from bought)')}),
    paid as (
      select b.id, coalesce(sum(c.amount), 0)::bigint as cost
      from bought b left join costs c on c.id = b.supplier_order_id group by b.id),
    -- All units at once: looked up order by order, each order would read all the others.
    units as materialized (
      select u.order_id, u.external_id, sum(x.quantity - x.withdrawn_quantity) as units
      from bought b
      join supplier_order_lines x on x.supplier_order_id = b.supplier_order_id
      join shop_order_units u on u.supplier_order_line_id = x.id
      group by u.order_id, u.external_id),
    sold as (
      select o.id, sum(greatest(0,
        least(l.line_amount::numeric * least(coalesce(u.units, 0), l.quantity - l.removed) / l.quantity,
          l.line_amount::numeric * (l.quantity - l.removed) / l.quantity - l.refunded_amount))) as retail
      from paid o
      join shop_orders s on s.id = o.id and s.shop_state not in ('cancelled', 'refunded')
      join shop_order_lines l on l.order_id = o.id and l.quantity > 0
      left join units u on u.order_id = l.order_id and u.external_id = l.external_id
      group by o.id)
    select d.id, p.id is not null as is_bought, coalesce(floor(s.retail), 0)::bigint as retail, coalesce(p.cost, 0) as cost
    from ${orders} d left join paid p on p.id = d.id left join sold s on s.id = d.id`
}

const REFRESH = {
  name: 'shop_orders_refresh_summaries',
  text: `
    with taken as (
      delete from shop_order_summaries_due where id in (
        select id from shop_order_summaries_due where account_id = $1 order by id limit $2)
      returning order_id),
    due as materialized (select distinct order_id as id from taken),
    -- An order that was deleted meanwhile has no row.
    gone as (
      delete from shop_order_summaries g where g.order_id in (select id from due)
        and not exists (select from shop_orders s where s.id = g.order_id)),
    units as materialized (
      select s.id, x.product_id, s.account_id, s.is_practice, s.placed_at, sum(x.quantity - x.withdrawn_quantity)::int as units
      from due d join shop_orders s on s.id = d.id
      join purchases p on p.vendor_order = s.public_id and p.paid_at is not null
      join supplier_orders o on o.purchase_id = p.id
      join supplier_order_lines x on x.supplier_order_id = o.id
      group by s.id, x.product_id),
    other_products as (
      delete from shop_order_products g where g.order_id in (select id from due)
        and not exists (select from units u where u.id = g.order_id and u.product_id = g.product_id)),
    products as (
      insert into shop_order_products (order_id, product_id, account_id, is_practice, placed_at, units)
      select id, product_id, account_id, is_practice, placed_at, units from units order by id, product_id
      on conflict (order_id, product_id) do update set account_id = excluded.account_id, is_practice = excluded.is_practice,
        placed_at = excluded.placed_at, units = excluded.units)
    insert into shop_order_summaries
      (order_id, account_id, is_practice, is_bought, placed_at, currency, retail_amount, cost_amount, words)
    select s.id, s.account_id, s.is_practice, f.is_bought, s.placed_at, s.currency, f.retail, f.cost,
      concat_ws(e'\\n', s.number, (s.address ->> 'firstName') || ' ' || (s.address ->> 'lastName'),
        (select string_agg(l.title || e'\\n' || l.sku, e'\\n' order by l.place) from shop_order_lines l where l.order_id = s.id))
    from (${selectFigures('due')}) f join shop_orders s on s.id = f.id
    order by s.id
    on conflict (order_id) do update set account_id = excluded.account_id, is_practice = excluded.is_practice,
      is_bought = excluded.is_bought, placed_at = excluded.placed_at, currency = excluded.currency,
      retail_amount = excluded.retail_amount, cost_amount = excluded.cost_amount, words = excluded.words`,
}

/** An order whose summary differs from its lines and the ledger; `count` is the number of all such orders. */
type WrongSummary = Readonly<{
  order: string
  currency: string
  costCurrency: string
  retail: number
  cost: number
  storedRetail: number
  storedCost: number
  count: number
}>

/**
 * Lists orders whose stored revenue or cost differs from their lines and postings, except those with a pending update.
 */
export async function listWrongSummaries(db: Queryable, limit: number): Promise<WrongSummary[]> {
  return queryPrepared<WrongSummary>(db, LIST_WRONG, [limit])
}

const LIST_WRONG = {
  name: 'shop_orders_list_wrong_summaries',
  text: `
    with settled as materialized (
      select s.id from shop_orders s
      where not exists (select from shop_order_summaries_due d where d.account_id = s.account_id and d.order_id = s.id))
    select s.public_id as "order", f.retail, f.cost, coalesce(m.retail_amount, 0) as "storedRetail",
      coalesce(m.cost_amount, 0) as "storedCost", s.currency,
      case when s.is_practice then '${PRACTICE_CURRENCY}' else '${SHOP_CURRENCY}' end as "costCurrency", count(*) over () as count
    from (${selectFigures('settled')}) f join shop_orders s on s.id = f.id
    left join shop_order_summaries m on m.order_id = f.id
    where (f.is_bought, f.retail, f.cost) is distinct from (m.is_bought, m.retail_amount, m.cost_amount)
    order by s.id limit $1`,
}
