import type { Pool } from 'pg'
import { connectWithoutTimeLimits } from '#database/database.ts'
import { writeLedger } from '../money/ledger-entries.ts'

/**
 * Creates `count` orders of the last year in sets, spread evenly over these suppliers. They have lines, events,
 * payments, parcels, earnings and the ledger. The newest wait to be accepted or sent, then come those on their way
 * and those delivered; all older ones are complete, one in forty was never paid. Each supplier has products. The
 * tables are empty before.
 */
export async function generateOrders(
  pool: Pool,
  { supplierIds, count }: Readonly<{ supplierIds: readonly number[]; count: number }>,
): Promise<void> {
  const setSequences = IDENTITIES.map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  )
  // The planner cannot know how many orders are made: a loop over the products for each of them takes minutes.
  const plan = [
    'set enable_nestloop = off',
    { text: PLAN, values: [supplierIds, count] },
    'reset enable_nestloop',
  ]
  await withoutIndexes(pool, ORDER_TABLES, [...plan, ...ORDER_SETS])
  await runLong(pool, [...setSequences, `vacuum (analyze) ${ORDER_TABLES.join(', ')}`])
  await withoutIndexes(pool, ['order_summaries'], [SUMMARIES])
  await runLong(pool, [MARKETPLACE_SALES, 'vacuum (analyze) order_summaries, marketplace_sales'])
  await writeLedger(pool, [
    { text: POSTINGS, values: [] },
    { text: ENTRIES, values: [] },
  ])
  await runLong(pool, ['drop table bench_orders'])
}

type Statement = string | Readonly<{ text: string; values: unknown[] }>

/**
 * Runs statements while these tables have only the indexes of their keys, then restores the others. References and triggers are away
 * meanwhile, too. What is written is whole, and `SUMMARIES` does what the triggers would have done.
 */
export async function withoutIndexes(
  pool: Pool,
  tables: readonly string[],
  statements: readonly Statement[],
): Promise<void> {
  const { rows } = await pool.query<{ take: string; give: string }>(TAKE_AND_GIVE, [tables])
  await runLong(pool, [
    ...rows.map(({ take }) => take),
    `set work_mem = '256MB'`,
    ...statements,
    `set maintenance_work_mem = '512MB'`,
    ...rows.map(({ give }) => give),
  ])
}

/** How each index, reference and trigger of tables ($1) is taken away, and how it comes back. */
const TAKE_AND_GIVE = `
  select 'drop index ' || i.indexrelid::regclass as take, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as give
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid where i.indrelid = any($1::text[]::regclass[]) and c.oid is null
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = any($1::text[]::regclass[]) and contype = 'f'
  union all
  select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name) from unnest($1::text[]) name`

/** Runs statements one after the other, without a time limit. */
export async function runLong(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await connectWithoutTimeLimits(pool)
  try {
    for (const statement of statements) {
      const startedAt = performance.now()
      await client.query(statement)
      if (process.env['BENCH_STEPS']) {
        const text = typeof statement === 'string' ? statement : statement.text
        console.log(((performance.now() - startedAt) / 1000).toFixed(1), text.trim().slice(0, 90))
      }
    }
  } finally {
    await client.end()
  }
}

const IDENTITIES = ['purchases', 'payments', 'receipts', 'supplier_orders', 'supplier_order_lines', 'parcels']
const ORDER_TABLES = [
  ...IDENTITIES,
  'allocations',
  'supplier_order_events',
  'parcel_lines',
  'parcel_trackings',
  'earnings',
  'order_timers',
]

/** The properties of each order: its supplier, its product, its date, and its state. */
const PLAN = `
  create table bench_orders as
  with variants as (
    select v.id as variant_id, p.id as product_id, p.public_id as product, p.name as title, v.title as variant, v.sku, p.supplier_id,
      row_number() over (partition by p.supplier_id order by v.id) - 1 as place, count(*) over (partition by p.supplier_id) as variants
    from product_variants v join products p on p.id = v.product_id where p.supplier_id = any($1::bigint[])),
  aged as (
    select n, ($1::bigint[])[1 + n % cardinality($1::bigint[])] as supplier_id, ($2::int - n) * 365.0 / $2::int as age
    from generate_series(1, $2::int) n)
  select a.n, a.supplier_id, s.public_id as supplier, 'ord_' || lpad(to_hex(a.n), 32, '0') as "order",
    'pcl_' || lpad(to_hex(a.n), 32, '0') as parcel, now() - a.age * interval '1 day' as placed_at, v.variant_id, v.product_id, v.product,
    v.title, v.variant, v.sku, w.name as warehouse,
    case when a.n % 40 = 7 then 'expired' when a.age < 0.5 then 'submitted' when a.age < 2 then 'accepted' when a.age < 9 then 'shipped'
      when a.age < 25 then 'delivered' else 'completed' end as state
  from aged a join suppliers s on s.id = a.supplier_id
    join lateral (select name from warehouses where supplier_id = s.id order by id limit 1) w on true
    join variants v on v.supplier_id = a.supplier_id and v.place = (a.n / cardinality($1::bigint[])) % v.variants`

const PAID = `from bench_orders where state <> 'expired'`
const SENT = `from bench_orders where state in ('shipped', 'delivered', 'completed')`

const ORDER_SETS = [
  `insert into purchases (id, public_id, number, request_hash, email, shipping_method, first_name, last_name, phone, country,
      block_number, street_address, unit_number, building_name, address2, city, state, postcode, currency, subtotal_amount, shipping_amount,
      total_amount, placed_at, expires_at, paid_at, closed_at, units)
    overriding system value
    select n, 'pur_' || lpad(to_hex(n), 32, '0'), 'C-' || lpad(to_hex(n::bigint * 7919 % 1048576), 5, '0') || '-' || lpad(to_hex(n), 6, '0'), '',
      'shopper' || n % 50000 || '@shoppers.example', 'ship', (array['Ada', 'Grace', 'Lina', 'Maya', 'Nora', 'Omar'])[1 + n % 6],
      (array['Tan', 'Lim', 'Weber', 'Rossi', 'Silva', 'Novak', 'Khan'])[1 + n % 7], '+6591234567', (array['SG', 'DE', 'IT', 'GB', 'US'])[1 + n % 5],
      '1', 'Orchard Road', '', '', '', 'Singapore', '', '238801', 'USD', 10000, 0, 10000, placed_at, placed_at + interval '15 minutes',
      case when state <> 'expired' then placed_at + interval '2 minutes' end,
      case when state = 'expired' then placed_at + interval '15 minutes' end, 1
    from bench_orders`,
  `insert into payments (id, public_id, reference, provider, provider_ref, method, currency, amount, state, created_at, updated_at)
    overriding system value
    select n, 'txn_' || lpad(to_hex(n), 32, '0'), 'pur_' || lpad(to_hex(n), 32, '0'), 'sandbox', 'bench_' || n, 'vm', 'USD', 10000, 'paid',
      placed_at, placed_at ${PAID}`,
  `insert into receipts (id, payment_id, provider, external_id, currency, amount, state, received_at)
    overriding system value
    select n, n, 'sandbox', 'bench_' || n, 'USD', 10000, 'applied', placed_at + interval '2 minutes' ${PAID}`,
  `insert into supplier_orders (id, public_id, purchase_id, supplier_id, warehouse, state, version, currency, items_amount, shipping_amount,
      total_amount, created_at, updated_at, commission_tax_bps, ship_by, deliver_by, shipping_days, shipping_service, shipping_min_days)
    overriding system value
    select n, "order", n, supplier_id, warehouse, state, 7, 'USD', 10000, 0, 10000, placed_at, placed_at, 900, placed_at + interval '3 days',
      placed_at + interval '10 days', 7, 'Standard', 5 from bench_orders`,
  `insert into allocations (receipt_id, supplier_order_id, currency, amount) select n, n, 'USD', 10000 ${PAID}`,
  `insert into supplier_order_lines (id, supplier_order_id, product_id, variant_id, product_public_id, title, variant_title, sku, quantity,
      unit_amount, wholesale_amount, line_amount, shipped_quantity, commission_bps)
    overriding system value
    select n, n, product_id, variant_id, product, title, variant, sku, 1, 10000, 5000, 10000,
      case when state in ('shipped', 'delivered', 'completed') then 1 else 0 end, 1500 from bench_orders`,
  `insert into supplier_order_events (supplier_order_id, event, from_state, to_state, actor, at)
    select n, e.event, e.before, e.after, e.actor, placed_at + e.later
    from bench_orders cross join lateral (
      select * from (values (1, 'place', null, 'awaiting_payment', 'shopper', interval '0'),
        (2, 'pay', 'awaiting_payment', 'paid_hold', 'payment', interval '2 minutes'),
        (3, 'submit', 'paid_hold', 'submitted', 'timer', interval '32 minutes'), (4, 'accept', 'submitted', 'accepted', 'supplier', interval '5 hours'),
        (5, 'ship', 'accepted', 'shipped', 'supplier', interval '2 days'), (6, 'deliver', 'shipped', 'delivered', 'carrier', interval '9 days'),
        (7, 'complete', 'delivered', 'completed', 'timer', interval '25 days')) steps(step, event, before, after, actor, later)
      where step <= case state when 'expired' then 1 when 'submitted' then 3 when 'accepted' then 4 when 'shipped' then 5
        when 'delivered' then 6 else 7 end) e
    order by n, e.step`,
  `insert into parcels (id, public_id, supplier_order_id, idempotency_key, request_hash, shipped_at, delivered_at, delivered_by)
    overriding system value
    select n, parcel, n, 'bench-' || n, '', placed_at + interval '2 days',
      case when state <> 'shipped' then placed_at + interval '9 days' end, case when state <> 'shipped' then 'carrier' end ${SENT}`,
  `insert into parcel_lines (parcel_id, supplier_order_line_id, quantity) select n, n, 1 ${SENT}`,
  `insert into parcel_trackings (parcel_id, carrier, number, created_at)
    select n, 'other', 'BENCH' || lpad(n::text, 10, '0'), placed_at + interval '2 days' ${SENT}`,
  `insert into earnings (supplier_order_id, parcel_id, currency, gross_amount, commission_amount, tax_amount, net_amount, earned_at, released_at)
    select n, n, 'USD', 10000, 1500, 135, 8365, placed_at + interval '2 days',
      case when state = 'completed' then placed_at + interval '25 days' end ${SENT}`,
  // Due so late that no order changes while pages are measured.
  `insert into order_timers (supplier_order_id, kind, due_at)
    select n, case state when 'submitted' then 'reject' else 'complete' end, now() + (1 + n % 13) * interval '1 day'
    from bench_orders where state in ('submitted', 'delivered')`,
]

// The rows that these tables' triggers would have written.
const SUMMARIES = `
  insert into supplier_order_counts (supplier_id, state, country, warehouse, orders)
    select o.supplier_id, o.state, p.country, o.warehouse, count(*) from supplier_orders o join purchases p on p.id = o.purchase_id
    where o.state <> 'expired' group by 1, 2, 3, 4;
  insert into order_summaries_due (supplier_id, order_id) select supplier_id, id from supplier_orders where state <> 'expired';
  select refresh_order_summaries(null, 2000000000)`

const MARKETPLACE_SALES = `
  insert into marketplace_sales (quarter, currency, orders, sales_amount, commission_shares)
    select date_bin('15 minutes', s.paid_at, timestamptz '2000-01-01Z'), o.currency, count(*), sum(o.total_amount),
      sum(l.line_amount * l.commission_bps)
    from order_summaries s join supplier_orders o on o.id = s.order_id join supplier_order_lines l on l.id = o.id group by 1, 2`

const POSTINGS = `
  insert into ledger_postings (id, key, kind, currency, memo, posted_at)
    overriding system value
  select 3 * n + place, k.key, k.kind, 'USD', 'Made up', placed_at
  from bench_orders cross join lateral (
    values (1, 'captured', 'received:' || n), (2, 'earned', 'earned:' || "order" || ':' || parcel),
      (3, 'released', 'released:' || "order" || ':' || parcel)) k(place, kind, key)
  where place <= case when state in ('submitted', 'accepted') then 1 when state = 'expired' then 0 when state = 'completed' then 3 else 2 end
  order by 1`

const ENTRIES = `
  insert into ledger_entries (posting_id, line, account, subledger, amount)
  select 3 * n + e.place, e.line, e.account, e.subledger, e.amount
  from bench_orders cross join lateral (
    values (1, 1, 1000, 'sandbox/vm', 10000), (1, 2, 2100, "order", -10000),
      (2, 1, 2100, "order", 10000), (2, 2, 2200, supplier || '/' || "order", -8365), (2, 3, 4000, supplier || '/' || "order", -1500),
      (2, 4, 2400, 'SG', -135), (3, 1, 2200, supplier || '/' || "order", 8365), (3, 2, 2210, supplier, -8365)
    ) e(place, line, account, subledger, amount)
  where place <= case when state in ('submitted', 'accepted') then 1 when state = 'expired' then 0 when state = 'completed' then 3 else 2 end
  order by 1, 2`
