/** The session storage key of the places at which long lists were left, by the entry of the browser's history. */
export const SCROLL_POSITIONS_KEY = 'leftPlaces'

/**
 * A position in a long list. It is the product (counted from 0) at the window's upper edge, and how many pixels
 * below its top that is.
 */
export type SavedScroll = Readonly<{ product: number; offset: number }>

/** The part of `Storage` that the places need. */
type ScrollStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Enough for the way back; older ones are forgotten. */
const MAX_POSITIONS = 20

/** Returns the saved scroll position of this history entry; undefined when there is none. */
export function readSavedScroll(
  entry: string,
  storage: () => ScrollStorage = tabStorage,
): SavedScroll | undefined {
  const savedEntry = readEntries(storage).find(([key]) => key === entry)
  return savedEntry?.[1]
}

/**
 * Saves the scroll position of a history entry. Without storage, Back leads to the top. Without storage nothing is
 * noted, and Back leads to its top.
 */
export function saveScroll(
  entry: string,
  scroll: SavedScroll,
  storage: () => ScrollStorage = tabStorage,
): void {
  const otherEntries = readEntries(storage).filter(([key]) => key !== entry)
  try {
    storage().setItem(
      SCROLL_POSITIONS_KEY,
      JSON.stringify([...otherEntries, [entry, scroll]].slice(-MAX_POSITIONS)),
    )
  } catch {
    // Full or forbidden.
  }
}

/** Returns the current history entry by the router's name; undefined when it has none. */
export function currentHistoryEntry(): string | undefined {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('__TSR_key' in state)) return undefined
  return typeof state.__TSR_key === 'string' ? state.__TSR_key : undefined
}

function tabStorage(): ScrollStorage {
  return window.sessionStorage
}

/** What is stored was perhaps not written by us: only what has the right shape counts. */
function readEntries(storage: () => ScrollStorage): [string, SavedScroll][] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(SCROLL_POSITIONS_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(one: unknown): one is [string, SavedScroll] {
  return Array.isArray(one) && one.length === 2 && typeof one[0] === 'string' && isSavedScroll(one[1])
}

function isSavedScroll(one: unknown): one is SavedScroll {
  if (typeof one !== 'object' || one === null || !('product' in one) || !('offset' in one)) return false
  return Number.isSafeInteger(one.product) && Number(one.product) >= 0 && Number.isFinite(one.offset)
}
