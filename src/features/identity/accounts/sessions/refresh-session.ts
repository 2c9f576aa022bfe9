import { inTransaction, type Database, type Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { addMs } from '#core/time.ts'
import type { Tokens } from './open-session.ts'
import { ACCESS_MS, REFRESH_MS, decideRefresh } from '../rules.ts'
import {
  endSessionByRefreshToken,
  endSessions,
  findRefreshSession,
  insertRefreshToken,
  lockRefreshSession,
  selectSessions,
  updateSession,
} from './session-queries.ts'
import { createToken, hashToken } from './tokens.ts'

export { selectSessions }

/** Returns the account of a refresh token; undefined when it is unknown, or its session has ended. */
export async function findRefreshAccountId(
  db: Database,
  token: string,
  now: Date,
): Promise<number | undefined> {
  return (await findRefreshSession(db, hashToken(token), now))?.accountId
}

/**
 * Issues new tokens for a session; its old access token is invalid at once. Each refresh token is of a generation, and each use
 * begins the next one. Throws `session_over` (401): the token is unknown or too old, its session ended, or it was copied.
 *
 * Why generations, and a minute's grace: two tabs that ask at once, or a browser that never got its answer, come with a token of the
 * generation before and must not be signed out for it. They get another token of the present generation, and whichever of
 * those comes first begins the next one. So a tab may keep whichever answer came last, and a thief gains nothing: of
 * two who hold tokens of one session, the second to come after that minute comes with an old one, and the session ends for both.
 */
export async function refreshSession(db: Database, token: string, now: Date): Promise<Tokens> {
  const hash = hashToken(token)
  const tokens = { accessToken: createToken(), refreshToken: createToken() }
  const isRefreshed = await inTransaction(db, async (tx) => {
    const session = await lockRefreshSession(tx, hash, now)
    if (!session) return false
    const { sessionId, tokenGeneration } = session
    const outcome = decideRefresh(tokenGeneration, session, now)
    if (outcome === 'reuse_detected') {
      // Not thrown here, because that would roll back the end of the session.
      await updateSession(tx, sessionId, { endedAt: now })
      return false
    }
    const generation = outcome === 'rotates' ? session.generation + 1 : session.generation
    await updateSession(tx, sessionId, {
      accessHash: hashToken(tokens.accessToken),
      accessExpiresAt: addMs(now, ACCESS_MS),
      lastSeenAt: now,
      ...(outcome === 'rotates' ? { generation, rotatedAt: now } : {}),
    })
    await insertRefreshToken(tx, {
      hash: hashToken(tokens.refreshToken),
      sessionId,
      generation,
      createdAt: now,
      expiresAt: addMs(now, REFRESH_MS),
    })
    return true
  })
  if (isRefreshed) return tokens
  throw new AppError('unauthenticated', 'session_over', 'Your session has ended. Please sign in again.')
}

/** Ends the session of a refresh token, in any state; does nothing for an unknown one. */
export async function signOut(db: Database, token: string, now: Date): Promise<void> {
  await endSessionByRefreshToken(db, hashToken(token), now)
}

/** Ends all sessions of an account, or all but one; returns how many. */
export async function signOutEverywhere(
  db: Queryable,
  { accountId, but }: { accountId: number; but: number | undefined },
  now: Date,
): Promise<number> {
  return endSessions(db, { accountId, ...(but === undefined ? {} : { but }) }, now)
}

/** Ends one session of an account; returns false without one of that public id. */
export async function endSessionByPublicId(
  db: Database,
  { accountId, publicId }: { accountId: number; publicId: string },
  now: Date,
): Promise<boolean> {
  return (await endSessions(db, { accountId, publicId }, now)) > 0
}
