import { WEBHOOK_EVENTS } from '#core/webhook-events.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { ok, type RequestContext, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { EndpointOwner } from './endpoint-queries.ts'
import {
  createEndpoint,
  readDeliveries,
  readEndpoints,
  removeEndpoint,
  replayDelivery,
  rotateSecret,
  sendTest,
  setState,
  updateEndpoint,
} from './manage-endpoints.ts'
import type { WebhookDeps } from './port.ts'

/** Returns the routes of webhook endpoints and their deliveries. */
export function webhookRoutes(deps: WebhookDeps): Route[] {
  const toChange = (call: RequestContext & Readonly<{ actor: Actor }>) => ({
    source: toAuditSource(call),
    owner: toOwner(call.actor),
    deps,
  })
  return [
    ...readRoutes,
    route(contract.createWebhookEndpoint, async ({ body }, call) => {
      const created = await createEndpoint(call.db, toChange(call), { ...body, type: call.actor.type })
      return ok('The endpoint is added. Copy its secret now: it isn’t shown again.', created)
    }),
    route(contract.updateWebhookEndpoint, async ({ params: { id }, body }, call) => {
      await updateEndpoint(call.db, toChange(call), { ...body, id, type: call.actor.type })
      return ok('The endpoint is saved.', {})
    }),
    route(contract.setWebhookState, async ({ params: { id }, body: { state } }, call) => {
      await setState(call.db, toChange(call), { id, state })
      return ok(state === 'paused' ? 'The endpoint is paused.' : 'The endpoint is active again.', {})
    }),
    route(contract.rotateWebhookSecret, async ({ params: { id } }, call) =>
      ok('Secret replaced. The previous secret works for another 24 hours.', {
        secret: await rotateSecret(call.db, toChange(call), id),
      }),
    ),
    route(contract.removeWebhookEndpoint, async ({ params: { id } }, call) => {
      await removeEndpoint(call.db, toChange(call), id)
      return ok('The endpoint is removed.', {})
    }),
    route(contract.sendTestWebhook, async ({ params: { id } }, call) => {
      await sendTest(call.db, toChange(call), id)
      return ok('The test event is on its way.', {})
    }),
    route(contract.replayWebhookDelivery, async ({ params }, call) => {
      await replayDelivery(call.db, toChange(call), params)
      return ok('The webhook is sent again.', {})
    }),
  ]
}

const readRoutes: readonly Route[] = [
  route(contract.listWebhookEndpoints, async (_input, { db, actor, now }) =>
    ok('Your webhook endpoints', {
      endpoints: await readEndpoints(db, toOwner(actor), now),
      events: Object.entries(WEBHOOK_EVENTS[actor.type]).map(([type, about]) => ({ type, about })),
    }),
  ),
  route(contract.listWebhookDeliveries, async ({ params: { id }, query: { state, cursor } }, call) => {
    const ref = { id, owner: toOwner(call.actor), now: call.now }
    return ok('Deliveries', await readDeliveries(call.db, ref, { state, cursor }))
  }),
]

/** Returns the owner of the endpoints that an account manages: for an operator the marketplace. */
function toOwner({ type, id }: Pick<Actor, 'type' | 'id'>): EndpointOwner {
  return type === 'operator' ? null : id
}
