import { BUSINESS_KEY } from './business.ts'
import { readUser, USER_CHANGED, USER_KEY } from './session.ts'
import type { StoredUser } from './session.ts'
import { readSettings } from '../browser-settings.ts'
import { expiredCookies, sessionCookies } from './session-cookies.ts'
import type { CookieScope, SessionTokens } from './session-cookies.ts'

/** The server's response to a sign-in: the stored user without its time and origin (ENT-02). */
export type SignInUserData = Omit<StoredUser, 'loginTimestamp' | 'originDomain'>

/** The session for pages (STATE-01). */
export type SessionState = Readonly<{
  currentUser: StoredUser | undefined
  isAuthenticated: boolean
  loading: boolean
  error: string | undefined
}>

/** The browser's storage of a session. `changed` notifies this page, as the storage notifies other tabs only. */
export type SessionEnvironment = Readonly<{
  user(): StoredUser | undefined
  storages(): readonly Pick<Storage, 'setItem' | 'removeItem'>[]
  setCookie(cookie: string): void
  cookiePlace(): CookieScope
  origin(): string
  now(): number
  changed(): void
}>

/** The session and its events. The signed-in user is always the one in the storage. */
export type SessionStore = Readonly<{
  state(): SessionState
  signInStarted(): void
  /** Stores the signed-in user with time and origin (STATE-06), and sets the cookies (STATE-07). */
  signedIn(userData: SignInUserData): void
  /** Signs out with this reason (STATE-03). */
  signInFailed(error: string): void
  profileUpdated(fields: Partial<Pick<StoredUser, 'firstName' | 'lastName' | 'email' | 'companyName'>>): void
  tokensUpdated(tokens: SessionTokens): void
  /** Removes all data of a session from this browser (STATE-11). */
  signedOut(): void
}>

/** Creates a session stored in `environment`; its user is read from the first storage. */
export function createSessionStore(environment: SessionEnvironment): SessionStore {
  let progress: Pick<SessionState, 'loading' | 'error'> = IDLE_STATE

  function storeUser(user: StoredUser): void {
    environment.storages()[0]?.setItem(USER_KEY, JSON.stringify(user))
    environment.changed()
  }

  function merge(fields: Partial<StoredUser>): void {
    const user = environment.user()
    if (user) storeUser({ ...user, ...fields })
  }

  function setCookies(tokens: SessionTokens): void {
    for (const cookie of sessionCookies(tokens, environment.cookiePlace())) environment.setCookie(cookie)
  }

  function forget(): void {
    for (const storage of environment.storages()) {
      storage.removeItem(USER_KEY)
      storage.removeItem(BUSINESS_KEY)
    }
    for (const cookie of expiredCookies(environment.cookiePlace())) environment.setCookie(cookie)
    environment.changed()
  }

  return {
    state() {
      const currentUser = environment.user()
      return { currentUser, isAuthenticated: currentUser !== undefined, ...progress }
    },
    signInStarted: () => void (progress = { loading: true, error: undefined }),
    signedIn(userData) {
      progress = IDLE_STATE
      setCookies(userData)
      storeUser({ ...userData, loginTimestamp: environment.now(), originDomain: environment.origin() })
    },
    signInFailed(error) {
      progress = { loading: false, error }
      forget()
    },
    profileUpdated: merge,
    tokensUpdated(tokens) {
      setCookies(tokens)
      merge(tokens)
    },
    signedOut() {
      progress = IDLE_STATE
      forget()
    },
  }
}

const IDLE_STATE = { loading: false, error: undefined }

/** The session of this browser. */
export const session: SessionStore = createSessionStore({
  user: readUser,
  storages: () => [localStorage, sessionStorage],
  setCookie: (cookie) => void (document.cookie = cookie),
  cookiePlace: () => ({
    host: location.hostname,
    isSecure: location.protocol === 'https:',
    domain: readSettings().cookieDomain,
  }),
  origin: () => location.origin,
  now: () => Date.now(),
  changed: () => void dispatchEvent(new Event(USER_CHANGED)),
})
