import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { runningShop } from '#tests/running-shop.ts'
import { openDatabase } from '#database/open-database.ts'
import { CATEGORIES } from '#features/catalog/contract.ts'
import { generateCatalogue } from './catalogue.ts'
import { load, type Load } from './load.ts'
import { measurePurchases } from './purchases.ts'
import { printTable, type Row } from './table.ts'

const COUNT = Number(process.argv[2] ?? 100_000)
const ONLY = process.argv[3] ?? ''
const PAGES = Math.floor(COUNT / 50)

/** Steps through the catalogue without coming back soon, so that no answer is one that was kept. */
const scattered = (n: number, of: number) => (n * 7919) % of

const TYPOS = ['emrald', 'saphire ring', 'neckace', 'braclet', 'moonstne', 'solitare', 'amethist', 'pendnt']

const METALS = ['yellow-gold', 'silver.platinum', 'rose-gold', 'white-gold']
const STONES = ['diamond', 'ruby.emerald', 'sapphire', 'pearl', 'onyx.opal']

const SECRET = 'the secret of the bench sandbox'

const shop = await runningShop({ SANDBOX_PAY_SECRET: SECRET, LOG_LEVEL: 'error' })
const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
let ceiling: ChildProcess | undefined
try {
  console.log(`generating ${COUNT} pieces …`)
  await generateCatalogue(database.pool, COUNT)
  const { child, url: bare } = await startCeiling(database.url)
  ceiling = child
  printTable(await measure(shop.url, bare))
} finally {
  ceiling?.kill()
  await database.close()
  await shop.remove()
}

type Measurement = Readonly<{
  what: string
  /** Requests a second that must be reached. */
  bar?: number
  /** Milliseconds in which 99 of 100 answers must be there. */
  barP99Ms?: number
  run(): Promise<Load>
  ceiling?: () => Promise<Load>
  /** The part of the bare handler's rate that is aimed at. */
  aim?: number
}>

async function measure(url: string, bare: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const measurement of measurements(url, bare).filter(({ what }) => what.includes(ONLY))) {
    // The bare handler right before, so that both meet the same machine.
    const best = await measurement.ceiling?.()
    const measured = await measurement.run()
    const { run: _run, ceiling: _ceiling, aim, ...bars } = measurement
    const against = best && aim ? { ceiling: best.perSecond, aim: best.perSecond * aim } : {}
    rows.push({ ...bars, ...measured, ...against })
  }
  return rows
}

function measurements(url: string, bare: string): Measurement[] {
  const detail = (n: number) => `prd_${(1 + scattered(n, COUNT)).toString(16).padStart(32, '0')}`
  const list = (query: (n: number) => string) =>
    load(url, (n) => ({ path: `/shop/getAllProducts?limit=50&${query(n)}` }))
  const page = (n: number) => 1 + scattered(n, PAGES)
  const ring = (n: number) => 1 + scattered(n, Math.floor(PAGES / 8))
  const min = (n: number) => 20 + (n % 900)
  const filter = (n: number) => ({ minPrice: String(min(n)), maxPrice: String(min(n) + 40) })
  const bareHandler = (path: (n: number) => string) => () => load(bare, (n) => ({ path: path(n) }))
  return [
    {
      what: 'list of 50, kept',
      bar: 200 * 60.2,
      aim: 0.5,
      ceiling: bareHandler(() => '/kept'),
      run: () => list(() => 'page=1'),
    },
    {
      what: 'list of 50, not kept',
      bar: 50 * 60.2,
      aim: 2 / 3,
      ceiling: bareHandler((n) => `/list?page=${page(n)}`),
      run: () => list((n) => `page=${page(n)}`),
    },
    {
      what: 'category, not kept',
      bar: 20 * 10.6,
      aim: 2 / 3,
      ceiling: bareHandler((n) => `/category?page=${ring(n)}`),
      run: () => list((n) => `category=${CATEGORIES[n % 8]}&page=${ring(n)}`),
    },
    {
      what: 'filtered list, not kept',
      bar: 20 * 10.6,
      aim: 2 / 3,
      ceiling: bareHandler((n) => `/filter?min=${min(n)}`),
      run: () => load(url, (n) => asked('/shop/advanceProductSearch?page=1', filter(n))),
    },
    {
      what: 'product detail',
      bar: 20 * 174,
      aim: 2 / 3,
      ceiling: bareHandler((n) => `/detail/${detail(n)}`),
      run: () => load(url, (n) => ({ path: `/shop/getProductsByID/${detail(n)}` })),
    },
    ...searches(url),
    ...pages(url),
    {
      what: 'guest purchase',
      bar: 20 * 12.6,
      run: () => measurePurchases({ url, secret: SECRET, pieces: COUNT }),
    },
  ]
}

function searches(url: string): Measurement[] {
  return [
    {
      // One shopper at a time: what is looked at is how long an answer takes.
      what: 'search with a typing error',
      barP99Ms: 20,
      run: () => load(url, (n) => asked('/shop/searchProduct', TYPOS[n % TYPOS.length]), { connections: 1 }),
    },
    {
      what: 'facets of a choice, not kept',
      barP99Ms: 50,
      run: () => load(url, (n) => ({ path: `/shop/getFacets?${choice(n)}` }), { connections: 1 }),
    },
    {
      what: 'list of a choice, not kept',
      barP99Ms: 50,
      run: () =>
        load(url, (n) => asked(`/shop/advanceProductSearch?page=1&${choice(n)}`, {}), { connections: 1 }),
    },
  ]
}

/** Metals and stones with bounds of a price that cut two bands. */
function choice(n: number): string {
  const min = 20 + (n % 900)
  return `metal=${METALS[n % METALS.length]}&stone=${STONES[n % STONES.length]}&minPrice=${min}&maxPrice=${min + 140}`
}

function pages(url: string): Measurement[] {
  return ['/', '/marketplace'].map((path) => ({
    what: `page ${path} from the page cache`,
    bar: 10_000,
    run: () => load(url, () => ({ path })),
  }))
}

function asked(path: string, data: unknown) {
  return { path, method: 'POST', body: JSON.stringify({ data }) } as const
}

async function startCeiling(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./ceiling.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return { child, url: String(line).trim() }
}
