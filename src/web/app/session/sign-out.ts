import { createCall } from '../calls/api.ts'
import type { Call } from '../calls/api.ts'
import { readUser } from './session.ts'
import type { StoredUser } from './session.ts'
import { session } from './session-store.ts'
import type { SessionStore } from './session-store.ts'

/** The dependencies of a sign-out: the signed-in user, the session, and the server. */
export type SignOutDeps = Readonly<{
  user(): StoredUser | undefined
  session: Pick<SessionStore, 'signedOut'>
  call: Call
}>

/** Signs out in this browser at once (STATE-11), and at the server as well if it can be reached (STATE-12). */
export function signOut(deps: SignOutDeps = browserDeps): void {
  const user = deps.user()
  deps.session.signedOut()
  if (!user) return
  const { refreshToken } = user
  // A failure is logged; the user is signed out in any case.
  deps.call('POST /users/logout', { body: { data: { refreshToken } } }).catch(() => undefined)
}

const browserDeps: SignOutDeps = {
  user: readUser,
  session,
  // The page may be left before the response arrives.
  call: createCall({ send: (path, init) => fetch(path, { ...init, keepalive: true }) }),
}
