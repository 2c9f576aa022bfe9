import type { Context, Hono } from 'hono'
import type { Database } from '#database/database.ts'
import { authenticate, type ReadActor, requireConfirmed } from './actor.ts'
import type { Limit } from './endpoint.ts'
import type { Limiter } from '../limits/limits.ts'
import { isInternalCall } from './internal-calls.ts'
import { parseInput, type ReadBody } from './parse-input.ts'
import type { Route } from './route.ts'

/** What the app hands to every call. */
export type RouteDeps = Readonly<{
  db: Database
  limiter: Limiter
  readActor: ReadActor
  clock: () => Date
}>

/** Registers the routes with Hono: limit, then token (and the limit of an account), then input, then the handler. */
export function registerRoutes(app: Hono<HttpEnv>, routes: readonly Route[], deps: RouteDeps): void {
  for (const item of routes) {
    app.on(item.spec.method, item.spec.path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => answerCall(item, c, deps))
  }
}

/** The context of a request: its id, and the name its caller is counted by. */
export type HttpEnv = { Variables: { requestId: string; client: string } }

/** Answers one call of a route: limit, then token, then input, whose body is JSON unless `read` says otherwise. */
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
  const actor = await authenticate({ access, header: c.req.header('authorization') }, (token) =>
    deps.readActor(token, now),
  )
  if (limit?.scope === 'account') await count(callName, limit, actor ? `account ${actor.id}` : client)
  if (spec.confirmed && actor) requireConfirmed(actor, now)
  const input = await parseInput(spec, c, deps.read)
  const result = await handle(input, {
    db: deps.db,
    now,
    requestId: c.get('requestId'),
    client,
    actor,
    count,
    header: (name) => c.req.header(name),
  })
  return result instanceof Response
    ? result
    : Response.json(result, { headers: { 'cache-control': 'no-store' } })
}
