import { expect, test } from 'vitest'
import { CALLERS, SIGNED_IN, createCallers, type Caller, type Callers } from '#tests/access/callers.ts'
import { OTHER_ADDRESSES } from '#tests/access/other-addresses.ts'
import type { Input, AccessRow } from '#tests/access/rows.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import {
  PRIVATE_TEXTS,
  createPicture,
  toUnknownIds,
  createAccessTestData,
  type AccessTestData,
} from '#tests/access/access-test-data.ts'
import { readAllRows, findMissing, type StoredRow } from '#tests/access/stored-rows.ts'
import { SHOP_URL } from '#tests/shop/shop.ts'
import { createSocialShop } from '#tests/fakes/social.ts'

// Who can call what: every endpoint with a contract, called by every type of caller with another account's ids.
const { shop } = await createSocialShop()
const ROWS = Object.entries(ACCESS_TABLE)

const isBadToken = (caller: Caller) => caller !== 'nobody' && !SIGNED_IN.some((type) => type === caller)

type CallResult = Readonly<{ status: number; said: string; text: string; cacheControl: string }>

/** The request id, which differs between otherwise equal answers. */
const REQUEST_ID = /"requestId":"[^"]*"/

async function callEndpoint(
  name: string,
  input: Input,
  headers: Record<string, string>,
): Promise<CallResult> {
  const [method = '', path = ''] = name.split(' ')
  const { params = {}, query = {}, body, bytes } = input
  const search = new URLSearchParams(query)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
  const requestBody = bytes ? await createPicture() : (JSON.stringify(body) ?? '{}')
  const answer = await shop.app.http.request(`${SHOP_URL}${address}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    headers: { ...headers, ...(method === 'POST' && !bytes ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: requestBody } : {}),
  })
  const cacheControl = answer.headers.get('cache-control') ?? ''
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, said: '', text: '', cacheControl }
  }
  const text = await answer.text()
  return { status: answer.status, text, said: text.replace(REQUEST_ID, ''), cacheControl }
}

type TestWorld = Readonly<{ callers: Callers; theirs: AccessTestData; nobodys: AccessTestData }>

/** Creates an account with a resource of every type, and all callers. */
async function createWorld(): Promise<TestWorld> {
  const theirs = await createAccessTestData(shop)
  const callers = await createCallers(shop)
  return { callers, theirs, nobodys: toUnknownIds(theirs) }
}

function listRefused({ answers }: AccessRow): Caller[] {
  return CALLERS.filter((caller) => answers[caller] >= 400)
}

function listAllowed({ answers }: AccessRow): Caller[] {
  return CALLERS.filter((caller) => answers[caller] < 400)
}

/** Returns the callers that pass authentication; for an endpoint that checks no token, one stands for all. */
function listReached({ answers }: AccessRow): Caller[] {
  const isOpen = answers.forged !== 401
  return CALLERS.filter((caller) => (isOpen ? caller === 'nobody' : answers[caller] !== 401))
}

test(`all ${ROWS.length} endpoints are in the table, for ${CALLERS.length} callers each: ${ROWS.length * CALLERS.length} cells`, async () => {
  const { text } = await shop.get('/api/openapi.json')
  const { paths }: { paths: Record<string, object> } = JSON.parse(text)
  const contracts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(Object.keys(ACCESS_TABLE).toSorted()).toEqual(contracts.toSorted())
  const answered = shop.app.http.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
  expect([...new Set(answered)].toSorted()).toEqual(
    [...contracts, ...Object.keys(OTHER_ADDRESSES)].toSorted(),
  )
})

test('refuses callers as the access table says, without changes', async () => {
  const { callers, theirs } = await createWorld()
  const rowsBefore = await readAllRows(shop.db)
  const failures: unknown[] = []
  for (const [name, row] of ROWS) {
    await Promise.all(
      listRefused(row).map(async (caller) => {
        const { status, text } = await callEndpoint(name, row.input(theirs), callers.headers[caller])
        if (status !== row.answers[caller]) failures.push({ name, caller, status, text })
      }),
    )
  }
  expect(failures).toEqual([])
  const rowsAfter = await readAllRows(shop.db)
  expect([findMissing(rowsAfter, rowsBefore), findMissing(rowsBefore, rowsAfter)]).toEqual([[], []])
})

test('allowed callers change only their own data, and see no data of others', async () => {
  const { callers, theirs } = await createWorld()
  const rowsBefore = await readAllRows(shop.db)
  const failures: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about !== 'secret')) {
    for (const caller of listAllowed(row)) {
      const { status, text } = await callEndpoint(name, row.input(theirs), callers.headers[caller])
      // Only callers that the row allows see another account's data.
      const leakedTexts = row.about === 'theirs' ? [] : PRIVATE_TEXTS.filter((word) => text.includes(word))
      if (status !== row.answers[caller] || leakedTexts.length > 0)
        failures.push({ name, caller, status, text, leakedTexts })
    }
  }
  expect(failures).toEqual([])
  const lost = findMissing(await readAllRows(shop.db), rowsBefore)
  expect(lost.filter((trace) => !belongsTo(trace, callers.keys))).toEqual([])
})

test('the id or token of a resource grants access, signed in or not, and an unknown id does not', async () => {
  const { callers, theirs, nobodys } = await createWorld()
  const failures: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about === 'secret')) {
    for (const caller of CALLERS) {
      const responseForExisting = await callEndpoint(name, row.input(theirs), callers.headers[caller])
      const unknown = await callEndpoint(name, row.input(nobodys), callers.headers[caller])
      // Endpoints that check tokens reject an invalid one first.
      const nothing = isBadToken(caller) && row.answers[caller] === 401 ? 401 : 404
      if (responseForExisting.status !== row.answers[caller] || unknown.status !== nothing)
        failures.push({ name, caller, known: responseForExisting, unknown })
    }
  }
  expect(failures).toEqual([])
})

test('private responses and refusals are not cacheable', async () => {
  const { callers, theirs } = await createWorld()
  const cacheable: unknown[] = []
  for (const [name, row] of ROWS) {
    for (const caller of ['nobody', 'vendor'] as const) {
      const { cacheControl, status } = await callEndpoint(name, row.input(theirs), callers.headers[caller])
      const isEverybodys = row.about === 'public' && status < 400
      // A resource with a secret URL may stay in the browser's private cache.
      const isPrivateCache = row.about === 'secret' && /\bprivate\b/.test(cacheControl)
      if (!isEverybodys && !isPrivateCache && !/\bno-store\b/.test(cacheControl))
        cacheable.push({ name, caller, status, cacheControl })
    }
  }
  expect(cacheable).toEqual([])
})

test('another account’s resources answer like missing ones', async () => {
  const { callers, theirs, nobodys } = await createWorld()
  const failures: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about === 'theirs')) {
    for (const caller of listReached(row).filter((type) => row.answers[type] >= 400)) {
      const headers = callers.headers[caller]
      const [other, none] = await Promise.all(
        [theirs, nobodys].map((things) => callEndpoint(name, row.input(things), headers)),
      )
      if (!other || !none) throw new Error('not asked')
      const hidesWell = other.status === none.status && other.said === none.said
      if (!hidesWell) failures.push({ name, caller, other, none })
    }
  }
  expect(failures).toEqual([])
})

/** Orders change the stock of products, which belong to all accounts. */
const SHARED_TABLES = ['products', 'product_variants', 'stock_commitments', 'stock_movements']

/** The column with the account of a row, where it is not `account_id`. */
const OWNER_COLUMNS: Readonly<Record<string, string>> = {
  accounts: 'id',
  conversations: 'customer_id',
  suppliers: 'owner_id',
}

/** Returns whether a row belongs to one of these accounts, or to a shared table. */
function belongsTo({ table, row }: StoredRow, keys: readonly number[]): boolean {
  if (SHARED_TABLES.includes(table)) return true
  const scope = row[OWNER_COLUMNS[table] ?? 'account_id']
  return typeof scope === 'number' && keys.includes(scope)
}
