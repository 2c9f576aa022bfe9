import { setTimeout as delay } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { openDatabase } from '#database/connections/open-database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { listMembers, type Node, PASSWORD } from '../database/nodes.ts'
import type { ClusterShop } from '../shops.ts'
import type { Proof } from './proof.ts'
import { runUnderPurchases } from './under-purchases.ts'

/** Suppliers who change a price and look at it, at once. */
const WRITERS = 8
const CHANGES = 125

/** How long a replica is held back, in turns: one is still read from meanwhile, one is not. */
const HELD_BACK_MS = [700, 2_500]
const LET_GO_MS = 300

/** How long a page may show the earlier price: a cached outdated page would for a minute. */
const MAX_AGE_MS = 10_000

/** Holds both replicas back in turns while suppliers change prices and ask for the product at once. */
export const HOLD_BACK_REPLICAS: Proof = {
  name: '5 replicas held back',
  run: (shop, round) =>
    runUnderPurchases({
      shop,
      round,
      maxGapMs: 10_000,
      cause: async () => {
        const before = await countReads(shop)
        const writers = await createWriters(shop)
        const holding = await holdBack(shop.cluster.nodes)
        const ages = await Promise.all(writers.map((writer) => changePrices(shop, writer))).finally(
          holding.end,
        )
        const after = await countReads(shop)
        const [replica, primary] = [after.replica - before.replica, after.primary - before.primary]
        if (replica === 0) throw new Error('nothing was read from a replica')
        const all = ages.flat().toSorted((a, b) => a - b)
        return [
          `${WRITERS * CHANGES} changes, each read by its writer at once`,
          `pages current after ${all[all.length >> 1]} ms in the median, ${all.at(-1)} ms at most`,
          `${holding.countHolds()} times held back`,
          `${((100 * replica) / (replica + primary)).toFixed(0)} % of ${replica + primary} reads at replicas`,
        ].join('; ')
      },
    }),
}

type Writer = Readonly<{ product: string; variant: string; price: number; authorization: string }>

const PRODUCTS = `
  select distinct on (p.supplier_id) p.public_id as product, v.public_id as variant, p.supplier_id as supplier,
    v.price_amount::int as price
  from products p join product_variants v on v.product_id = p.id join suppliers s on s.id = p.supplier_id
  where p.offer_amount is null order by p.supplier_id limit $1`

type ProductRow = Readonly<{ product: string; variant: string; supplier: string; price: number }>

/** Creates the accounts of suppliers, with a product each. */
async function createWriters({ cluster }: ClusterShop): Promise<Writer[]> {
  const database = await openDatabase({ url: cluster.directUrl, dataDir: '', log: () => undefined })
  try {
    const writers: Writer[] = []
    for (const { supplier, ...product } of await listProducts(database.pool)) {
      const owned = { id: Number(supplier), publicId: '', warehouseId: 0, email: '', name: '' }
      const { headers } = await createSignedInAccount(database.db, new Date(), {
        type: 'manufacturer',
        email: `${product.product}-${Date.now()}@cluster.example`,
        owns: owned,
      })
      writers.push({ ...product, ...headers })
    }
    return writers
  } finally {
    await database.close()
  }
}

async function listProducts(pool: Pool): Promise<readonly ProductRow[]> {
  return (await pool.query<ProductRow>(PRODUCTS, [WRITERS])).rows
}

/** Changes the price of a product, each time asking for it at once; returns how long pages showed the earlier price. */
async function changePrices({ cluster, webs }: ClusterShop, writer: Writer): Promise<number[]> {
  const { product, variant, authorization } = writer
  let [before, cookie] = [writer.price, '']
  const ages: number[] = []
  for (let change = 1; change <= CHANGES; change += 1) {
    const after = 30_000 + change
    const saved = await fetch(`${cluster.webUrl}/supplier/products/${product}/variants/${variant}`, {
      method: 'POST',
      headers: { authorization, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ field: 'price', before, after }),
    })
    if (!saved.ok) throw new Error(`a change of a price: ${saved.status} ${await saved.text()}`)
    await saved.text()
    cookie = /^seen=[^;]+/.exec(saved.headers.get('set-cookie') ?? '')?.[0] ?? cookie
    const shown = await readOwnPrice(`${cluster.webUrl}/shop/getProductsByID/${product}`, cookie)
    if (shown !== after / 100) throw new Error(`a supplier saved ${after / 100} and was shown ${shown}`)
    const text = `$${(after / 100).toFixed(2)}`
    ages.push(...(await Promise.all(webs.map(({ url }) => waitForPage(`${url}/product/${product}`, text)))))
    before = after
  }
  return ages
}

async function readOwnPrice(url: string, cookie: string): Promise<number> {
  const answer = await fetch(url, { headers: { cookie } })
  // The shop's own answer, by its contract.
  const { getProduct } = (await answer.json()) as { getProduct: { price: number } }
  return getProduct.price
}

/** Asks for a page until it shows a text, and then once more; returns how long that took. */
async function waitForPage(url: string, text: string): Promise<number> {
  const startedAt = performance.now()
  const isShown = async () => {
    const page = await fetch(url)
    if (!page.ok) throw new Error(`${url}: ${page.status}`)
    return (await page.text()).includes(text)
  }
  while (!(await isShown())) {
    if (performance.now() - startedAt > MAX_AGE_MS) throw new Error(`${url} stays outdated, without ${text}`)
    await delay(10)
  }
  const tookMs = Math.round(performance.now() - startedAt)
  if (!(await isShown())) throw new Error(`${url} is outdated again, without ${text}`)
  return tookMs
}

/** Pauses the replay of the standbys in turns, until `end`. */
async function holdBack(nodes: readonly Node[]) {
  const members = (await Promise.all(nodes.map((node) => listMembers(node)))).find((list) => list.length > 0)
  const standbys = nodes.filter(({ name }) =>
    members?.some((member) => member.name === name && member.role !== 'leader'),
  )
  const ending = new AbortController()
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  let holds = 0
  const held = standbys.map(async ({ port }, index) => {
    const client = new Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    })
    await client.connect()
    try {
      for (let turn = index; !ending.signal.aborted; turn += 1) {
        await client.query('select pg_wal_replay_pause()')
        holds += 1
        await pause(HELD_BACK_MS[turn % HELD_BACK_MS.length] ?? 0)
        await client.query('select pg_wal_replay_resume()')
        await pause(LET_GO_MS)
      }
    } finally {
      await client.end()
    }
  })
  return {
    countHolds: () => holds,
    end: async () => {
      ending.abort()
      await Promise.all(held)
    },
  }
}

/** Returns how many reads the web processes have sent to replicas and to the primary. */
async function countReads({ metricsUrls }: ClusterShop) {
  const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()))
  const count = (server: string) =>
    texts.reduce(
      (sum, text) =>
        sum + Number(new RegExp(`cabochon_replica_reads\\{server="${server}"\\} (\\d+)`).exec(text)?.[1]),
      0,
    )
  return { replica: count('replica'), primary: count('primary') }
}
