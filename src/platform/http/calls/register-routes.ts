import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { isConnectionFailure, type Database } from '#database/database.ts'
import { MINUTE } from '#core/time.ts'
import { type ApiKey, authenticate, BUSINESS_HEADER, type ReadActor, requireConfirmed } from './actor.ts'
import type { Limit, EndpointSpec, ParsedInput } from './endpoint.ts'
import type { Limiter } from '../limits/limits.ts'
import { isInternalCall } from './internal-calls.ts'
import type { ReplicaReads } from './replica-reads.ts'
import type { Route } from './route.ts'
import type { z } from '@hono/zod-openapi'
import { AppError } from '#core/errors.ts'
import { readBytes, readJson, readStream } from './read-body.ts'

/** The dependencies of every call. */
export type RouteDeps = Readonly<{
  db: Database
  limiter: Limiter
  readActor: ReadActor
  clock: () => Date
  replicaReads?: ReplicaReads | undefined
}>

/** Registers the routes with Hono. The order is limit, token (and the limit of an account), input, handler. */
export function registerRoutes(app: Hono<HttpEnv>, routes: readonly Route[], deps: RouteDeps): void {
  for (const item of routes) {
    app.on(item.spec.method, item.spec.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => answerCall(item, c, deps))
  }
}

/** The context of a request: its id, and the client that limits count. */
export type HttpEnv = { Variables: { requestId: string; client: string } }

/**
 * Answers one call of a route. The order is limit, token, input; the body is JSON unless `read` parses another
 * format.
 */
export async function answerCall(
  { spec, handle }: Route,
  c: Context<HttpEnv>,
  deps: RouteDeps & { read?: ReadBody },
): Promise<Response> {
  const now = deps.clock()
  const client = c.get('client')
  const count = async (name: string, limit: Limit, subject = client) => {
    if (!isInternalCall(c)) await deps.limiter({ name, client: subject, limit, now })
  }
  const { access, limit } = spec
  const callName = `${spec.method} ${spec.path}`
  if (limit && limit.scope !== 'account') await count(callName, limit)
  const headers = {
    access,
    method: spec.method,
    authorization: c.req.header('authorization'),
    business: c.req.header(BUSINESS_HEADER),
  }
  const run = spec.method === 'GET' ? readWithRetry : runOnce
  const actor = await run(() =>
    authenticate(headers, (token, business) => deps.readActor(token, now, business)),
  )
  if (limit?.scope === 'account') await count(callName, limit, actor ? `account ${actor.memberId}` : client)
  if (actor?.apiKey) await count('api key', toKeyLimit(actor.apiKey), `key ${actor.apiKey.id}`)
  if (spec.confirmed && actor) requireConfirmed(actor, now)
  const input = await parseInput(spec, c, deps.read)
  const context = {
    db: await chooseDatabase(spec, c, deps),
    now,
    requestId: c.get('requestId'),
    client,
    actor,
    count,
    header: (name: string) => c.req.header(name),
  }
  const result = await run(() => handle(input, context))
  return result instanceof Response
    ? result
    : Response.json(result, { headers: { 'cache-control': 'no-store' } })
}

/** Returns the database of a call: a replica if the endpoint permits it and one shows what it must, else the primary. */
function chooseDatabase(
  { readsReplica }: EndpointSpec,
  c: Context<HttpEnv>,
  { db, replicaReads }: Pick<RouteDeps, 'db' | 'replicaReads'>,
): Database | Promise<Database> {
  if (!readsReplica || !replicaReads) return db
  if (readsReplica === 'current') return replicaReads.chooseCurrent()
  return replicaReads.choose({ cookie: c.req.header('cookie'), authorization: c.req.header('authorization') })
}

/** The latest time of a failure for a second attempt: after that, the caller has waited long enough. */
const READ_AGAIN_WITHIN_MS = 2_000

/** The pause until the pool has noticed which connections are lost, in milliseconds. */
const PAUSE_MS = 200

/** Repeats a read once after a lost database connection, as in a failover. */
async function readWithRetry<Result>(read: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await read()
  } catch (error) {
    if (!isConnectionFailure(error) || performance.now() - startedAt > READ_AGAIN_WITHIN_MS) throw error
    await delay(PAUSE_MS)
    return read()
  }
}

function runOnce<Result>(write: () => Promise<Result>): Promise<Result> {
  return write()
}

function toKeyLimit({ callsPerMinute }: ApiKey): Limit {
  return { calls: callsPerMinute, windowMs: MINUTE }
}

/** Parses the body of a request; throws when it is invalid. */
type ReadBody = (request: Request, maxBytes?: number) => unknown

const BODY_READERS = { bytes: readBytes, stream: readStream, json: readJson } as const

/**
 * Returns the call's input, parsed by the endpoint's schemas. The body is read by `read` or as the endpoint declares
 * it. Throws `invalid_input` (400), which names the invalid field.
 */
async function parseInput(
  spec: EndpointSpec,
  c: Context,
  read: ReadBody = BODY_READERS[spec.takes ?? 'json'],
): Promise<ParsedInput<EndpointSpec>> {
  const params = spec.params ? parse(spec.params, c.req.param(), 'address') : undefined
  const query = spec.query ? parse(spec.query, c.req.query(), 'query') : undefined
  const body = spec.body ? parse(spec.body, await read(c.req.raw, spec.maxBytes), 'body') : undefined
  return { params, query, body }
}

function parse(schema: z.ZodType, value: unknown, location: string): unknown {
  const hasNul = location !== 'body' && Object.values(value ?? {}).some((text) => String(text).includes('\0'))
  if (hasNul) throw new AppError('invalid', 'invalid_input', `The ${location} cannot be read.`)
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }))
  const first = issues[0]
  // The names of an address's parts say nothing to people, who read these errors on pages.
  const label =
    location === 'address' ? '' : first?.field ? `${first.field}: ` : `The ${location} cannot be read: `
  const message = label + (first?.message ?? '')
  throw new AppError('invalid', 'invalid_input', message, { details: { where: location, issues } })
}

/** Returns a message for an invalid value; undefined when the schema or the library has one. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const characters = issue.code.startsWith('too_') && issue['origin'] === 'string'
  if (issue.code === 'too_big' && characters) return `Use at most ${String(issue['maximum'])} characters.`
  if (issue.code === 'too_small' && characters) return `Use at least ${String(issue['minimum'])} characters.`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This field is required.'
  return undefined
}
