import { API_KEY_PREFIX, listScopes } from '#core/access/api-scopes.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Permission } from '#core/access/permissions.ts'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { addMs, DAY } from '#core/time.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { createToken, hashToken } from '#features/identity/accounts/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Actor, TokenHolder } from '#platform/http/calls/actor.ts'
import type { ApiKeyData } from './contract.ts'
import {
  type ApiKeyRow,
  findKeyHolder,
  insertKey,
  type KeyOwner,
  type KeyQuery,
  listKeys,
  updateRevoked,
} from './key-queries.ts'

/** The most keys of a business that are neither revoked nor expired. */
const MAX_KEYS = 20

/** The number of characters shown of a key. */
const PREFIX_LENGTH = 10

/** Returns the owner of the keys that an account manages: their business, or the marketplace for an operator. */
export function toKeyOwner({ type, id }: Pick<Actor, 'type' | 'id'>): KeyOwner {
  return type === 'operator' ? null : id
}

/** Returns the keys of a business or the marketplace, the newest first. */
export async function readKeys(db: Queryable, owner: KeyOwner, now: Date): Promise<ApiKeyData[]> {
  return (await listKeys(db, owner, { now, limit: MAX_SHOWN.keys })).map((key) => toKeyView(key, now))
}

/** Returns an account's API keys of its business, for its data export. */
export async function exportKeys(db: Queryable, accountId: number): Promise<unknown> {
  const keys = await listKeys(db, accountId)
  return keys.map(({ name, prefix, scopes, createdAt, expiresAt, revokedAt }) => ({
    name,
    prefix,
    scopes,
    createdAt,
    expiresAt,
    revokedAt,
  }))
}

/** The settings of a new key. `actor` creates it, and its calls act for them. */
export type KeyRequest = Readonly<{
  actor: Actor
  name: string
  scopes: readonly Permission[]
  callsPerMinute: number
  expiresInDays: number | null
}>

/**
 * Creates a key and returns it with its text, which is not stored. Throws `scope_unknown`; refuses with `too_many_keys`.
 */
export async function createKey(
  db: Database,
  source: AuditSource,
  { actor, name, scopes, callsPerMinute, expiresInDays }: KeyRequest,
): Promise<{ key: ApiKeyData; token: string }> {
  const possible = listScopes(actor.type)
  const unknown = scopes.find((scope) => !possible.includes(scope))
  if (unknown) throw invalid('scope_unknown', `Your account has no scope ${unknown}.`)
  const { now, memberId } = source
  const token = API_KEY_PREFIX + createToken()
  const key = {
    id: newId('apiKey', now.getTime()),
    name,
    prefix: token.slice(0, PREFIX_LENGTH),
    scopes: possible.filter((scope) => scopes.includes(scope)),
    callsPerMinute,
    expiresAt: expiresInDays === null ? null : addMs(now, expiresInDays * DAY),
  }
  const owner = toKeyOwner(actor)
  await inTransaction(db, async (tx) => {
    if (!(await insertKey(tx, { ...key, owner, memberId, hash: hashToken(token), now }, MAX_KEYS)))
      throw refused('too_many_keys', `You can have ${MAX_KEYS} keys. Revoke one that you no longer use.`)
    await recordChange(tx, source, {
      supplierId: null,
      businessId: owner,
      kind: 'api',
      action: `Created the API key ${name}`,
      entity: `api-key:${key.id}`,
      before: {},
      after: { prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt?.toISOString() ?? null },
    })
  })
  const createdBy = `${actor.firstName} ${actor.lastName}`.trim()
  const row = { ...key, createdAt: now, createdBy, lastUsedAt: null, revokedAt: null, isUsable: true }
  return { key: toKeyView(row, now), token }
}

/** Revokes a key of a business or the marketplace. Throws `key_not_found`. */
export async function revokeKey(
  db: Database,
  source: AuditSource,
  { id, owner }: Readonly<{ id: string; owner: KeyOwner }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const name = await updateRevoked(tx, { id, owner, now: source.now })
    if (name === undefined) throw notFound('key_not_found', 'This API key doesn’t exist or is revoked.')
    await recordChange(tx, source, {
      supplierId: null,
      businessId: owner,
      kind: 'api',
      action: `Revoked the API key ${name}`,
      entity: `api-key:${id}`,
      before: { state: 'active' },
      after: { state: 'revoked' },
    })
  })
}

/** Returns the account of an API key; undefined if the key is not valid. */
export async function readKeyHolder(
  db: Queryable,
  key: string,
  query: KeyQuery,
): Promise<TokenHolder | undefined> {
  return findKeyHolder(db, hashToken(key), query)
}

function toKeyView(
  { createdAt, expiresAt, lastUsedAt, revokedAt, isUsable, scopes, ...key }: ApiKeyRow,
  now: Date,
): ApiKeyData {
  const isExpired = expiresAt !== null && expiresAt <= now
  return {
    ...key,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    state: revokedAt ? 'revoked' : isExpired ? 'expired' : isUsable ? 'active' : 'unusable',
  }
}
