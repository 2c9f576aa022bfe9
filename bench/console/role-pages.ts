import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { refreshAllSummaries } from '#features/stores/shop-orders/service.ts'
import { openDatabase, type OpenDatabase } from '#database/connections/open-database.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { generateStoreProducts } from './store-products.ts'
import { runAudit } from '../money/ledger.ts'
import { generateLog } from '../operator/log-sets.ts'
import { OPERATOR_PAGES } from '../operator/operator-pages.ts'
import { generateOrders } from '../supplier/order-sets.ts'
import { SUPPLIER_PAGES } from '../supplier/supplier-pages.ts'
import { generateVendorOrders } from '../vendor/vendor-sets.ts'
import { VENDOR_PAGES } from '../vendor/vendor-pages.ts'
import { type PageCalls, printPages } from './measure-pages.ts'

const SUPPLIERS = 10
const VENDORS = 10
/** The products per supplier, enough for a vendor to have 5,000. */
const PRODUCTS = 600
const LOG_ENTRIES = 1_000_000

/** The measured role: its pages, and the account of the calls. */
const ROLES: Readonly<Record<string, Readonly<{ pages: readonly PageCalls[]; account: string }>>> = {
  supplier: { pages: SUPPLIER_PAGES, account: 'select min(owner_id) as id from suppliers' },
  vendor: { pages: VENDOR_PAGES, account: 'select max(account_id) as id from store_connections' },
  operator: { pages: OPERATOR_PAGES, account: `select min(id) as id from accounts where type = 'operator'` },
}

/** The ids in addresses of pages, by their placeholders. */
const NAMES = `
  select (select public_id from suppliers where owner_id is not null order by id limit 1) as "SUPPLIER",
    (select public_id from accounts where id = (select max(account_id) from store_connections)) as "VENDOR",
    (select number from shop_orders where account_id = (select max(account_id) from store_connections) and state = 'completed'
      order by placed_at limit 1) as "NUMBER"`

/** An order of the role, which its page shows. */
const ORDERS: Readonly<Record<string, string>> = {
  supplier: `select public_id as id from supplier_orders where supplier_id = (select id from suppliers where owner_id is not null)
    and state = 'completed' order by id desc limit 1`,
  vendor: `select public_id as id from shop_orders where account_id = (select max(account_id) from store_connections)
    and state = 'completed' order by placed_at desc limit 1`,
  operator: `select public_id as id from supplier_orders where state = 'completed' order by id desc limit 1`,
}

async function makeData(
  { db, pool }: OpenDatabase,
  { dataDir, count }: Readonly<{ dataDir: string; count: number }>,
) {
  const startedAt = performance.now()
  const [suppliers, vendors] = [[] as number[], [] as number[]]
  for (let n = 0; n < SUPPLIERS; n += 1) {
    const supplier = await createTestSupplier(db)
    await generateStoreProducts(pool, supplier.id, PRODUCTS)
    if (n === 0) await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })
    suppliers.push(supplier.id)
  }
  for (let n = 0; n < VENDORS; n += 1) vendors.push((await createSignedInAccount(db, new Date())).id)
  await createSignedInAccount(db, new Date(), { type: 'operator' })
  await generateOrders(pool, { supplierIds: suppliers, count })
  await generateVendorOrders(pool, vendors)
  await refreshAllSummaries(db)
  await pool.query('vacuum (analyze) shop_order_summaries, shop_order_products')
  await generateLog(pool, vendors, LOG_ENTRIES)
  console.log(`${count} orders made in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  console.log(`audit clean in ${(await runAudit(dataDir)).toFixed(1)} s`)
}

async function readRow(pool: Pool, text: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<Record<string, string>>(text)
  return rows[0] ?? {}
}

if (import.meta.main) {
  const [role = 'all', count = '1000000'] = process.argv.slice(2)
  const folder = process.env['BENCH_DATA']
  const isMade = folder !== undefined && existsSync(path.join(folder, 'postgres'))
  const shop = await startRunningShop({
    LOG_LEVEL: 'error',
    ...(folder === undefined ? {} : { DATA_DIR: folder }),
  })
  const dataDir = folder ?? shop.dataDir
  const database = await openDatabase({ dataDir, log: () => undefined })
  try {
    if (!isMade) await makeData(database, { dataDir, count: Number(count) })
    const names = await readRow(database.pool, NAMES)
    for (const [name, { pages, account }] of Object.entries(ROLES)) {
      if (role !== 'all' && role !== name) continue
      const { id } = await readRow(database.pool, account)
      const { headers } = await createSession(database.db, Number(id), new Date())
      const order = await readRow(database.pool, ORDERS[name] ?? '')
      const fill = (text: string) =>
        Object.entries({ ...names, ORDER: order['id'] ?? '' }).reduce(
          (filled, [word, value]) => filled.replace(new RegExp(`\\b${word}\\b`), value),
          text,
        )
      console.log(`\n${name}`)
      const shown = pages
        .filter(({ page }) => page.includes(process.env['BENCH_PAGE'] ?? ''))
        .map((page) => ({ ...page, paths: page.paths.map(fill) }))
      await printPages({ url: shop.url, pid: shop.pid(), dataDir, headers }, shown)
    }
  } finally {
    await database.close()
    await shop.remove()
  }
}
