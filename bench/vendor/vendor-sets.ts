import { runLong, withoutIndexes } from '../supplier/order-sets.ts'
import type { Pool } from 'pg'

/** How many products a vendor may select. */
const SELECTED = 5_000

/**
 * Makes an order of a vendor's store of each order, evenly over these vendors. Orders of the second half of the vendors were bought
 * here, those of the first half were cancelled in their stores. The last vendor pays from a wallet and has 5,000 listings.
 */
export async function generateVendorOrders(pool: Pool, vendorIds: readonly number[]): Promise<void> {
  const last = vendorIds.at(-1)
  await runLong(pool, [
    { text: CONNECTIONS, values: [vendorIds] },
    { text: FEEDS, values: [vendorIds] },
    { text: PLAN, values: [vendorIds] },
    'analyze bench_shop_orders',
  ])
  await withoutIndexes(pool, ['shop_orders', 'shop_order_lines', 'shop_order_units'], ORDERS)
  await withoutIndexes(pool, ['purchases'], [PURCHASES])
  await runLong(pool, [SUMMARIES_DUE, STORE_ORDER_COUNTS, COUNTS_BY_STATE])
  await runLong(pool, [
    { text: SELECTIONS, values: [last, SELECTED] },
    { text: LISTINGS, values: [last] },
    { text: LISTED_VARIANTS, values: [last] },
    `vacuum (analyze) shop_orders, shop_order_lines, shop_order_units, purchases, store_selections, store_listings, store_listing_variants`,
  ])
  await runLong(pool, ['begin', ...toWallet(last ?? 0), 'commit', 'drop table bench_shop_orders'])
}

const CONNECTIONS = `
  insert into store_connections (public_id, account_id, platform, address, name, currency, access, checked_at, created_at)
  select 'con_' || lpad(to_hex(id), 32, '0'), id, 'woocommerce', 'https://shop-' || id || '.example', 'Shop ' || id, 'USD', '\\x00', now(),
    now() - interval '366 days' from unnest($1::bigint[]) id`

// Scheduled so late that these stores are not checked while pages are measured.
const FEEDS = `
  insert into shop_order_feeds (connection_id, polled_until, polled_at, subscribed_at, last_webhook_at)
  select id, now(), now() + interval '30 days', now(), now() from store_connections where account_id = any($1::bigint[])
  on conflict (connection_id) do update set polled_at = excluded.polled_at, last_webhook_at = excluded.last_webhook_at`

/** Which vendor each order is of, and how it stands. Ten orders one after the other are of one vendor, as they are of ten suppliers. */
const PLAN = `
  create table bench_shop_orders as
  with vendors as (
    select a.id as account_id, c.id as connection_id, c.name as store, row_number() over (order by a.id) - 1 as place,
      count(*) over () as vendors
    from accounts a join store_connections c on c.account_id = a.id where a.id = any($1::bigint[]))
  select o.id as n, v.account_id, v.connection_id, v.store, p.placed_at, p.paid_at, p.first_name, p.last_name, p.country, l.product_id,
    l.variant_id, l.title, l.sku, 'sho_' || lpad(to_hex(o.id), 32, '0') as "order", v.place * 2 >= v.vendors and p.paid_at is not null as is_bought,
    case when v.place * 2 < v.vendors then 'closed' when p.paid_at is null then case when o.id % 80 < 40 then 'to_pay' else 'blocked' end
      when o.state in ('delivered', 'completed') then 'completed' else 'in_progress' end as state
  from supplier_orders o join purchases p on p.id = o.purchase_id join supplier_order_lines l on l.id = o.id
    join vendors v on v.place = o.id / 10 % v.vendors`

const ORDERS = [
  `insert into shop_orders (id, public_id, account_id, connection_id, store_name, platform, external_id, number, currency, total_amount,
      shop_state, address, state, reasons, is_recovered, placed_at, modified_at, received_at, lapsed_at, cost_amount, retail_amount,
      has_store_problem)
    overriding system value
    select n, "order", account_id, connection_id, store, 'woocommerce', n::text, n::text, 'USD', 18000,
      case when state = 'closed' then 'cancelled' else 'paid' end,
      json_build_object('firstName', first_name, 'lastName', last_name, 'company', '', 'line1', 'Orchard Road 1', 'line2', '',
        'city', 'Singapore', 'region', '', 'postcode', '238801', 'country', country, 'phone', '+6591234567'),
      state, case when state = 'blocked' then '{margin}'::text[] else '{}' end, n % 100 = 3, placed_at, placed_at, placed_at,
      case when state in ('to_pay', 'blocked') then placed_at + interval '1 day' end, 10000, 18000, state = 'completed' and n % 5000 < 10
    from bench_shop_orders`,
  `insert into shop_order_lines (order_id, external_id, place, title, sku, quantity, removed, line_amount, kind, product_id, variant_id)
    select n, '1', 1, title, sku, 1, 0, 18000, 'ours', product_id, variant_id from bench_shop_orders`,
  `insert into shop_order_units (supplier_order_line_id, order_id, external_id) select n, n, '1' from bench_shop_orders where is_bought`,
  `select setval(pg_get_serial_sequence('shop_orders', 'id'), (select max(id) from shop_orders))`,
]

// The rows that these tables' triggers would have written.
const SUMMARIES_DUE = `
  insert into shop_order_summaries_due (account_id, order_id) select account_id, id from shop_orders order by id`

const STORE_ORDER_COUNTS = `
  insert into store_order_counts (quarter, orders, recovered)
    select date_bin('15 minutes', received_at, timestamptz '2000-01-01Z'), count(*), count(*) filter (where is_recovered)
    from shop_orders group by 1`

const COUNTS_BY_STATE = `
  insert into shop_order_counts (account_id, connection_id, state, has_store_problem, orders)
    select account_id, connection_id, state, has_store_problem, count(*) from shop_orders group by 1, 2, 3, 4`

const PURCHASES = `
  update purchases p set channel = 'vendor', account_id = b.account_id, vendor_order = b."order", vendor_reference = '#' || b.n,
    vendor_store = b.store
  from bench_shop_orders b where b.n = p.id and b.is_bought`

const SELECTIONS = `
  insert into store_selections (account_id, product_id, added_at)
  select $1, id, now() from products where is_listed order by id limit $2`

const LISTINGS = `
  insert into store_listings (connection_id, product_id, run_id, state, external_id, problem, synced_at, has_pictures, sent)
  select c.id, p.id, 0, case when p.id % 500 = 3 then 'failed' else 'synced' end, (100000 + p.id)::text,
    case when p.id % 500 = 3 then 'Your store did not answer.' end, now(), true,
    json_build_object('currency', 'USD', 'variants', (select json_object_agg(v.public_id, json_build_object('price', '180.00', 'quantity', v.stock))
      from product_variants v where v.product_id = p.id))
  from store_connections c join store_selections s on s.account_id = c.account_id join products p on p.id = s.product_id
  where c.account_id = $1`

const LISTED_VARIANTS = `
  insert into store_listing_variants (connection_id, external_product_id, external_variant_id, product_id, variant_id)
  select l.connection_id, l.external_id, v.id::text, l.product_id, v.id
  from store_connections c join store_listings l on l.connection_id = c.id join product_variants v on v.product_id = l.product_id
  where c.account_id = $1`

const LEDGER = ['ledger_postings', 'ledger_entries', 'ledger_balances']

/** The payments of a vendor: a hundred orders from each top-up. */
const PER_TOP_UP = 100

/** What makes a vendor have paid by wallet what was paid by card, after top-ups of a hundred orders each. */
const toWallet = (vendorId: number) => [
  ...LEDGER.map((table) => `alter table ${table} disable trigger user`),
  `create temporary table paid on commit drop as
    select n, placed_at, row_number() over (order by n) - 1 as place, (select public_id from accounts where id = ${vendorId}) as vendor
    from bench_shop_orders where account_id = ${vendorId} and is_bought`,
  `create temporary table filled on commit drop as
    select row_number() over (order by n) as k, n, placed_at, vendor,
      (select max(id) from payments) + row_number() over (order by n) as receipt from paid where place % ${PER_TOP_UP} = 0`,
  `update payments set provider = 'wallet', method = 'wallet' where id in (select n from paid)`,
  `update receipts set provider = 'wallet' where id in (select n from paid)`,
  `insert into payments (id, public_id, reference, provider, provider_ref, method, currency, amount, state, created_at, updated_at)
    overriding system value
    select receipt, 'txn_' || lpad(to_hex(receipt), 32, '0'), 'tup_' || k, 'sandbox', 'bench_' || receipt, 'vm', 'USD', 1000000, 'paid', placed_at,
      placed_at from filled`,
  `insert into receipts (id, payment_id, provider, external_id, currency, amount, state, received_at)
    overriding system value
    select receipt, receipt, 'sandbox', 'bench_' || receipt, 'USD', 1000000, 'applied', placed_at from filled`,
  `insert into top_up_requests (public_id, account_id, currency, amount, created_at)
    select 'tup_' || k, ${vendorId}, 'USD', 1000000, placed_at from filled order by k`,
  `insert into wallet_top_ups (receipt_id, account_id, currency, amount, created_at)
    select receipt, ${vendorId}, 'USD', 1000000, placed_at from filled`,
  // Top-ups have numbers below those of all other postings.
  `update ledger_postings p set kind = 'paid_by_wallet', key = 'paid_by_wallet:' || paid.n from paid where p.id = 3 * paid.n + 1`,
  `update ledger_entries e set account = 2000, subledger = paid.vendor from paid where e.posting_id = 3 * paid.n + 1 and e.line = 1`,
  `insert into ledger_postings (id, key, kind, currency, memo, posted_at)
    overriding system value
    select -(select count(*) from filled) + k, 'received:' || receipt, 'topped_up', 'USD', 'Made up', placed_at from filled`,
  `insert into ledger_entries (posting_id, line, account, subledger, amount)
    select -(select count(*) from filled) + k, e.line, e.account, e.subledger, e.amount
    from filled cross join lateral (values (1, 1000, 'sandbox/vm', 1000000), (2, 2000, vendor, -1000000)) e(line, account, subledger, amount)`,
  `insert into ledger_balances (account, subledger, currency, stripe, balance)
    select 2000, vendor, 'USD', 0, (select count(*) from paid) * 10000 - (select count(*) from filled) * 1000000 from filled limit 1`,
  `insert into ledger_account_totals as t (account, currency, balance)
    select account, 'USD', (select count(*) from paid) * 10000 * sign - (select count(*) from filled) * 1000000 * sign
    from (values (2000, 1), (1000, -1)) changed(account, sign)
    on conflict (account, currency) do update set balance = t.balance + excluded.balance`,
  `update ledger_balances set balance = balance - (select count(*) from paid) * 10000 + (select count(*) from filled) * 1000000
    where account = 1000 and subledger = 'sandbox/vm' and currency = 'USD' and stripe = 0`,
  ...LEDGER.map((table) => `alter table ${table} enable trigger user`),
  ...['payments', 'receipts'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
]
