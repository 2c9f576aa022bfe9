import { named, type Queryable } from '#database/database.ts'
import type { Actor } from '#platform/http/actor.ts'
import { refreshTokens, sessions } from './tables.ts'

/** Keeps a new sign-in; gives its key. */
export async function insertSession(db: Queryable, session: typeof sessions.$inferInsert): Promise<number> {
  const [kept] = await db.insert(sessions).values(session).returning({ id: sessions.id })
  if (!kept) throw new Error('the session was not kept')
  return kept.id
}

/** Keeps a session's next refresh token. */
export async function insertRefreshToken(
  db: Queryable,
  token: typeof refreshTokens.$inferInsert,
): Promise<void> {
  await db.insert(refreshTokens).values(token)
}

/** Whose access token has this hash, while it is good. */
export async function findActor(
  db: Queryable,
  accessHash: Uint8Array,
  now: Date,
): Promise<Actor | undefined> {
  const [found] = await named<Actor>(db, FIND_ACTOR, [accessHash, now])
  return found
}

const FIND_ACTOR = {
  name: 'accounts_find_actor',
  text: `
    select p.id, p.public_id as "publicId", p.type, p.email, p.first_name as "firstName", p.last_name as "lastName",
      s.id as "sessionId"
    from sessions s
    join people p on p.id = s.person_id
    where s.access_hash = $1 and s.access_expires_at > $2 and s.ended_at is null and p.closed_at is null`,
}
