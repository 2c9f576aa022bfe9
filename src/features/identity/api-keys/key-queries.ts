import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { Permission } from '#core/access/permissions.ts'
import type { TokenHolder } from '#platform/http/calls/actor.ts'

/** The owner of keys: a business by its original account, or the marketplace. */
export type KeyOwner = number | null

/** An API key as it is listed. */
export type ApiKeyRow = Readonly<{
  id: string
  name: string
  prefix: string
  scopes: readonly Permission[]
  callsPerMinute: number
  createdAt: Date
  createdBy: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  isUsable: boolean
}>

/**
 * Returns the keys of a business or the marketplace, the newest first. With a limit, keys that are valid at `now` come
 * before others.
 */
export async function listKeys(
  db: Queryable,
  owner: KeyOwner,
  limited?: Readonly<{ now: Date; limit: number }>,
): Promise<ApiKeyRow[]> {
  return queryPrepared<ApiKeyRow>(db, LIST, [owner, limited?.now ?? null, limited?.limit ?? null])
}

const LIST = {
  name: 'api_keys_list',
  text: `
    select k.public_id as id, k.name, k.prefix, k.scopes, k.calls_per_minute as "callsPerMinute", k.created_at as "createdAt",
      case when a.closed_at is null then trim(a.first_name || ' ' || a.last_name) else '' end as "createdBy",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      a.closed_at is null and (k.business_id is null or k.business_id = a.id
        or exists (select from team_members m where m.business_id = k.business_id and m.account_id = a.id)) as "isUsable"
    from (
      select * from api_keys where business_id is not distinct from $1
      order by revoked_at is null and (expires_at is null or expires_at > $2::timestamptz) desc, id desc limit $3::int) k
    join accounts a on a.id = k.member_id order by k.id desc`,
}

/** A key to store; `hash` is of its text. */
export type NewApiKey = Pick<
  ApiKeyRow,
  'id' | 'name' | 'prefix' | 'scopes' | 'callsPerMinute' | 'expiresAt'
> &
  Readonly<{ owner: KeyOwner; memberId: number; hash: Uint8Array; now: Date }>

/** Stores a key, unless its owner has reached the limit of valid ones; returns whether it did. */
export async function insertKey(tx: Transaction, key: NewApiKey, maxCount: number): Promise<boolean> {
  const { id, owner, memberId, name, prefix, hash, scopes, callsPerMinute, expiresAt, now } = key
  const values = [id, owner, memberId, name, prefix, hash, [...scopes], callsPerMinute, expiresAt, now]
  return (await queryPrepared(tx, INSERT, [...values, maxCount])).length > 0
}

const INSERT = {
  name: 'api_keys_insert',
  text: `
    insert into api_keys (public_id, business_id, member_id, name, prefix, hash, scopes, calls_per_minute, expires_at, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
    where (select count(*) from api_keys k where k.business_id is not distinct from $2 and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > $10)) < $11
    returning id`,
}

/** Revokes a key of the owner; returns its name, undefined if there is none or it is revoked. */
export async function updateRevoked(
  tx: Transaction,
  { id, owner, now }: Readonly<{ id: string; owner: KeyOwner; now: Date }>,
): Promise<string | undefined> {
  const [revoked] = await queryPrepared<{ name: string }>(tx, REVOKE, [id, owner, now])
  return revoked?.name
}

const REVOKE = {
  name: 'api_keys_revoke',
  text: `
    update api_keys set revoked_at = $3
    where public_id = $1 and business_id is not distinct from $2 and revoked_at is null returning name`,
}

/** Revokes every key of a business, and those that an account has created. */
export async function revokeKeysOf(tx: Transaction, accountId: number, now: Date): Promise<void> {
  await queryPrepared(tx, REVOKE_ALL, [accountId, now])
}

const REVOKE_ALL = {
  name: 'api_keys_revoke_all',
  text: `update api_keys set revoked_at = $2 where (business_id = $1 or member_id = $1) and revoked_at is null`,
}

/** The time and the business of a key's use, and whether operators need a second factor. */
export type KeyQuery = Readonly<{
  now: Date
  business?: string | undefined
  operatorsNeedSecondFactor: boolean
}>

/**
 * Returns the account that uses an API key, with its current roles; undefined if the key is invalid. It is the account that
 * created the key, acting for the key's business. A key that is unknown, expired, revoked or of another business than the named
 * one is invalid. Records the use, once a minute.
 */
export async function findKeyHolder(
  db: Queryable,
  hash: Uint8Array,
  { now, business, operatorsNeedSecondFactor }: KeyQuery,
): Promise<TokenHolder | undefined> {
  const values = [hash, now, business ?? null, operatorsNeedSecondFactor]
  const [found] = await queryPrepared<TokenHolder>(db, FIND_HOLDER, values)
  if (found?.apiKey) await queryPrepared(db, NOTE_USE, [found.apiKey.id, now])
  return found
}

const FIND_HOLDER = {
  name: 'api_keys_find_holder',
  text: `
    select b.id, b.public_id as "publicId", b.type, p.id as "memberId", p.email, p.first_name as "firstName",
      p.last_name as "lastName", 0 as "sessionId", null::timestamptz as "confirmedUntil",
      p.type = 'operator' and $4::boolean and not exists (
        select from totp_secrets t where t.account_id = p.id and t.confirmed_at is not null) as "lacksSecondFactor",
      json_build_object('id', k.id, 'name', k.name, 'scopes', k.scopes, 'callsPerMinute', k.calls_per_minute) as "apiKey",
      false as "isViewing",
      case
        when m.roles is not null then m.roles
        when b.id = p.id
          and not exists (select from team_members t where t.business_id = b.id and t.roles = '{owner}') then '{owner}'
        else '{}'
      end as roles
    from api_keys k
    join accounts p on p.id = k.member_id
    join accounts b on b.id = coalesce(k.business_id, p.id)
    left join team_members m on m.business_id = b.id and m.account_id = p.id
    where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
      and p.closed_at is null and b.closed_at is null and (k.business_id is not null or p.type = 'operator')
      and ($3::text is null or b.public_id = $3)`,
}

const NOTE_USE = {
  name: 'api_keys_note_use',
  text: `
    update api_keys set last_used_at = $2
    where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
}
