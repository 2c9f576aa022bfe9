import { listScopes } from '#core/access/api-scopes.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { createKey, readKeys, revokeKey, toKeyOwner } from './manage-keys.ts'

/** The routes of API keys of a business or, for operators, of the marketplace. */
export const apiKeyRoutes: readonly Route[] = [
  route(contract.listApiKeys, async (_input, { db, actor, now }) =>
    ok('Your API keys', {
      keys: await readKeys(db, toKeyOwner(actor), now),
      scopes: [...listScopes(actor.type)],
    }),
  ),

  route(contract.createApiKey, async ({ body }, call) => {
    const created = await createKey(call.db, toAuditSource(call), { actor: call.actor, ...body })
    return ok('The key is created. Copy it now: it isn’t shown again.', created)
  }),

  route(contract.revokeApiKey, async ({ params: { id } }, call) => {
    await revokeKey(call.db, toAuditSource(call), { id, owner: toKeyOwner(call.actor) })
    return ok('The key is revoked.', {})
  }),
]
