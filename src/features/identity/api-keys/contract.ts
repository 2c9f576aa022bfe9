import { z } from '@hono/zod-openapi'
import { listScopes } from '#core/access/api-scopes.ts'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import type { Permission } from '#core/access/permissions.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** How long a key can be valid, in days; without one it is valid until it is revoked. */
export const KEY_DAYS = [30, 90, 365] as const

/** The most calls a minute that a key can be given. */
export const MAX_CALLS_PER_MINUTE = 600

const SCOPES: readonly Permission[] = [
  ...new Set((['vendor', 'manufacturer', 'operator'] as const).flatMap(listScopes)),
]

const ApiKeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The first characters of the key. */
    prefix: z.string(),
    scopes: z.array(z.string()),
    callsPerMinute: z.number(),
    createdAt: z.string(),
    /** The account that created it; empty once that is closed. */
    createdBy: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    /** `unusable`: its creator has left, so it no longer gives access. */
    state: z.enum(['active', 'expired', 'revoked', 'unusable']),
  })
  .openapi('ApiKey')

const READ = { vendor: 'api:read', manufacturer: 'api:read', operator: 'api:read' } as const
const WRITE = { vendor: 'api:write', manufacturer: 'api:write', operator: 'api:write' } as const

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/developers/keys',
  summary: 'Lists the API keys of your business, the newest first, and the scopes that a key can have',
  access: READ,
  answer: Envelope.extend({ keys: z.array(ApiKeyView), scopes: z.array(z.string()) }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory', scope: 'account' },
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/developers/keys',
  summary: 'Creates an API key, which is shown only once; needs your password first',
  access: WRITE,
  confirmed: true,
  body: z.object({
    name: z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(60),
    scopes: z.array(z.enum(SCOPES)).min(1, 'Choose at least one scope.').max(SCOPES.length),
    callsPerMinute: z.number().int().min(1).max(MAX_CALLS_PER_MINUTE).default(120),
    /** Null for a key that does not expire. */
    expiresInDays: z.union(KEY_DAYS.map((days) => z.literal(days))).nullable(),
  }),
  answer: Envelope.extend({ key: ApiKeyView, token: z.string() }),
  refusals: ['too_many_keys', 'scope_unknown'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/developers/keys/{id}/revoke',
  summary: 'Revokes an API key; the next call with it is refused',
  access: WRITE,
  params: z.object({ id: z.string().regex(idPattern('apiKey'), 'This is not the id of an API key.') }),
  answer: Envelope,
  refusals: ['key_not_found'],
  limit: { calls: 60, windowMs: MINUTE, scope: 'account' },
})

export type ApiKeyData = z.input<typeof ApiKeyView>
