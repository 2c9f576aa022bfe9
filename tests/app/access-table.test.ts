import { expect, test } from 'vitest'
import { CALLERS, SIGNED_IN, callersOf, type Caller, type Callers } from '#tests/access/callers.ts'
import { OTHER_ADDRESSES } from '#tests/access/other-addresses.ts'
import type { Input, Row } from '#tests/access/rows.ts'
import { ACCESS_TABLE } from '#tests/access/table.ts'
import {
  PRIVATE_WORDS,
  aPicture,
  thingsOfNobody,
  thingsOfSomebody,
  type Things,
} from '#tests/access/things.ts'
import { allTraces, missingFrom, type Trace } from '#tests/access/traces.ts'
import { SHOP_URL } from '#tests/shop/shop.ts'
import { socialShop } from '#tests/fakes/social.ts'

// Who may call what: every endpoint that has a contract, called by everybody with the ids of somebody else's things.
const { shop } = await socialShop()
const ROWS = Object.entries(ACCESS_TABLE)

const isBadToken = (caller: Caller) => caller !== 'nobody' && !SIGNED_IN.some((each) => each === caller)

type Answered = Readonly<{ status: number; said: string; text: string; kept: string }>

/** What stands in the way of telling two answers apart: the id of each request. */
const REQUEST_ID = /"requestId":"[^"]*"/

async function ask(name: string, input: Input, headers: Record<string, string>): Promise<Answered> {
  const [method = '', path = ''] = name.split(' ')
  const { params = {}, query = {}, body, bytes } = input
  const search = new URLSearchParams(query)
  const address = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
  const sent = bytes ? await aPicture() : (JSON.stringify(body) ?? '{}')
  const answer = await shop.app.http.request(`${SHOP_URL}${address}${search.size > 0 ? `?${search}` : ''}`, {
    method,
    headers: { ...headers, ...(method === 'POST' && !bytes ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: sent } : {}),
  })
  const kept = answer.headers.get('cache-control') ?? ''
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, said: '', text: '', kept }
  }
  const text = await answer.text()
  return { status: answer.status, text, said: text.replace(REQUEST_ID, ''), kept }
}

type World = Readonly<{ callers: Callers; theirs: Things; nobodys: Things }>

/** Somebody with one thing of every kind, and everybody who may come. */
async function world(): Promise<World> {
  const theirs = await thingsOfSomebody(shop)
  const callers = await callersOf(shop)
  return { callers, theirs, nobodys: thingsOfNobody(theirs) }
}

function refusedBy({ answers }: Row): Caller[] {
  return CALLERS.filter((caller) => answers[caller] >= 400)
}

function letInBy({ answers }: Row): Caller[] {
  return CALLERS.filter((caller) => answers[caller] < 400)
}

/** Those who get past the door; where it is open, and no token is looked at, one stands for all. */
function heardBy({ answers }: Row): Caller[] {
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

test('whoever may not is refused as the table says, and nothing at all is changed by it', async () => {
  const { callers, theirs } = await world()
  const before = await allTraces(shop.db)
  const wrong: unknown[] = []
  for (const [name, row] of ROWS) {
    await Promise.all(
      refusedBy(row).map(async (caller) => {
        const { status, text } = await ask(name, row.input(theirs), callers.headers[caller])
        if (status !== row.answers[caller]) wrong.push({ name, caller, status, text })
      }),
    )
  }
  expect(wrong).toEqual([])
  const after = await allTraces(shop.db)
  expect([missingFrom(after, before), missingFrom(before, after)]).toEqual([[], []])
})

test('whoever may is let in, changes only what is their own, and is told nothing of anybody else', async () => {
  const { callers, theirs } = await world()
  const before = await allTraces(shop.db)
  const wrong: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about !== 'secret')) {
    for (const caller of letInBy(row)) {
      const { status, text } = await ask(name, row.input(theirs), callers.headers[caller])
      // What is somebody else's is seen by those alone whom its row lets in.
      const told = row.about === 'theirs' ? [] : PRIVATE_WORDS.filter((word) => text.includes(word))
      if (status !== row.answers[caller] || told.length > 0) wrong.push({ name, caller, status, text, told })
    }
  }
  expect(wrong).toEqual([])
  const lost = missingFrom(await allTraces(shop.db), before)
  expect(lost.filter((trace) => !isOf(trace, callers.keys))).toEqual([])
})

test('whoever has the number or the token of a thing is let in, signed in or not; no other number opens anything', async () => {
  const { callers, theirs, nobodys } = await world()
  const wrong: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about === 'secret')) {
    for (const caller of CALLERS) {
      const known = await ask(name, row.input(theirs), callers.headers[caller])
      const unknown = await ask(name, row.input(nobodys), callers.headers[caller])
      // Where tokens are looked at, a bad one gets no further.
      const nothing = isBadToken(caller) && row.answers[caller] === 401 ? 401 : 404
      if (known.status !== row.answers[caller] || unknown.status !== nothing)
        wrong.push({ name, caller, known, unknown })
    }
  }
  expect(wrong).toEqual([])
})

test('no cache on the way keeps what is not everybody’s, nor any refusal', async () => {
  const { callers, theirs } = await world()
  const keepable: unknown[] = []
  for (const [name, row] of ROWS) {
    for (const caller of ['nobody', 'vendor'] as const) {
      const { kept, status } = await ask(name, row.input(theirs), callers.headers[caller])
      const isEverybodys = row.about === 'public' && status < 400
      // What a secret address opens may stay in the browser of who has it.
      const isOwn = row.about === 'secret' && /\bprivate\b/.test(kept)
      if (!isEverybodys && !isOwn && !/\bno-store\b/.test(kept)) keepable.push({ name, caller, status, kept })
    }
  }
  expect(keepable).toEqual([])
})

test('somebody else’s things answer like things that do not exist', async () => {
  const { callers, theirs, nobodys } = await world()
  const wrong: unknown[] = []
  for (const [name, row] of ROWS.filter(([, { about }]) => about === 'theirs')) {
    for (const caller of heardBy(row).filter((each) => row.answers[each] >= 400)) {
      const headers = callers.headers[caller]
      const [other, none] = await Promise.all(
        [theirs, nobodys].map((things) => ask(name, row.input(things), headers)),
      )
      if (!other || !none) throw new Error('not asked')
      const hidesWell = other.status === none.status && other.said === none.said
      if (!hidesWell) wrong.push({ name, caller, other, none })
    }
  }
  expect(wrong).toEqual([])
})

/** Ordering takes from the stock of products, which are everybody's. */
const SHARED = ['products', 'product_variants', 'stock_commitments', 'stock_movements']

/** In which column it stands whose a row is. */
const WHOSE: Readonly<Record<string, string>> = { people: 'id', suppliers: 'owner_id' }

/** Whether a row is about one of these people, or is nobody's. */
function isOf({ table, row }: Trace, keys: readonly number[]): boolean {
  if (SHARED.includes(table)) return true
  const whose = row[WHOSE[table] ?? 'person_id']
  return typeof whose === 'number' && keys.includes(whose)
}
