import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'
import { type FakeStore, type FakeStores, startFakeStores } from '#tests/fakes/stores/server.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'

// node bench/vendor/store-work.ts [listings] [stores] [orders]: how long a publish plan of so many listings takes, a change of stock of five
// products until all stores have it, and an order from the end of its hold to its supplier. Stores are played by this process.
const LISTINGS = Number(process.argv[2] ?? 5_000)
const STORES = Number(process.argv[3] ?? 200)
const ORDERS = Number(process.argv[4] ?? 20)
const SHARED_PRODUCTS = 5

type Bench = Readonly<{ url: string; database: OpenDatabase; fakes: FakeStores }>

async function send(
  { url }: Pick<Bench, 'url'>,
  path: string,
  { headers, body }: Readonly<{ headers: object; body?: object }>,
): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Returns the milliseconds until `condition` holds, looked at ten times a second. */
async function measureUntil(condition: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await condition())) await delay(100)
  return performance.now() - startedAt
}

async function connect(bench: Bench, name: string): Promise<CreatedAccount & { own: FakeStore }> {
  const own = bench.fakes.woo(`${name}.example`)
  const account = await createSignedInAccount(bench.database.db, new Date())
  await send(bench, '/stores/connections', { headers: account.headers, body: own.typed })
  return { ...account, own }
}

/** Products that are in a store for another price: each is compared, and each is planned. */
async function measurePlan(bench: Bench): Promise<number> {
  const { pool } = bench.database
  const vendor = await connect(bench, 'plan')
  for (let n = 0; n < LISTINGS; n += 1) vendor.own.addOwn(`Listing ${n}`, '10.00')
  const externalIds = vendor.own.activeProducts().map(({ id }) => id)
  await pool.query(
    `insert into store_selections (account_id, product_id, added_at)
     select $1, id, now() from products where is_listed order by id limit $2`,
    [vendor.id, LISTINGS],
  )
  await pool.query(
    `insert into store_listings (connection_id, product_id, run_id, state, external_id, synced_at, has_pictures, sent)
     select c.id, s.product_id, 0, 'synced', ($2::text[])[row_number() over (order by s.product_id)], now(), true,
       json_build_object('currency', 'USD', 'variants', '{}'::json)
     from store_connections c join store_selections s on s.account_id = c.account_id where c.account_id = $1`,
    [vendor.id, externalIds],
  )
  const { rows } = await pool.query<{ id: string }>(
    'select public_id as id from store_connections where account_id = $1',
    [vendor.id],
  )
  const { headers } = vendor
  await send(bench, '/vendor/publish-plans', { headers, body: { storeId: rows[0]?.id } })
  const took = await measureUntil(async () => {
    const found = await pool.query<{ state: string }>(
      'select state from publish_plans order by id desc limit 1',
    )
    if (found.rows[0]?.state === 'failed') throw new Error('the plan failed')
    return found.rows[0]?.state === 'planned'
  })
  const planned = await pool.query<{ n: string }>(
    `select count(*) as n from publish_plan_items where action = 'update'`,
  )
  if (Number(planned.rows[0]?.n) !== LISTINGS) throw new Error(`${planned.rows[0]?.n} listings were planned`)
  return took
}

/** Five products that are listed in every store; their stock changes just after a minute's timer. */
async function measureStockChange(bench: Bench): Promise<number> {
  const { pool } = bench.database
  const { rows } = await pool.query<{ id: string; key: string }>(
    'select public_id as id, id as key from products where is_listed order by id desc limit $1',
    [SHARED_PRODUCTS],
  )
  const vendors: (CreatedAccount & { own: FakeStore })[] = []
  for (let n = 0; n < STORES; n += 1) {
    const vendor = await connect(bench, `stock-${n}`)
    const { headers } = vendor
    const products = rows.map(({ id }) => ({ productId: id }))
    await send(bench, '/stores/selection', { headers, body: { products } })
    await send(bench, '/stores/sync', { headers, body: {} })
    vendors.push(vendor)
  }
  const hasAll = (isRight: (quantity: number) => boolean) => () =>
    Promise.resolve(
      vendors.every(({ own }) => {
        const offers = own.activeProducts().flatMap((product) => product.offers)
        return offers.length === SHARED_PRODUCTS && offers.every(({ quantity }) => isRight(quantity))
      }),
    )
  await measureUntil(hasAll(() => true))
  while (new Date().getSeconds() !== 5) await delay(100)
  await changeStock(
    pool,
    rows.map(({ key }) => key),
  )
  return measureUntil(hasAll((quantity) => quantity === 3))
}

async function changeStock(pool: Pool, keys: readonly string[]): Promise<void> {
  await pool.query('update product_variants set stock = 3 where product_id = any($1::bigint[])', [keys])
  await pool.query('update products set stock = 3 where id = any($1::bigint[])', [keys])
}

/** Orders of a practice shop, two minutes on hold; the milliseconds from its end to the supplier, shortest first. */
async function measureHolds(bench: Bench): Promise<number[]> {
  const { pool, db } = bench.database
  const { headers } = await createSignedInAccount(db, new Date())
  const post = (path: string, body: object) => send(bench, path, { headers, body })
  const opened = (await post('/stores/practice-shop', { platform: 'woocommerce' })) as {
    shop: { address: string }
  }
  await pool.query('update product_variants set wholesale_amount = 1000, stock = 100000')
  await post('/vendor/forwarding-settings', {
    wholeOrdersOnly: false,
    holdMinutes: 2,
    shipping: 'cheapest',
    maxCost: null,
    minMarginPercent: null,
  })
  await post('/vendor/wallet/top-ups', { wallet: 'practice', amount: 10_000 })
  const { rows } = await pool.query<{ id: string }>(
    'select public_id as id from products where is_listed order by id limit 1',
  )
  await post('/stores/selection', { products: rows.map(({ id }) => ({ productId: id })) })
  await post('/stores/sync', {})
  const page = () => fetch(opened.shop.address).then((answer) => answer.text())
  await measureUntil(async () => /name="units-\d+"/.test(await page()))
  const ids = [...(await page()).matchAll(/name="units-(\d+)"/g)].map(([, id]) => Number(id))
  for (let n = 0; n < ORDERS; n += 1) {
    await fetch(opened.shop.address, {
      method: 'POST',
      redirect: 'manual',
      body: createOrder(Math.max(...ids)),
    })
    await delay(250)
  }
  return watchHolds(pool)
}

/** From when each hold ends, as stored, to when a reader of the database sees that its supplier has the order. */
async function watchHolds(pool: Pool): Promise<number[]> {
  const endsAt = new Map<string, number>()
  const tookMs = new Map<string, number>()
  await measureUntil(async () => {
    const timers = await pool.query<{ id: string; due: Date }>(
      `select supplier_order_id as id, due_at as due from order_timers where kind = 'submit'`,
    )
    for (const { id, due } of timers.rows) endsAt.set(id, due.getTime())
    const { rows } = await pool.query<{ id: string }>(
      `select id from supplier_orders where state = 'submitted'`,
    )
    for (const { id } of rows) if (!tookMs.has(id)) tookMs.set(id, Date.now() - (endsAt.get(id) ?? 0))
    return tookMs.size >= ORDERS
  })
  return [...tookMs.values()].toSorted((one, other) => one - other)
}

function createOrder(productId: number): URLSearchParams {
  return new URLSearchParams({
    first_name: 'Ada',
    last_name: 'Lim',
    address_1: '10 Anson Road',
    city: 'Singapore',
    postcode: '079903',
    country: 'SG',
    phone: '+6591234567',
    [`units-${productId}`]: '1',
    action: 'paid',
  })
}

if (import.meta.main) {
  const fakes = await startFakeStores()
  const shop = await startRunningShop({ LOG_LEVEL: 'error', FAKE_STORES_URL: fakes.url })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  try {
    await generateCatalogue(database.pool, LISTINGS)
    const bench = { url: shop.url, database, fakes }
    const plan = await measurePlan(bench)
    console.log(`plan of ${LISTINGS} listings: ${(plan / 1000).toFixed(1)} s (bar 5 s)`)
    const change = await measureStockChange(bench)
    const listings = STORES * SHARED_PRODUCTS
    console.log(
      `stock of ${SHARED_PRODUCTS} products in ${listings} listings of ${STORES} stores, changed just after the timer: ${(change / 1000).toFixed(1)} s (bar 60 s)`,
    )
    const holds = await measureHolds(bench)
    const at = (share: number) => ((holds[Math.floor((holds.length - 1) * share)] ?? 0) / 1000).toFixed(1)
    console.log(
      `end of the hold to the supplier, ${ORDERS} orders: p50 ${at(0.5)} s, slowest ${at(1)} s (bar 2 s)`,
    )
  } finally {
    await database.close()
    await shop.remove()
    await fakes.close()
  }
}
