import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The key of an account's authenticator app; `confirmedAt` is null until the setup is finished. */
export type StoredKey = Readonly<{ sealed: Uint8Array; confirmedAt: Date | null }>

/** Returns the key of an account, if it has one. */
export async function findKey(db: Queryable, accountId: number): Promise<StoredKey | undefined> {
  const [found] = await queryPrepared<StoredKey>(db, FIND_KEY, [accountId])
  return found
}

const FIND_KEY = {
  name: 'second_factor_find_key',
  text: 'select sealed, confirmed_at as "confirmedAt" from totp_secrets where account_id = $1',
}

/** Stores a key at the start of its setup; returns false if the account has a confirmed one. */
export async function storeKey(
  db: Queryable,
  { accountId, sealed, now }: Readonly<{ accountId: number; sealed: Uint8Array; now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(db, STORE_KEY, [accountId, sealed, now])).length > 0
}

const STORE_KEY = {
  name: 'second_factor_store_key',
  text: `
    insert into totp_secrets (account_id, sealed, created_at) values ($1, $2, $3)
    on conflict (account_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, last_step = 0
      where totp_secrets.confirmed_at is null
    returning account_id`,
}

/** Consumes a code's interval and confirms its key; returns false if it or a later one was used. */
export async function consumeStep(
  tx: Transaction,
  { accountId, step, now }: Readonly<{ accountId: number; step: number; now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(tx, CONSUME_STEP, [accountId, step, now])).length > 0
}

const CONSUME_STEP = {
  name: 'second_factor_consume_step',
  text: `
    update totp_secrets set last_step = $2, confirmed_at = coalesce(confirmed_at, $3)
    where account_id = $1 and last_step < $2 returning account_id`,
}

/** Deletes a recovery code; returns false if the account has no such code. */
export async function consumeRecoveryCode(
  tx: Transaction,
  accountId: number,
  hash: Uint8Array,
): Promise<boolean> {
  return (await queryPrepared(tx, CONSUME_RECOVERY_CODE, [accountId, hash])).length > 0
}

const CONSUME_RECOVERY_CODE = {
  name: 'second_factor_consume_recovery_code',
  text: 'delete from recovery_codes where account_id = $1 and hash = $2 returning account_id',
}

/** Replaces all recovery codes of an account. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { accountId, hashes, now }: Readonly<{ accountId: number; hashes: readonly Uint8Array[]; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, DELETE_RECOVERY_CODES, [accountId])
  for (const hash of hashes) await queryPrepared(tx, INSERT_RECOVERY_CODE, [accountId, hash, now])
}

const DELETE_RECOVERY_CODES = {
  name: 'second_factor_delete_recovery_codes',
  text: 'delete from recovery_codes where account_id = $1',
}

const INSERT_RECOVERY_CODE = {
  name: 'second_factor_insert_recovery_code',
  text: 'insert into recovery_codes (account_id, hash, created_at) values ($1, $2, $3)',
}

/** Returns how many recovery codes an account has left. */
export async function countRecoveryCodes(db: Queryable, accountId: number): Promise<number> {
  const [found] = await queryPrepared<{ count: number }>(db, COUNT_RECOVERY_CODES, [accountId])
  return found?.count ?? 0
}

const COUNT_RECOVERY_CODES = {
  name: 'second_factor_count_recovery_codes',
  text: 'select count(*)::int as count from recovery_codes where account_id = $1',
}

/** Deletes key and recovery codes of an account; returns false if it had no key. */
export async function deleteSecondFactor(tx: Transaction, accountId: number): Promise<boolean> {
  await queryPrepared(tx, DELETE_RECOVERY_CODES, [accountId])
  return (await queryPrepared(tx, DELETE_KEY, [accountId])).length > 0
}

const DELETE_KEY = {
  name: 'second_factor_delete_key',
  text: 'delete from totp_secrets where account_id = $1 returning account_id',
}

/** A sign-in that waits for its second factor. */
export type DueSession = Readonly<{ sessionId: number; accountId: number; email: string }>

/** Returns the sign-in of a challenge, begun at `since` or later, if there is one. */
export async function findDueSession(
  db: Queryable,
  { hash, since }: Readonly<{ hash: Uint8Array; since: Date }>,
): Promise<DueSession | undefined> {
  const [found] = await queryPrepared<DueSession>(db, FIND_DUE_SESSION, [hash, since])
  return found
}

const FIND_DUE_SESSION = {
  name: 'second_factor_find_due_session',
  text: `
    select s.id as "sessionId", s.account_id as "accountId", p.email from sessions s
    join accounts p on p.id = s.account_id
    where s.access_hash = $1 and s.created_at >= $2 and s.is_second_factor_due and s.ended_at is null
      and p.closed_at is null`,
}

/** The tokens of a session after its second factor, and the device to remember. */
export type CompletedSession = Readonly<{
  sessionId: number
  accessHash: Uint8Array
  accessExpiresAt: Date
  refreshHash: Uint8Array
  refreshExpiresAt: Date
  deviceHash: Uint8Array | undefined
  now: Date
}>

/** Opens a session whose second factor was due; returns false if it was opened or ended meanwhile. */
export async function completeSession(tx: Transaction, session: CompletedSession): Promise<boolean> {
  const { sessionId, accessHash, accessExpiresAt, refreshHash, refreshExpiresAt, deviceHash, now } = session
  const values = [
    sessionId,
    accessHash,
    accessExpiresAt,
    refreshHash,
    refreshExpiresAt,
    deviceHash ?? null,
    now,
  ]
  return (await queryPrepared(tx, COMPLETE_SESSION, values)).length > 0
}

const COMPLETE_SESSION = {
  name: 'second_factor_complete_session',
  text: `
    with session as (
      update sessions set is_second_factor_due = false, second_factor_at = $7, access_hash = $2, access_expires_at = $3,
        last_seen_at = $7, generation = generation + 1
      where id = $1 and is_second_factor_due and ended_at is null returning id, account_id, generation
    ), device as (
      insert into known_devices (account_id, device_hash, used_at)
      select account_id, $6::bytea, $7 from session where $6::bytea is not null
      on conflict (account_id, device_hash) do update set used_at = excluded.used_at
    )
    insert into refresh_tokens (hash, session_id, created_at, expires_at, generation)
    select $4, id, $7, $5, generation from session returning session_id`,
}
