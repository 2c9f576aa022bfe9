import { type Call, createCall, isApiFailure } from '../calls/api.ts'
import { toast } from '../toast.ts'
import { type SessionTokens, tokensInCookies } from './session-cookies.ts'
import { session, type SessionStore } from './session-store.ts'
import { readUser, type StoredUser } from './session.ts'

/** The name of the lock under which a session is renewed. */
const LOCK_NAME = 'session'

let lastRun: Promise<unknown> = Promise.resolve()

/**
 * Runs `work` exclusively, across all tabs. Where the browser has no locks (no https), it is exclusive in this tab
 * only.
 */
async function runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(LOCK_NAME, work)
  const mine = lastRun.then(work, work)
  lastRun = mine
  return mine
}

/** The dependencies of a renewal: the signed-in user, cookies, server, and the callback of an ended session. */
export type RenewalDeps = Readonly<{
  user(): StoredUser | undefined
  cookies(): string
  call: Call
  session: Pick<SessionStore, 'tokensUpdated' | 'signedOut'>
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  tell(message: string): void
}>

/** The message when a session cannot be renewed (STATE-09). */
export const SESSION_ENDED = 'Your session has expired. Please sign in again.'

/**
 * Renews the session after a call with `usedToken` was refused. Returns true when the call may be repeated. A
 * refused renewal signs out with a message; one that did not reach the server throws, and leaves all as it was.
 */
export async function renewSession(usedToken: string, deps: RenewalDeps = browserDeps): Promise<boolean> {
  return deps.alone(async () => {
    const user = deps.user()
    if (!user) return false
    // Meanwhile another call or tab has done it.
    if (user.accessToken !== usedToken) return true
    const theirs = tokensInCookies(deps.cookies())
    // Other tabs may see the storage a moment late, but cookies at once. A refresh token must never be used twice.
    if (theirs && theirs.refreshToken !== user.refreshToken && theirs.accessToken !== usedToken) {
      deps.session.tokensUpdated(theirs)
      return true
    }
    const tokens = await requestTokens(user.refreshToken, deps)
    if (tokens) deps.session.tokensUpdated(tokens)
    return tokens !== undefined
  })
}

/** Returns whether a response says that its call's token has expired. A wrong password is answered 401 as well. */
export async function isTokenExpired(response: Response): Promise<boolean> {
  try {
    const body: unknown = await response.clone().json()
    return body instanceof Object && Reflect.get(body, 'code') === 'bad_token'
  } catch {
    return false
  }
}

async function requestTokens(refreshToken: string, deps: RenewalDeps): Promise<SessionTokens | undefined> {
  try {
    return await deps.call('POST /users/refreshToken', { body: { data: { refreshToken } } })
  } catch (error) {
    // Too many at once, or a server that is down, say nothing about the session.
    if (!isApiFailure(error) || error.status === 429) throw error
    deps.session.signedOut()
    deps.tell(SESSION_ENDED)
    return undefined
  }
}

const browserDeps: RenewalDeps = {
  user: readUser,
  cookies: () => document.cookie,
  // Without the token that is over, or this would be called for itself.
  call: createCall({ send: (path, init) => fetch(path, init) }),
  session,
  alone: runExclusively,
  tell: (message) => toast.error(message),
}
