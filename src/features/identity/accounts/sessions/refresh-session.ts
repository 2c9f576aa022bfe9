import { inTransaction, type Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { later } from '#core/time.ts'
import type { Tokens } from './open-session.ts'
import { ACCESS_MS, REFRESH_MS, refreshFate } from '../rules.ts'
import {
  endSessionOf,
  endSessions,
  findRefreshed,
  insertRefreshToken,
  lockRefreshed,
  selectSessions,
  updateSession,
} from './session-queries.ts'
import { newToken, tokenHash } from './tokens.ts'

export { selectSessions as listSessions }

/** Whose refresh token this is; undefined when it is none that is known, or its session is over. */
export async function refreshedPerson(db: Database, token: string, now: Date): Promise<number | undefined> {
  return (await findRefreshed(db, tokenHash(token), now))?.personId
}

/**
 * New tokens for a session; its old access token is over at once. Each refresh token is of a generation, and each use begins the
 * next one. Throws `session_over` (401): the token is unknown or too old, its session ended, or it was copied.
 *
 * Why generations, and a minute's grace: two tabs that ask at once, or a browser that never got its answer, come with a token of the
 * generation before and must not be signed out for it. They get another token of the present generation, and whichever of
 * those comes first begins the next one. So a tab may keep whichever answer came last, and a thief gains nothing: of
 * two who hold tokens of one session, the second to come after that minute comes with an old one, and the session ends for both.
 */
export async function refreshSession(db: Database, token: string, now: Date): Promise<Tokens> {
  const hash = tokenHash(token)
  const tokens = { accessToken: newToken(), refreshToken: newToken() }
  const isGiven = await inTransaction(db, async (tx) => {
    const session = await lockRefreshed(tx, hash, now)
    if (!session) return false
    const { sessionId, tokenGeneration } = session
    const fate = refreshFate(tokenGeneration, session, now)
    if (fate === 'was_copied') {
      // Not thrown here: that would roll the ending back.
      await updateSession(tx, sessionId, { endedAt: now })
      return false
    }
    const generation = fate === 'rotates' ? session.generation + 1 : session.generation
    await updateSession(tx, sessionId, {
      accessHash: tokenHash(tokens.accessToken),
      accessExpiresAt: later(now, ACCESS_MS),
      lastSeenAt: now,
      ...(fate === 'rotates' ? { generation, rotatedAt: now } : {}),
    })
    await insertRefreshToken(tx, {
      hash: tokenHash(tokens.refreshToken),
      sessionId,
      generation,
      createdAt: now,
      expiresAt: later(now, REFRESH_MS),
    })
    return true
  })
  if (isGiven) return tokens
  throw new AppError('unauthenticated', 'session_over', 'Your sign-in has ended. Please sign in again.')
}

/** Ends the session of a refresh token, whatever has become of it; nothing when there is none. */
export async function signOut(db: Database, token: string, now: Date): Promise<void> {
  await endSessionOf(db, tokenHash(token), now)
}

/** Ends all sessions of a person, or all but one; gives how many. */
export async function signOutEverywhere(
  db: Database,
  { personId, but }: { personId: number; but: number | undefined },
  now: Date,
): Promise<number> {
  return endSessions(db, { personId, ...(but === undefined ? {} : { but }) }, now)
}

/** Ends one session of a person; false when they have none of that public id. */
export async function endOwnSession(
  db: Database,
  { personId, publicId }: { personId: number; publicId: string },
  now: Date,
): Promise<boolean> {
  return (await endSessions(db, { personId, publicId }, now)) > 0
}
