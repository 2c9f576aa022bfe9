import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import type { Database } from '#database/database.ts'
import { createApp, type App } from '#main/app.ts'
import { loadConfig } from '#platform/config.ts'
import type { AnswerOf, CallInput, EndpointSpec } from '#platform/http/endpoint.ts'
import type { Files } from '#platform/files/files.ts'
import { createLog } from '#platform/log.ts'
import { memoryFiles } from './files.ts'
import { testDatabase } from './database.ts'

/** The address of the test shop. */
export const SHOP_URL = 'http://shop.test'

/** What the test shop's sandbox signs its notices with. */
export const SANDBOX_SECRET = 'the secret of the test sandbox'

/** An answer, read: the status, the JSON or text, and the headers. */
export type Answer = Readonly<{ status: number; body: unknown; text: string; headers: Headers }>

/** A whole marketplace on a database of its own, whose clock stands until it is moved. */
export type TestShop = Readonly<{
  app: App
  db: Database
  /** The address of its database, for what listens to notices. */
  databaseUrl: string
  /** What another process of the same shop would have put together. */
  anotherApp(): Promise<App>
  /** Where pictures that people upload are kept. */
  files: Files
  /** Calls an endpoint by its contract; throws an `ApiRefusal` unless it answers 200. */
  call<Spec extends EndpointSpec>(spec: Spec, input: Input<Spec>): Promise<AnswerOf<Spec>>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Runs every job that is due. */
  work(): Promise<number>
  now(): Date
  passTime(ms: number): void
  /** What went out by `send`, and how it was answered. */
  sent: { url: string; status: number }[]
}>

const START = new Date('2026-03-02T10:00:00Z')

const SETTINGS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PUBLIC_URL: SHOP_URL,
  LIMIT_FACTOR: '10000',
  SANDBOX_PAY_SECRET: SANDBOX_SECRET,
}

/**
 * A shop for a test file, emptied before each test. Call it once, at the top. `settings` are environment settings;
 * limits are out of the way unless they say otherwise.
 */
export async function testShop(settings: Record<string, string> = {}): Promise<TestShop> {
  const { db, reset, url: databaseUrl } = await testDatabase()
  const sent: { url: string; status: number }[] = []
  let now = START
  const files = memoryFiles()
  const anotherApp = () =>
    createApp({
      config: loadConfig({ ...SETTINGS, ...settings }),
      db,
      log: createLog('silent'),
      clock: () => now,
      files,
      send: async (url, init) => {
        // Others' servers are played on this machine.
        const answer = url.startsWith(SHOP_URL) ? await app.http.request(url, init) : await fetch(url, init)
        sent.push({ url, status: answer.status })
        return answer
      },
    })
  const app: App = await anotherApp()
  beforeEach(async () => {
    now = START
    sent.length = 0
    await reset()
    await db.execute(sql`delete from pgboss.job`)
    app.lists.clear()
    app.counts.clear()
  })
  const request = async (path: string, init: RequestInit) =>
    read(await app.http.request(SHOP_URL + path, init))
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return {
    app,
    db,
    databaseUrl,
    anotherApp,
    files,
    sent,
    now: () => now,
    passTime: (ms) => {
      now = new Date(now.getTime() + ms)
    },
    work: () => app.jobs.drain(),
    get: (path, headers = {}) => request(path, { headers }),
    post,
    call: async (spec, input) => {
      const path = addressOf(spec, input)
      const answer =
        spec.method === 'GET' ? await request(path, {}) : await post(path, Reflect.get(input, 'body'))
      if (answer.status !== 200) throw new ApiRefusal(answer)
      // The server answers by this very contract; that it does is what the tests look at.
      return answer.body as AnswerOf<typeof spec>
    },
  }
}

/** What a caller hands over; nothing at all when the endpoint takes nothing. */
type Input<Spec extends EndpointSpec> = CallInput<Spec> & { query?: Record<string, unknown> }

/** An answer that was no success, with the fields of the one error shape. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown

  constructor({ status, body, text }: Answer) {
    const fields: object = body instanceof Object ? body : {}
    super(String(Reflect.get(fields, 'message') ?? text))
    this.status = status
    this.code = String(Reflect.get(fields, 'code'))
    this.details = Reflect.get(fields, 'details')
  }
}

function addressOf(spec: EndpointSpec, input: object): string {
  const params: Record<string, unknown> = Reflect.get(input, 'params') ?? {}
  const query: Record<string, unknown> = Reflect.get(input, 'query') ?? {}
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `${path}?${search}` : path
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : undefined,
    text,
    headers: response.headers,
  }
}
