import { useSyncExternalStore } from 'react'

/** The local storage key of the signed-in user (ENT-01). */
export const USER_KEY = 'user'

/**
 * The signed-in user as this browser stores it. It has the data of the sign-in, its time (epoch ms) and its origin.
 */
export type StoredUser = Readonly<{
  accessToken: string
  refreshToken: string
  email: string
  firstName: string
  lastName: string
  type: 'vendor' | 'manufacturer' | 'operator'
  id: string
  isActive: boolean
  companyName?: string | undefined
  companyRegisterNumber?: string | undefined
  loginTimestamp: number
  originDomain: string
}>

let cachedUser: { raw: string | null; user: StoredUser | undefined } = { raw: null, user: undefined }

/** Returns the signed-in user, the same object until it changes; undefined also for invalid data (STATE-21). */
export function readUser(): StoredUser | undefined {
  const raw = readRaw()
  if (raw !== cachedUser.raw) cachedUser = { raw, user: parseUser(raw) }
  return cachedUser.user
}

/**
 * Returns the signed-in user; undefined on the server. It is read again on every change in any tab and every 2
 * seconds (STATE-10).
 */
export function useUser(): StoredUser | undefined {
  return useSyncExternalStore(subscribeToUser, readUser, () => undefined)
}

const POLL_MS = 2_000

/** The event for this tab's own changes of the stored user; the storage event only reaches other tabs. */
export const USER_CHANGED = 'userChanged'

function subscribeToUser(listener: () => void): () => void {
  const events = ['storage', USER_CHANGED]
  for (const event of events) addEventListener(event, listener)
  const poll = setInterval(listener, POLL_MS)
  return () => {
    for (const event of events) removeEventListener(event, listener)
    clearInterval(poll)
  }
}

function parseUser(raw: string | null): StoredUser | undefined {
  try {
    const value: StoredUser | null = JSON.parse(raw ?? 'null')
    const isSound = [value?.id, value?.accessToken, value?.firstName, value?.lastName].every(
      (field) => typeof field === 'string',
    )
    return value && isSound ? value : undefined
  } catch {
    return undefined
  }
}

function readRaw(): string | null {
  try {
    return localStorage.getItem(USER_KEY)
  } catch {
    return null
  }
}
