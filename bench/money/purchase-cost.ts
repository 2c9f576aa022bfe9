import { setTimeout as delay } from 'node:timers/promises'
import path from 'node:path'
import { openDatabase, toSuperuserUrl } from '#database/connections/open-database.ts'
import { MINUTE, SECOND } from '#core/time.ts'
import { startRunningShop, type RunningShop } from '#tests/shop/running-shop.ts'
import { Client, type Pool } from 'pg'
import { generateCatalogue } from '../catalogue.ts'
import { readProcessorTimes } from '../console/processor-time.ts'
import { fetchRate, sendPaymentWebhook, startPurchase } from './guest-purchase.ts'

const [PURCHASES = '300', TURNS = '4', OTHER] = process.argv.slice(2)
const WORKERS = Number(process.env['WORKERS'] ?? 8)
const LISTS_STATEMENTS = process.env['STATEMENTS'] === '1'

const PRODUCTS = 20_000
const SECRET = 'the secret of the bench sandbox'

/** The shortest hold, so that the suppliers' emails belong to the measured minutes. */
const HOLD = `
  insert into setting_versions (name, value, changes, saved_at)
  select 'deadlines', '{"holdMinutes":2,"acceptHours":48,"escalateHours":24,"cancelHours":24,"shipDays":14,"earningDays":14}', '{}', now()`

/**
 * Sold units that wait for further ones, as after any number of purchases: a product's count is written by one of this many. An
 * older tree has no such table.
 */
const WAITING_SALES = `
  do $$ begin
    if to_regclass('product_sales_waiting') is not null then
      insert into product_sales_waiting select id, sold_count / 7 % ceil(sold_count / 100.0)::int from products
        where sold_count > 100;
    end if;
  end $$`

/** The minutes from a purchase until its hold is over and its last timers have run. */
const MINUTES_AFTER = 4

/** The processor milliseconds of a shop and its database. */
type Cost = Readonly<{ shopMs: number; databaseMs: number }>

/** A running shop of one tree. */
type MeasuredTree = Readonly<{
  name: string
  shop: RunningShop
  pool: Pool
  buy(count: number): Promise<void>
  readCost(): Cost
  close(): Promise<void>
}>

async function openTree(name: string, start: typeof startRunningShop): Promise<MeasuredTree> {
  const shop = await start({ SANDBOX_PAY_SECRET: SECRET, LOG_LEVEL: 'error' })
  if (LISTS_STATEMENTS) await startStatistics(shop)
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  const { pool } = database
  await generateCatalogue(pool, PRODUCTS)
  await pool.query(WAITING_SALES)
  await pool.query(HOLD)
  const rate = await fetchRate(shop.url)
  let next = 0
  const target = { url: shop.url, secret: SECRET, products: PRODUCTS }
  const buyOne = async () => {
    if (!(await sendPaymentWebhook(target, await startPurchase(target, rate, next++))))
      throw new Error('a payment was not accepted')
  }
  return {
    name,
    shop,
    pool,
    buy: async (count) => {
      let left = count
      const worker = async () => {
        while (left-- > 0) await buyOne()
      }
      await Promise.all(Array.from({ length: WORKERS }, worker))
      while (await hasDueJobs(pool)) await delay(200)
    },
    readCost: () => readProcessorTimes({ pid: shop.pid(), dataDir: shop.dataDir }),
    close: async () => {
      await database.close()
      await shop.remove()
    },
  }
}

async function hasDueJobs(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where state <= 'active' and start_after <= now()`,
  )
  return rows[0]?.n !== 0
}

/**
 * Prints the processor time of a purchase: in each turn until its jobs were done, and in the end all of it, with the
 * timers of the next minutes and without what the shop takes anyway.
 */
async function measureTurns(measured: readonly MeasuredTree[]): Promise<void> {
  const startedAt = Date.now()
  const before = measured.map((tree) => tree.readCost())
  for (let turn = 1; turn <= Number(TURNS); turn += 1) {
    for (const tree of turn % 2 === 1 ? measured : measured.toReversed()) {
      const begun = tree.readCost()
      await tree.buy(Number(PURCHASES))
      const cost = scale(subtract(tree.readCost(), begun), 1 / Number(PURCHASES))
      console.log(`turn ${turn}, ${tree.name}: ${format(cost)} ms until the jobs were done`)
    }
  }
  await untilSecondOfMinute(40, MINUTES_AFTER)
  const minutes = (Date.now() - startedAt) / MINUTE
  const after = measured.map((tree) => tree.readCost())
  await delay(MINUTE)
  for (const [index, tree] of measured.entries()) {
    const [first, last] = [before[index] ?? NOTHING, after[index] ?? NOTHING]
    const idle = subtract(tree.readCost(), last)
    const all = subtract(subtract(last, first), scale(idle, minutes))
    const cost = scale(all, 1 / (Number(PURCHASES) * Number(TURNS)))
    console.log(`${tree.name}: ${format(cost)} ms in all; a minute without purchases: ${format(idle)} ms`)
  }
}

const NOTHING: Cost = { shopMs: 0, databaseMs: 0 }

function subtract(one: Cost, other: Cost): Cost {
  return { shopMs: one.shopMs - other.shopMs, databaseMs: one.databaseMs - other.databaseMs }
}

function scale({ shopMs, databaseMs }: Cost, factor: number): Cost {
  return { shopMs: shopMs * factor, databaseMs: databaseMs * factor }
}

function format({ shopMs, databaseMs }: Cost): string {
  const [shop, database] = [shopMs.toFixed(2), databaseMs.toFixed(2)]
  return `${(shopMs + databaseMs).toFixed(2)} (shop ${shop}, database ${database})`
}

/** Waits for a second of the minute, `minutes` minutes later. */
async function untilSecondOfMinute(second: number, minutes: number): Promise<void> {
  const wait = (second * SECOND - (Date.now() % MINUTE) + MINUTE) % MINUTE
  await delay(wait + Math.max(0, minutes - 1) * MINUTE)
}

async function startStatistics(shop: RunningShop): Promise<void> {
  const superuser = await connectAsSuperuser(shop)
  await superuser.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await superuser.query('alter system set pg_stat_statements.track_planning = on')
  await superuser.query('create extension pg_stat_statements')
  await superuser.end()
  await shop.stop()
  await shop.start()
}

async function connectAsSuperuser({ dataDir }: RunningShop): Promise<Client> {
  const superuser = new Client(await toSuperuserUrl(dataDir))
  await superuser.connect()
  return superuser
}

/**
 * Prints the statements of a purchase: how often each ran, and the milliseconds that it took with its plans, both for one
 * purchase. Timers that run anyway are among the later ones.
 */
async function listStatements(measured: readonly MeasuredTree[]): Promise<void> {
  for (const { name, shop, buy } of measured) {
    const superuser = await connectAsSuperuser(shop)
    try {
      await superuser.query('select pg_stat_statements_reset()')
      await buy(Number(PURCHASES))
      await printStatements(`${name}, until the jobs were done`, superuser)
      await superuser.query('select pg_stat_statements_reset()')
      await untilSecondOfMinute(40, MINUTES_AFTER)
      await printStatements(`${name}, later`, superuser)
    } catch (error) {
      console.error(error)
    } finally {
      await superuser.end()
    }
  }
}

async function printStatements(what: string, superuser: Client): Promise<void> {
  const { rows } = await superuser.query<{ calls: number; ms: number; query: string }>(STATEMENTS, [
    Number(PURCHASES),
  ])
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  const ms = rows.reduce((sum, row) => sum + row.ms, 0)
  console.log(`${what}: ${calls.toFixed(1)} statements of ${ms.toFixed(2)} ms a purchase`)
  for (const row of rows)
    console.log(
      `${row.calls.toFixed(2).padStart(8)} ${row.ms.toFixed(3).padStart(8)} ms  ${shorten(row.query)}`,
    )
}

const STATEMENTS = `
  select calls / $1::float8 as calls, (total_exec_time + total_plan_time) / $1::float8 as ms, query from pg_stat_statements
  where toplevel order by 2 desc`

function shorten(query: string): string {
  return query.replaceAll(/\s+/g, ' ').trim().slice(0, 160)
}

// Both shops run at once, so that every turn meets the same machine.
const trees = [await openTree('this tree', startRunningShop)]
if (OTHER) {
  // The other tree's own functions, so that its own server runs.
  const file = path.resolve(OTHER, 'tests/shop/running-shop.ts')
  const { startRunningShop: start } = (await import(file)) as { startRunningShop: typeof startRunningShop }
  trees.push(await openTree(OTHER, start))
}
try {
  await (LISTS_STATEMENTS ? listStatements(trees) : measureTurns(trees))
} finally {
  for (const tree of trees) await tree.close()
}
