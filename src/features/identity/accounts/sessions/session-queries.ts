import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { refreshTokens, sessions } from '../tables.ts'

/** A sign-in to store, with the hashes of its tokens. */
export type NewSession = Readonly<{
  publicId: string
  accountId: number
  accessHash: Uint8Array
  accessExpiresAt: Date
  refreshHash: Uint8Array
  refreshExpiresAt: Date
  userAgent: string
  address: string
  /** The hash of the device's key, to recognise it later, if it has one. */
  deviceHash: Uint8Array | undefined
  /** The absolute end of the session, which refreshes do not extend. */
  endsAt: Date
  operatorEndsAt: Date
  now: Date
  /** The password hash at sign-in: if it has changed or the account is closed, nothing is stored. */
  passwordHash?: string | undefined
}>

/**
 * Stores a new sign-in and its first refresh token; returns whether it needs a second factor. Undefined if nothing was
 * stored.
 */
export async function insertSession(
  db: Queryable,
  session: NewSession,
): Promise<{ isDue: boolean } | undefined> {
  const { publicId, accountId, accessHash, accessExpiresAt, refreshHash, refreshExpiresAt } = session
  const { userAgent, address, now, passwordHash = null, deviceHash = null, endsAt, operatorEndsAt } = session
  const [stored] = await queryPrepared<{ isDue: boolean }>(db, INSERT_SESSION, [
    publicId,
    accountId,
    accessHash,
    accessExpiresAt,
    userAgent,
    address,
    now,
    refreshHash,
    refreshExpiresAt,
    passwordHash,
    deviceHash,
    endsAt,
    operatorEndsAt,
  ])
  return stored
}

// One statement, so that a sign-in waits for one answer of the database instead of five.
const INSERT_SESSION = {
  name: 'accounts_insert_session',
  text: `
    with account as (
      select id, type, exists (
        select from totp_secrets t where t.account_id = accounts.id and t.confirmed_at is not null
      ) as is_due
      from accounts
      where id = $2 and closed_at is null and ($10::text is null or password_hash = $10) for no key update
    ), session as (
      insert into sessions
        (public_id, account_id, access_hash, access_expires_at, user_agent, address, created_at, last_seen_at, ends_at,
          is_second_factor_due)
      select $1, id, $3, $4, $5, $6, $7, $7, case type when 'operator' then $13 else $12 end::timestamptz, is_due
      from account
      returning id, is_second_factor_due
    ), device as (
      insert into known_devices (account_id, device_hash, used_at)
      select id, $11::bytea, $7 from account where $11::bytea is not null and not is_due
      on conflict (account_id, device_hash) do update set used_at = excluded.used_at
    )
    insert into refresh_tokens (hash, session_id, created_at, expires_at)
    select $8, id, $7, $9 from session
    returning (select is_second_factor_due from session) as "isDue"`,
}

/** Stores a session's next refresh token. */
export async function insertRefreshToken(
  db: Queryable,
  token: typeof refreshTokens.$inferInsert,
): Promise<void> {
  await db.insert(refreshTokens).values(token)
}

/** A session as a refresh token finds it: the generation of that token, and of the session. */
export type RefreshSession = Readonly<{
  sessionId: number
  accountId: number
  tokenGeneration: number
  generation: number
  rotatedAt: Date | null
}>

/** Returns the open session of an unexpired refresh token; undefined when there is none. */
export async function findRefreshSession(
  db: Queryable,
  hash: Uint8Array,
  now: Date,
): Promise<RefreshSession | undefined> {
  const [found] = await queryPrepared<RefreshSession>(db, FIND_REFRESH_SESSION, [hash, now])
  return found
}

/** Returns a session like `findRefreshSession`, locked until the transaction ends. */
export async function lockRefreshSession(
  tx: Transaction,
  hash: Uint8Array,
  now: Date,
): Promise<RefreshSession | undefined> {
  const [found] = await queryPrepared<RefreshSession>(tx, LOCK_REFRESH_SESSION, [hash, now])
  return found
}

const REFRESH_SESSION = `
    select s.id as "sessionId", s.account_id as "accountId", r.generation as "tokenGeneration", s.generation,
      s.rotated_at as "rotatedAt"
    from refresh_tokens r
    join sessions s on s.id = r.session_id
    join accounts p on p.id = s.account_id
    where r.hash = $1 and r.expires_at > $2 and s.ends_at > $2 and s.ended_at is null
      and not s.is_second_factor_due and p.closed_at is null`

const FIND_REFRESH_SESSION = { name: 'accounts_find_refreshed', text: REFRESH_SESSION }
const LOCK_REFRESH_SESSION = { name: 'accounts_lock_refreshed', text: `${REFRESH_SESSION} for update of s` }

/** Changes a session. */
export async function updateSession(
  db: Queryable,
  id: number,
  change: Partial<typeof sessions.$inferInsert>,
): Promise<void> {
  await db.update(sessions).set(change).where(eq(sessions.id, id))
}

/** A session as stored. */
export type SessionRow = typeof sessions.$inferSelect

/** Returns the sessions of an account with a valid refresh token, the latest first. */
export async function selectSessions(db: Queryable, accountId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        eq(sessions.isSecondFactorDue, false),
        gt(sessions.endsAt, now),
        sql`exists (select from ${refreshTokens} where ${refreshTokens.sessionId} = ${sessions.id}
          and ${gt(refreshTokens.expiresAt, now)})`,
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MAX_SHOWN.sessions)
}

/** Selects the sessions to end: the one of a public id, all but one, or all. */
export type SessionFilter = Readonly<{ accountId: number; publicId?: string; but?: number }>

/** Ends sessions of an account; returns how many. */
export async function endSessions(
  db: Queryable,
  { accountId, publicId, but }: SessionFilter,
  now: Date,
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        publicId === undefined ? undefined : eq(sessions.publicId, publicId),
        but === undefined ? undefined : ne(sessions.id, but),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

/** Ends the session of a refresh token, also of one that was used already. */
export async function endSessionByRefreshToken(db: Queryable, hash: Uint8Array, now: Date): Promise<void> {
  await db.execute(sql`
    update sessions set ended_at = ${now}
    where ended_at is null and id = (select session_id from refresh_tokens where hash = ${Buffer.from(hash)})`)
}

/** Returns the start of a session; undefined for an unknown one. */
export async function findSessionStart(db: Queryable, id: number): Promise<Date | undefined> {
  const [found] = await db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, id))
  return found?.at
}

/** Deletes all sessions of an account. */
export async function deleteSessions(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.accountId, accountId))
}

/** Deletes expired refresh tokens, and sessions that ended before then or have no token. */
export async function deleteExpiredSessions(db: Queryable, now: Date, endedBefore: Date): Promise<void> {
  await db.execute(sql`delete from refresh_tokens where expires_at <= ${now}`)
  await db.execute(sql`
    delete from sessions s
    where s.ended_at < ${endedBefore} or s.ends_at < ${endedBefore} or (s.access_expires_at < ${endedBefore}
      and not exists (select from refresh_tokens r where r.session_id = s.id))`)
}
