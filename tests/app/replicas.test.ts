import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, type Queryable, queryRows } from '#database/database.ts'
import { listenToChannels, notify } from '#database/connections/listen.ts'
import { LEFT_OUT_MS } from '#database/connections/replicas/replica.ts'
import { openReplicas, type Replicas } from '#database/connections/replicas/replicas.ts'
import { listenForNotifications } from '#main/http/serve.ts'
import { createPageCache } from '#platform/http/cache/page-cache.ts'
import { addReplicaMetrics } from '#main/wiring/open-metrics.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createLog } from '#platform/log.ts'
import { startTcpProxy } from '#tests/fakes/tcp-proxy.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createShopOnDatabase } from '#tests/shop/shop.ts'
import { createReplicatedDatabase } from '#tests/shop/standby.ts'

const database = await createReplicatedDatabase()
const { standby } = database
const lines: string[] = []
let clock = 0
const open = (urls: readonly string[]): Promise<Replicas> =>
  openReplicas({
    urls,
    db: database.db,
    poolSize: 4,
    isPooled: false,
    log: (line) => lines.push(line),
    now: () => clock,
  })
const replicas = await open([standby.urlOf(database.url)])
const shop = await createShopOnDatabase({ ...database, replicas })
const supplier = await createTestSupplier(database.db)

afterAll(async () => {
  await shop.app.jobs.stop()
  await replicas.close()
  await database.remove()
})

/** Lets the process learn the positions of both servers. */
async function look(): Promise<Readonly<{ replica: number; primary: number; repeated: number }>> {
  clock += 250
  return (await replicas.report()).reads
}

/**
 * Makes the standby as new as the primary is now, and the process aware of it. Other tests go on writing to the primary, so
 * that the process may meet a position which the standby has not reached yet.
 */
async function catchUp(used = replicas): Promise<void> {
  await expect
    .poll(
      async () => {
        await standby.catchUp()
        clock += 250
        return Math.max(...(await used.report()).replicas.map(({ lag }) => lag))
      },
      { timeout: 10_000 },
    )
    .toBeLessThanOrEqual(0.25)
}

beforeEach(async () => {
  lines.length = 0
  await catchUp()
})

const rename = (db: Queryable, id: string, name: string) =>
  db.execute(sql`update products set name = ${name} where public_id = ${id}`)

test('a replica answers anonymous reads, without a single statement for the primary', async () => {
  const product = await createTestProduct(database.db, { supplier, name: 'Amber ring' })
  await catchUp()
  await standby.pause()
  await rename(database.db, product.id, 'Amber band')
  const before = await look()
  const paths = [
    `/shop/getProductsByID/${product.id}`,
    `/shop/getProductsByIDs?ids=${product.id}`,
    '/shop/getAllProducts',
    '/shop/getAllProducts?page=1&limit=5',
    `/shop/getManufacturerProducts/${supplier.publicId}`,
    `/shop/getStoreProducts/${supplier.publicId}`,
  ]
  for (const address of paths) expect((await shop.get(address)).text).toContain('Amber ring')
  const others = [
    '/shop/getFacets',
    `/shop/getFrequentlyBoughtProduct/${product.id}`,
    '/shop/getFeaturedSuppliers',
    `/shop/getStoreByID/${supplier.publicId}`,
    `/shop/fetchReview/${product.id}`,
    `/shop/getStoreReviews/${supplier.publicId}`,
    '/shop/getStorefront',
    '/announcements?audience=everyone',
    '/shop/getLegalText/terms',
    '/sitemap.xml',
  ]
  for (const address of others) expect([address, (await shop.get(address)).status]).toEqual([address, 200])
  const search = { data: { search: 'amber' } }
  expect((await shop.post('/shop/searchProduct', search)).text).toContain('Amber ring')
  const advanced = {
    data: { productName: 'amber', minPrice: '', maxPrice: '', minQuantity: '', maxQuantity: '' },
  }
  expect((await shop.post('/shop/advanceProductSearch?page=1', advanced)).text).toContain('Amber ring')
  const after = await look()
  expect(after.replica - before.replica).toBeGreaterThanOrEqual(paths.length + others.length + 2)
  expect([after.primary - before.primary, after.repeated - before.repeated]).toEqual([0, 0])
  expect(lines).toEqual([])
})

test('who has written sees it at once, and a caller with a token but without the cookie always', async () => {
  const account = await createSignedInAccount(database.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
  })
  const address = `/shop/getStoreByID/${supplier.publicId}`
  await catchUp()
  await standby.pause()
  const form = {
    name: supplier.name,
    country: 'IT',
    city: null,
    description: 'Amber from the Baltic Sea.',
    yearsOfExperience: null,
    mainCategories: [],
  }
  const saved = await shop.post('/shop/saveMyStore', { data: form }, account.headers)
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)])
  const cookie = saved.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^seen=[0-9a-z]+\.[\w-]{16}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
  const [seen = ''] = cookie.split(';')

  const others = async () => (await shop.get(address)).text
  const own = async () =>
    (await shop.get(address, { ...account.headers, cookie: `theme=dark; ${seen}` })).text
  expect(await others()).not.toContain('Baltic')
  expect(await own()).toContain('Baltic')
  expect((await shop.get(address, account.headers)).text).toContain('Baltic')
  // A forged position is none.
  expect((await shop.get(address, { cookie: `seen=zzzzzzzzzzzz.${'a'.repeat(16)}` })).text).not.toContain(
    'Baltic',
  )

  await catchUp()
  const before = await look()
  expect(await own()).toContain('Baltic')
  expect((await look()).replica).toBe(before.replica + 1)
})

test('a page that is asked for right after a change is never kept in its earlier state', async () => {
  const product = await createTestProduct(database.db, { supplier, name: 'Name 0' })
  const address = `/shop/getProductsByID/${product.id}`
  const rendered: string[] = []
  const cache = createPageCache({
    rules: [{ path: /^\/shop\/getProductsByID\/(prd_\w+)$/, query: [], staleMs: 0, tags: (ids) => ids }],
    render: async ({ url }) => {
      rendered.push(url)
      const answer = await shop.app.http.request(address)
      answer.headers.delete('cache-control')
      return answer
    },
  })
  let received = Promise.withResolvers<void>()
  const listener = await listenForNotifications(database, {
    cache,
    app: shop.app,
    log: createLog('silent'),
    replicas,
    subscribe: (options) =>
      listenToChannels({
        ...options,
        url: database.url,
        onNotification: (...notification) => {
          options.onNotification(...notification)
          received.resolve()
        },
      }),
  })
  const server = createServer((request, response) => void cache.serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const read = async () => (await fetch(`http://127.0.0.1:${port}${address}`)).text()
  try {
    for (let change = 1; change <= 60; change += 1) {
      // Half of the changes meet a standby that does not have them yet.
      if (change === 31) await standby.pause()
      received = Promise.withResolvers()
      await inTransaction(database.db, async (tx) => {
        await rename(tx, product.id, `Name ${change}`)
        await notify(tx, 'catalogue', product.id)
      })
      await received.promise
      const texts = await Promise.all([read(), read(), read()])
      for (const text of [...texts, await read()]) expect(text).toContain(`"Name ${change}"`)
      await look()
      // The position of the change is known by now.
      cache.invalidate(product.id)
      expect(await read()).toContain(`"Name ${change}"`)
    }
    await catchUp()
    expect(await read()).toContain('"Name 60"')
    // Pages are kept: five reads after each change draw it twice.
    expect(rendered).toHaveLength(120)
  } finally {
    await listener.close()
    server.close()
  }
})

test('metrics report the lag of replicas and the share of reads', async () => {
  const metrics = createMetrics()
  addReplicaMetrics(metrics, replicas)
  await shop.get('/shop/getFeaturedSuppliers')
  const { text } = await metrics.render()
  const name = new URL(standby.urlOf(database.url)).host
  expect(text).toContain(`cabochon_replica_used{replica="${name}"} 1`)
  expect(text).toMatch(new RegExp(`cabochon_replica_lag_seconds\\{replica="${name}"\\} 0(\\.25)?$`, 'm'))
  expect(text).toMatch(/cabochon_replica_reads\{server="replica"\} [1-9]/)
})

test('refuses an address that leads to several servers', async () => {
  const ports = [database.url, standby.urlOf(database.url)].map((url) => Number(new URL(url).port))
  let connections = 0
  const balancer = await startTcpProxy(() => ({
    host: '127.0.0.1',
    port: ports[(connections += 1) % 2] ?? 0,
  }))
  const balanced = Object.assign(new URL(database.url), { port: String(balancer.port) }).href
  await expect(open([balanced])).rejects.toThrow(/^DATABASE_REPLICA_URLS: .* leads to several servers/)
  balancer.close()
})

test('a read that the replica cancels, because it conflicts with what it replays, is answered by the primary', async () => {
  await standby.cancelConflicts()
  await database.db.execute(sql`create table conflicts as select 1 as n`)
  await catchUp()
  const holder = new Client({ connectionString: standby.urlOf(database.url) })
  await holder.connect()
  await holder.query('select pg_advisory_lock(17)')
  const before = await look()
  const reading = queryRows(
    replicas.read(),
    sql`select n, pg_is_in_recovery() as "isStandby" from conflicts, pg_advisory_lock_shared(17)`,
  )
  const waiting = `select from pg_stat_activity where wait_event = 'advisory'`
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
  await database.db.execute(sql`drop table conflicts; create table conflicts as select 2 as n`)
  expect(await reading).toEqual([{ n: 2, isStandby: false }])
  expect((await look()).repeated).toBe(before.repeated + 1)
  await holder.end()
})

test('statements at a silent replica are run by the primary once it is left out', async () => {
  const { port } = new URL(standby.urlOf(database.url))
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(port) })
  const silent = await open([Object.assign(new URL(database.url), { port: String(proxy.port) }).href])
  try {
    await catchUp(silent)
    const read = () => queryRows(silent.read(), sql`select pg_is_in_recovery() as "isStandby"`)
    expect(await read()).toEqual([{ isStandby: true }])
    proxy.pause()
    const reading = read()
    // Each of the two takes a second.
    for (const _ of [1, 2]) {
      clock += 250
      await silent.report()
    }
    expect(await reading).toEqual([{ isStandby: false }])
    expect(lines).toContainEqual(expect.stringContaining('it does not respond'))
  } finally {
    proxy.close()
    await silent.close()
  }
})

test('a replica that is stopped costs no failed read, and is left out until it answers', async () => {
  const product = await createTestProduct(database.db, { supplier })
  const address = `/shop/getProductsByID/${product.id}`
  await catchUp()
  expect((await replicas.report()).replicas).toMatchObject([{ isUsed: true }])
  await standby.stop()
  for (let read = 0; read < 5; read += 1) expect((await shop.get(address)).status).toBe(200)
  await look()
  await look()
  expect((await replicas.report()).replicas).toEqual([
    expect.objectContaining({ isUsed: false, lag: Infinity }),
  ])
  expect(lines).toContainEqual(expect.stringContaining('is not read from'))
  const before = await look()
  expect((await shop.get(address)).status).toBe(200)
  expect((await look()).primary).toBe(before.primary + 1)
  clock += LEFT_OUT_MS
  await look()
  expect((await shop.get(address)).status).toBe(200)
})
