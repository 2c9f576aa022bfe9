import { type Call, createCall, isApiFailure } from '../calls/api.ts'
import { toast } from '../toast.ts'
import { type SessionTokens, tokensInCookies } from './session-cookies.ts'
import { session, type SessionStore } from './session-store.ts'
import { readUser, type StoredUser } from './session.ts'

/** The name of the lock under which a session is renewed. */
const LOCK_NAME = 'session'

let lastRun: Promise<unknown> = Promise.resolve()

/** Runs `work` exclusively, across all tabs. In browsers without locks (no https), it is exclusive in this tab only. */
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
 * Renews the session after a call with `usedToken` was refused. Returns true when the call can be repeated. A refused
 * renewal signs out with a message; one that did not reach the server throws and changes nothing.
 */
export async function renewSession(usedToken: string, deps: RenewalDeps = browserDeps): Promise<boolean> {
  return deps.alone(async () => {
    const user = deps.user()
    if (!user) return false
    // Another call or tab has renewed it meanwhile.
    if (user.accessToken !== usedToken) return true
    const theirs = tokensInCookies(deps.cookies())
    // Other tabs may see the storage with a delay, but cookies at once. A refresh token must never be used twice.
    if (theirs && theirs.refreshToken !== user.refreshToken && theirs.accessToken !== usedToken) {
      deps.session.tokensUpdated(theirs)
      return true
    }
    const tokens = await requestTokens(user.refreshToken, deps)
    if (tokens) deps.session.tokensUpdated(tokens)
    return tokens !== undefined
  })
}

/** Returns whether a response reports an expired token; a wrong password is answered with 401, too. */
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
    // Rate limits and outages are no statement about the session.
    if (!isApiFailure(error) || error.status === 429) throw error
    deps.session.signedOut()
    deps.tell(SESSION_ENDED)
    return undefined
  }
}

const browserDeps: RenewalDeps = {
  user: readUser,
  cookies: () => document.cookie,
  // Without the expired token, which would cause infinite recursion.
  call: createCall({ send: (path, init) => fetch(path, init) }),
  session,
  alone: runExclusively,
  tell: (message) => toast.error(message),
}
