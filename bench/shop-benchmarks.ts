import { CATEGORIES } from '#features/catalogue/catalog/contract.ts'
import type { BenchShop } from './shop/catalogue-shop.ts'
import { runLoad, type LoadResult } from './load.ts'
import { measurePaymentWebhooks } from './money/payment-webhooks.ts'
import { measurePurchases } from './money/purchases.ts'
import type { Row } from './table.ts'

/** A shop with a number of products. */
export type LoadedShop = Readonly<{ shop: BenchShop; products: number }>

/** A benchmark of a filled shop, by the name that selects it. */
export type ShopBenchmark = Readonly<{ what: string; run(loadedShop: LoadedShop): Promise<readonly Row[]> }>

/** A rate: what is requested, what peers reach, and the bare handler's way to the same. */
type RateBenchmark = Readonly<{
  what: string
  bar: number
  /** The part of the bare handler's rate that is aimed at; without a bare handler, the rate itself. */
  aim: number
  peers: string
  run(loadedShop: LoadedShop): Promise<LoadResult>
  bare?(loadedShop: LoadedShop): Promise<LoadResult>
}>

const TYPOS = ['emrald', 'saphire ring', 'neckace', 'braclet', 'moonstne', 'solitare', 'amethist', 'pendnt']

const PAGE_SIZE = 50

const LIST_PEERS = 'Vendure 4.0, Medusa 60.2'
const CATEGORY_PEERS = 'Vendure 10.6'

const LISTS: readonly RateBenchmark[] = [
  {
    what: 'list of 50, kept',
    bar: 200 * 60.2,
    aim: 1 / 2,
    peers: LIST_PEERS,
    bare: ({ shop }) => runLoad(shop.bareUrl, () => ({ path: '/cached' })),
    run: ({ shop }) => loadList(shop, () => 'page=1'),
  },
  {
    what: 'list of 50, not kept',
    bar: 50 * 60.2,
    aim: 2 / 3,
    peers: LIST_PEERS,
    bare: ({ shop, products }) =>
      runLoad(shop.bareUrl, (n) => ({ path: `/list?page=${toPage(n, products)}` })),
    run: ({ shop, products }) => loadList(shop, (n) => `page=${toPage(n, products)}`),
  },
  {
    what: 'category, not kept',
    bar: 20 * 10.6,
    aim: 2 / 3,
    peers: CATEGORY_PEERS,
    bare: ({ shop, products }) =>
      runLoad(shop.bareUrl, (n) => ({ path: `/category?page=${toPage(n, products / 8)}` })),
    run: ({ shop, products }) =>
      loadList(shop, (n) => `category=${CATEGORIES[n % 8]}&page=${toPage(n, products / 8)}`),
  },
  {
    what: 'filtered list, not kept',
    bar: 20 * 10.6,
    aim: 2 / 3,
    peers: CATEGORY_PEERS,
    bare: ({ shop }) => runLoad(shop.bareUrl, (n) => ({ path: `/filter?min=${toMinPrice(n)}` })),
    run: ({ shop }) =>
      runLoad(shop.url, (n) =>
        toRequest('/shop/advanceProductSearch?page=1', {
          minPrice: String(toMinPrice(n)),
          maxPrice: String(toMinPrice(n) + 40),
        }),
      ),
  },
]

const DETAIL: RateBenchmark = {
  what: 'product detail',
  bar: 20 * 174,
  aim: 2 / 3,
  peers: 'Vendure 174, Medusa 33',
  bare: ({ shop, products }) =>
    runLoad(shop.bareUrl, (n) => ({ path: `/detail/${toProductId(n, products)}` })),
  run: ({ shop, products }) =>
    runLoad(shop.url, (n) => ({ path: `/shop/getProductsByID/${toProductId(n, products)}` })),
}

const PAGES: readonly RateBenchmark[] = ['/', '/marketplace'].map((path) => ({
  what: `page ${path} from the page cache`,
  bar: 10_000,
  aim: 20_000,
  peers: 'none keeps its pages',
  run: ({ shop }) => runLoad(shop.url, () => ({ path })),
}))

const PURCHASE: RateBenchmark = {
  what: 'guest purchase of three suppliers',
  bar: 20 * 12.6,
  aim: 50 * 12.6,
  peers: 'Vendure 12.6, Medusa 1.9',
  run: ({ shop, products }) => measurePurchases({ url: shop.url, secret: shop.secret, products }),
}

const TYPE_AHEAD = 'search with a typing error, p99'
const FACETS = 'facets of a choice, p99'
const WEBHOOKS = 'notices of purchases'

/**
 * The responses a second of the shop, each beside the bare handler right before it. Benchmarks that write come
 * last.
 */
export const SHOP_BENCHMARKS: readonly ShopBenchmark[] = [
  ...[...LISTS, DETAIL, ...PAGES].map(toBenchmark),
  { what: TYPE_AHEAD, run: measureTypeAhead },
  { what: FACETS, run: measureFacets },
  toBenchmark(PURCHASE),
  { what: WEBHOOKS, run: measureWebhooks },
]

function toBenchmark(rate: RateBenchmark): ShopBenchmark {
  return { what: rate.what, run: (loadedShop) => measureRate(rate, loadedShop) }
}

async function measureRate(
  { what, bar, aim, peers, run, bare }: RateBenchmark,
  loadedShop: LoadedShop,
): Promise<Row[]> {
  // The bare handler right before, so that both meet the same machine.
  const ceilingLoad = await bare?.(loadedShop)
  const { perSecond, p99Ms, failed } = await run(loadedShop)
  if (failed > 0) throw new Error(`${failed} answers failed`)
  const ceilingNote = ceilingLoad ? `, bare handler ${Math.round(ceilingLoad.perSecond)}/s` : ''
  const goal = ceilingLoad ? ceilingLoad.perSecond * aim : aim
  return [
    { what, figure: perSecond, unit: '/s', bar, aim: goal, peers, note: `p99 ${p99Ms} ms${ceilingNote}` },
  ]
}

/** One shopper after the other, because the latency is measured. */
async function measureTypeAhead({ shop, products }: LoadedShop): Promise<Row[]> {
  const createRequest = (n: number) => toRequest('/shop/searchProduct', TYPOS[n % TYPOS.length])
  const { p99Ms, perSecond, failed } = await runLoad(shop.url, createRequest, { connections: 1 })
  if (failed > 0) throw new Error(`${failed} answers failed`)
  return [
    {
      what: TYPE_AHEAD,
      figure: p99Ms,
      unit: 'ms',
      bar: products > 100_000 ? 30 : 20,
      aim: 5,
      peers: 'without an error, 32 at once: Vendure 0.2/s, Medusa 65/s',
      note: `${Math.round(perSecond)}/s, one after the other`,
    },
  ]
}

const METALS = ['yellow-gold', 'silver.platinum', 'rose-gold', 'white-gold']
const STONES = ['diamond', 'ruby.emerald', 'sapphire', 'pearl', 'onyx.opal']

/** Metals and stones with bounds of a price that cut two bands; one shopper after the other. */
async function measureFacets({ shop }: LoadedShop): Promise<Row[]> {
  const createRequest = (n: number) => {
    const [metal, stone] = [METALS[n % METALS.length], STONES[n % STONES.length]]
    const prices = `minPrice=${toMinPrice(n)}&maxPrice=${toMinPrice(n) + 140}`
    return { path: `/shop/getFacets?metal=${metal}&stone=${stone}&${prices}` }
  }
  const { p99Ms, perSecond, failed } = await runLoad(shop.url, createRequest, { connections: 1 })
  if (failed > 0) throw new Error(`${failed} answers failed`)
  const note = `${Math.round(perSecond)}/s, one after the other`
  return [{ what: FACETS, figure: p99Ms, unit: 'ms', bar: 50, aim: 20, peers: '', note }]
}

/** Beside their rate it counts whether all were taken in, and each once. */
async function measureWebhooks({ shop, products }: LoadedShop): Promise<Row[]> {
  const { url, secret } = shop
  const { perSecond, p99Ms, failed, webhookEvents, lost, doubled } = await measurePaymentWebhooks(
    { url, secret, products },
    shop.books,
  )
  if (failed + lost + doubled > 0)
    throw new Error(`${failed} notices failed, ${lost} orders were lost, ${doubled} doubled`)
  const note = `p99 ${p99Ms} ms; ${webhookEvents} notices, a fifth of them for the second time: 0 lost, 0 doubled`
  return [{ what: WEBHOOKS, figure: perSecond, unit: '/s', bar: 200, peers: '', note }]
}

function loadList(shop: BenchShop, query: (n: number) => string): Promise<LoadResult> {
  return runLoad(shop.url, (n) => ({ path: `/shop/getAllProducts?limit=${PAGE_SIZE}&${query(n)}` }))
}

/** Steps through the catalogue without repeating soon, so that no response is cached. */
function toScattered(n: number, of: number): number {
  return (n * 7919) % of
}

function toPage(n: number, products: number): number {
  return 1 + toScattered(n, Math.max(1, Math.floor(products / PAGE_SIZE)))
}

function toMinPrice(n: number): number {
  return 20 + (n % 900)
}

function toProductId(n: number, products: number): string {
  return `prd_${(1 + toScattered(n, products)).toString(16).padStart(32, '0')}`
}

function toRequest(path: string, data: unknown) {
  return { path, method: 'POST', body: JSON.stringify({ data }) } as const
}
