import { CATEGORIES } from '#features/catalogue/catalog/contract.ts'
import type { CatalogueShop } from './catalogue-shop.ts'
import { load, type Load } from './load.ts'
import { measureNotices } from './notices.ts'
import { measurePurchases } from './purchases.ts'
import type { Row } from './table.ts'

/** A shop with so many pieces. */
export type Filled = Readonly<{ shop: CatalogueShop; pieces: number }>

/** Something to be measured on a filled shop, by the name it is chosen by. */
export type Answer = Readonly<{ what: string; run(filled: Filled): Promise<readonly Row[]> }>

/** A rate: what is asked for, what peers reach, and the bare handler's way to the same. */
type Rate = Readonly<{
  what: string
  bar: number
  /** The part of the bare handler's rate that is aimed at; without a bare handler, the rate itself. */
  aim: number
  peers: string
  run(filled: Filled): Promise<Load>
  bare?(filled: Filled): Promise<Load>
}>

const TYPOS = ['emrald', 'saphire ring', 'neckace', 'braclet', 'moonstne', 'solitare', 'amethist', 'pendnt']

const SHELF = 50

const LIST_PEERS = 'Vendure 4.0, Medusa 60.2'
const CATEGORY_PEERS = 'Vendure 10.6'

const LISTS: readonly Rate[] = [
  {
    what: 'list of 50, kept',
    bar: 200 * 60.2,
    aim: 1 / 2,
    peers: LIST_PEERS,
    bare: ({ shop }) => load(shop.bareUrl, () => ({ path: '/kept' })),
    run: ({ shop }) => list(shop, () => 'page=1'),
  },
  {
    what: 'list of 50, not kept',
    bar: 50 * 60.2,
    aim: 2 / 3,
    peers: LIST_PEERS,
    bare: ({ shop, pieces }) => load(shop.bareUrl, (n) => ({ path: `/list?page=${pageOf(n, pieces)}` })),
    run: ({ shop, pieces }) => list(shop, (n) => `page=${pageOf(n, pieces)}`),
  },
  {
    what: 'category, not kept',
    bar: 20 * 10.6,
    aim: 2 / 3,
    peers: CATEGORY_PEERS,
    bare: ({ shop, pieces }) =>
      load(shop.bareUrl, (n) => ({ path: `/category?page=${pageOf(n, pieces / 8)}` })),
    run: ({ shop, pieces }) =>
      list(shop, (n) => `category=${CATEGORIES[n % 8]}&page=${pageOf(n, pieces / 8)}`),
  },
  {
    what: 'filtered list, not kept',
    bar: 20 * 10.6,
    aim: 2 / 3,
    peers: CATEGORY_PEERS,
    bare: ({ shop }) => load(shop.bareUrl, (n) => ({ path: `/filter?min=${lowest(n)}` })),
    run: ({ shop }) =>
      load(shop.url, (n) =>
        asked('/shop/advanceProductSearch?page=1', {
          minPrice: String(lowest(n)),
          maxPrice: String(lowest(n) + 40),
        }),
      ),
  },
]

const DETAIL: Rate = {
  what: 'product detail',
  bar: 20 * 174,
  aim: 2 / 3,
  peers: 'Vendure 174, Medusa 33',
  bare: ({ shop, pieces }) => load(shop.bareUrl, (n) => ({ path: `/detail/${idOf(n, pieces)}` })),
  run: ({ shop, pieces }) => load(shop.url, (n) => ({ path: `/shop/getProductsByID/${idOf(n, pieces)}` })),
}

const PAGES: readonly Rate[] = ['/', '/marketplace'].map((path) => ({
  what: `page ${path} from the page cache`,
  bar: 10_000,
  aim: 20_000,
  peers: 'none keeps its pages',
  run: ({ shop }) => load(shop.url, () => ({ path })),
}))

const PURCHASE: Rate = {
  what: 'guest purchase of three suppliers',
  bar: 20 * 12.6,
  aim: 50 * 12.6,
  peers: 'Vendure 12.6, Medusa 1.9',
  run: ({ shop, pieces }) => measurePurchases({ url: shop.url, secret: shop.secret, pieces }),
}

const TYPE_AHEAD = 'search with a typing error, p99'
const FACETS = 'facets of a choice, p99'
const NOTICES = 'notices of purchases'

/** How many answers a second the shop gives, each beside the bare handler right before it; what writes last. */
export const ANSWERS: readonly Answer[] = [
  ...[...LISTS, DETAIL, ...PAGES].map(answerOf),
  { what: TYPE_AHEAD, run: measureTypeAhead },
  { what: FACETS, run: measureFacets },
  answerOf(PURCHASE),
  { what: NOTICES, run: measureTaken },
]

function answerOf(rate: Rate): Answer {
  return { what: rate.what, run: (filled) => measured(rate, filled) }
}

async function measured({ what, bar, aim, peers, run, bare }: Rate, filled: Filled): Promise<Row[]> {
  // The bare handler right before, so that both meet the same machine.
  const best = await bare?.(filled)
  const { perSecond, p99Ms, failed } = await run(filled)
  if (failed > 0) throw new Error(`${failed} answers failed`)
  const beside = best ? `, bare handler ${Math.round(best.perSecond)}/s` : ''
  const goal = best ? best.perSecond * aim : aim
  return [{ what, figure: perSecond, unit: '/s', bar, aim: goal, peers, note: `p99 ${p99Ms} ms${beside}` }]
}

/** One shopper after the other: what is looked at is how long an answer takes. */
async function measureTypeAhead({ shop, pieces }: Filled): Promise<Row[]> {
  const ask = (n: number) => asked('/shop/searchProduct', TYPOS[n % TYPOS.length])
  const { p99Ms, perSecond, failed } = await load(shop.url, ask, { connections: 1 })
  if (failed > 0) throw new Error(`${failed} answers failed`)
  return [
    {
      what: TYPE_AHEAD,
      figure: p99Ms,
      unit: 'ms',
      bar: pieces > 100_000 ? 30 : 20,
      aim: 5,
      peers: 'without an error, 32 at once: Vendure 0.2/s, Medusa 65/s',
      note: `${Math.round(perSecond)}/s, one after the other`,
    },
  ]
}

const METALS = ['yellow-gold', 'silver.platinum', 'rose-gold', 'white-gold']
const STONES = ['diamond', 'ruby.emerald', 'sapphire', 'pearl', 'onyx.opal']

/** Metals and stones with bounds of a price that cut two bands; one shopper after the other. */
async function measureFacets({ shop }: Filled): Promise<Row[]> {
  const ask = (n: number) => {
    const [metal, stone] = [METALS[n % METALS.length], STONES[n % STONES.length]]
    const prices = `minPrice=${lowest(n)}&maxPrice=${lowest(n) + 140}`
    return { path: `/shop/getFacets?metal=${metal}&stone=${stone}&${prices}` }
  }
  const { p99Ms, perSecond, failed } = await load(shop.url, ask, { connections: 1 })
  if (failed > 0) throw new Error(`${failed} answers failed`)
  const note = `${Math.round(perSecond)}/s, one after the other`
  return [{ what: FACETS, figure: p99Ms, unit: 'ms', bar: 50, aim: 20, peers: '', note }]
}

/** Beside their rate it counts whether all were taken in, and each once. */
async function measureTaken({ shop, pieces }: Filled): Promise<Row[]> {
  const { url, secret } = shop
  const { perSecond, p99Ms, failed, notices, lost, doubled } = await measureNotices(
    { url, secret, pieces },
    shop.books,
  )
  if (failed + lost + doubled > 0)
    throw new Error(`${failed} notices failed, ${lost} orders were lost, ${doubled} doubled`)
  const note = `p99 ${p99Ms} ms; ${notices} notices, a fifth of them for the second time: 0 lost, 0 doubled`
  return [{ what: NOTICES, figure: perSecond, unit: '/s', bar: 200, peers: '', note }]
}

function list(shop: CatalogueShop, query: (n: number) => string): Promise<Load> {
  return load(shop.url, (n) => ({ path: `/shop/getAllProducts?limit=${SHELF}&${query(n)}` }))
}

/** Steps through the catalogue without coming back soon, so that no answer is one that was kept. */
function scattered(n: number, of: number): number {
  return (n * 7919) % of
}

function pageOf(n: number, pieces: number): number {
  return 1 + scattered(n, Math.max(1, Math.floor(pieces / SHELF)))
}

function lowest(n: number): number {
  return 20 + (n % 900)
}

function idOf(n: number, pieces: number): string {
  return `prd_${(1 + scattered(n, pieces)).toString(16).padStart(32, '0')}`
}

function asked(path: string, data: unknown) {
  return { path, method: 'POST', body: JSON.stringify({ data }) } as const
}
