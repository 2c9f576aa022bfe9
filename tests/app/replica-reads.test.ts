import { globSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openReplicas } from '#database/connections/replicas/replicas.ts'
import type { EndpointSpec } from '#platform/http/calls/endpoint.ts'
import { createAccessTestData } from '#tests/access/access-test-data.ts'
import { CALLERS, createCallers, type Caller } from '#tests/access/callers.ts'
import type { AccessRow } from '#tests/access/rows.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createShopOnDatabase, type ApiResponse } from '#tests/shop/shop.ts'
import { createReplicatedDatabase } from '#tests/shop/standby.ts'

const database = await createReplicatedDatabase()
const { standby } = database
const lines: string[] = []
const replicas = await openReplicas({
  urls: [standby.urlOf(database.url)],
  db: database.db,
  poolSize: 4,
  isPooled: false,
  log: (line) => lines.push(line),
})
const shop = await createShopOnDatabase({ ...database, replicas })
const primaryShop = await createShopOnDatabase(database)
const testData = await createAccessTestData(shop)
const { headers } = await createCallers(shop)

const countReplicaReads = async () => (await replicas.report()).reads.replica

afterAll(async () => {
  await shop.app.jobs.stop()
  await primaryShop.app.jobs.stop()
  await replicas.close()
  await database.remove()
})

const FEATURES = new URL('../../src/features/', import.meta.url)

/** Returns the names of the endpoints that a replica may answer, as in the access table. */
async function listReplicaReads(): Promise<string[]> {
  const files = globSync('**/*contract.ts', { cwd: FEATURES })
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, FEATURES).href)))
  const specs = modules.flatMap((module) => Object.values(module).filter(isReplicaRead))
  return specs.map(({ method, path }) => `${method} ${path}`)
}

function isReplicaRead(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'readsReplica' in value
}

type Call = Readonly<{ name: string; row: AccessRow; caller: Caller }>

/** Calls both shops; returns their answers without what differs for each request. */
async function callBoth({ name, row, caller }: Call): Promise<readonly [string, string]> {
  const [method, path = ''] = name.split(' ')
  const { params = {}, query = {}, body } = row.input(testData)
  const search = new URLSearchParams(query)
  const address = `${path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')}?${search}`
  const answer = (calls: typeof shop) =>
    method === 'GET' ? calls.get(address, headers[caller]) : calls.post(address, body, headers[caller])
  const describe = ({ status, text }: ApiResponse) => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`
  return [describe(await answer(shop)), describe(await answer(primaryShop))]
}

test('every call that a replica may answer is answered by it as by the primary, and writes nothing', async () => {
  await standby.catchUp()
  const names = await listReplicaReads()
  expect(names.length).toBeGreaterThan(60)
  const differences: unknown[] = []
  for (const name of names) {
    const row = ACCESS_TABLE[name]
    if (!row) throw new Error(`${name} is not in the access table`)
    for (const caller of CALLERS.filter((one) => row.answers[one] < 400)) {
      const [replica, primary] = await callBoth({ name, row, caller })
      if (replica !== primary) differences.push({ name, caller, replica, primary })
    }
  }
  expect(differences).toEqual([])
  expect(lines).toEqual([])
  expect((await replicas.report()).reads.repeated).toBe(0)
})

test('the replica answers every call that it may, once it has caught up', async () => {
  for (const name of await listReplicaReads()) {
    const row = ACCESS_TABLE[name]
    const caller = CALLERS.find((one) => row && (row.answers[one] < 400 || row.answers[one] === 404))
    if (!row || !caller) throw new Error(`nobody in the access table may call ${name}`)
    const before = await countReplicaReads()
    // Other tests write to the primary, too, so that the replica may be behind again.
    await expect
      .poll(
        async () => {
          await standby.catchUp()
          await callBoth({ name, row, caller })
          return countReplicaReads()
        },
        { message: name },
      )
      .toBeGreaterThan(before)
  }
})

test('the privacy policy names the cookie of reads from replicas', async () => {
  const read = async (calls: typeof shop) => (await calls.get('/shop/getLegalText/privacy')).text
  expect(await read(shop)).toContain('the cookie “seen” notes')
  expect(await read(primaryShop)).not.toContain('“seen”')
})

test('a call of a console shows all that is committed, however far the replica is behind', async () => {
  await standby.catchUp()
  await standby.pause()
  const count = async () => (await shop.get('/operator/suppliers', headers.operator)).text
  const before = await count()
  expect(await primaryShop.get('/operator/suppliers', headers.operator)).toMatchObject({ text: before })
  await createTestSupplier(database.db)
  const after = await count()
  expect(after).not.toBe(before)
  expect(await primaryShop.get('/operator/suppliers', headers.operator)).toMatchObject({ text: after })
  await standby.catchUp()
  const readsBefore = await countReplicaReads()
  // Other tests write to the primary, too, so that the replica may be behind again.
  await expect
    .poll(async () => {
      expect(await count()).toBe(after)
      return countReplicaReads()
    })
    .toBeGreaterThan(readsBefore)
})
