import type { Pool } from 'pg'
import { openDatabase } from '#database/open-database.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { generateStoreProducts } from '../console/store-products.ts'
import { runAudit } from '../money/ledger.ts'
import { generateOrders } from './order-sets.ts'

const SUPPLIERS = Number(process.argv[3] ?? 10)
const PRODUCTS = 200
const WARM_UPS = 3
const ROUNDS = 20
/** What all calls of a page may take together on the server, in milliseconds. */
const PAGE_BAR_MS = 50
const HOME_BAR_MS = 150

type PageCalls = Readonly<{ page: string; paths: readonly string[]; barMs?: number }>

const FRAME = ['/shop/getMyStore', '/supplier/order-counts?timeZone=UTC', '/chat/unread']

const list = (query: string) => [`/supplier/orders?${query}&pageSize=50&timeZone=UTC`, ...FRAME]

/** The pages of a supplier's console by the calls that each makes. */
const PAGES: readonly PageCalls[] = [
  {
    page: 'home',
    paths: ['/supplier/sales?days=30', '/supplier/reliability', '/supplier/payouts?page=1', ...FRAME],
    barMs: HOME_BAR_MS,
  },
  { page: 'orders', paths: list('view=all') },
  { page: 'orders, page 500', paths: list('view=all&page=500') },
  { page: 'orders to accept', paths: list('view=to_accept') },
  { page: 'orders late', paths: list('view=late&sort=ship_by') },
  { page: 'orders in transit', paths: list('view=in_transit') },
  { page: 'orders done', paths: list('view=done') },
  { page: 'orders by total', paths: list('view=all&sort=highest_total') },
  { page: 'orders of a country', paths: list('view=all&country=DE') },
  { page: 'orders, a number', paths: list('view=all&search=C-1eef') },
  { page: 'orders, a name', paths: list('view=all&search=Grace%20Weber') },
  { page: 'orders to pack', paths: ['/supplier/orders-to-pack?timeZone=UTC', ...FRAME] },
  { page: 'an order', paths: ['/supplier/orders/ORDER', ...FRAME] },
  { page: 'cases', paths: ['/cases', ...FRAME] },
  { page: 'products', paths: ['/supplier/products?pageSize=100', '/supplier/product-counts', ...FRAME] },
  { page: 'duplicates', paths: ['/supplier/product-duplicates', ...FRAME] },
  { page: 'money', paths: ['/supplier/payouts?page=1', '/supplier/earnings-forecast', ...FRAME] },
  { page: 'entries of a balance', paths: ['/supplier/balances/available?page=1', ...FRAME] },
  { page: 'reliability', paths: ['/supplier/reliability', ...FRAME] },
  { page: 'orders behind a figure', paths: ['/supplier/reliability/shipped_on_time?page=1', ...FRAME] },
]

/** Returns the milliseconds of each round in which all calls of a page are made at once, the shortest first. */
async function measurePage(
  url: string,
  { headers }: CreatedAccount,
  paths: readonly string[],
): Promise<number[]> {
  const tookMs: number[] = []
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(url + path, { headers })
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
      }),
    )
    if (round >= 0) tookMs.push(performance.now() - startedAt)
  }
  return tookMs.toSorted((a, b) => a - b)
}

/** Returns the median milliseconds of the least that a query can be. */
async function measureBareQuery(pool: Pool): Promise<number> {
  const tookMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await pool.query('select 1')
    tookMs.push(performance.now() - startedAt)
  }
  return tookMs.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 1_000_000)
  const shop = await startRunningShop({ LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  try {
    const suppliers = []
    for (let n = 0; n < SUPPLIERS; n += 1) suppliers.push(await createTestSupplier(database.db))
    for (const { id } of suppliers) await generateStoreProducts(database.pool, id, PRODUCTS)
    const [first] = suppliers
    if (!first) throw new Error('There is no supplier.')
    const account = await createSignedInAccount(database.db, new Date(), {
      type: 'manufacturer',
      owns: first,
    })
    const startedAt = performance.now()
    await generateOrders(database.pool, { supplierIds: suppliers.map(({ id }) => id), count })
    console.log(`${count} orders made in ${Math.round((performance.now() - startedAt) / 1000)} s`)
    console.log(`audit clean in ${(await runAudit(shop.dataDir)).toFixed(1)} s`)
    console.log('\n| page | median ms | slowest of 20, ms | bar ms | |\n|---|---|---|---|---|')
    console.log(`| \`select 1\` alone | ${(await measureBareQuery(database.pool)).toFixed(1)} | | | |`)
    const order = `ord_${(SUPPLIERS * 5).toString(16).padStart(32, '0')}`
    for (const { page, paths, barMs = PAGE_BAR_MS } of PAGES) {
      const called = paths.map((path) => path.replace('ORDER', order))
      const took = await measurePage(shop.url, account, called)
      const median = took[Math.floor(took.length / 2)] ?? 0
      const verdict = median <= barMs ? 'reached' : 'MISSED'
      console.log(`| ${page} | ${median.toFixed(0)} | ${took.at(-1)?.toFixed(0)} | ${barMs} | ${verdict} |`)
    }
  } finally {
    await database.close()
    await shop.remove()
  }
}
