/** The session storage key of the scroll positions of long lists, by history entry. */
export const SCROLL_POSITIONS_KEY = 'leftPlaces'

/**
 * A scroll position in a long list: the product at the window's upper edge, counted from 0, and the window's offset
 * below the product's top in pixels.
 */
export type SavedScroll = Readonly<{ product: number; offset: number }>

/** The part of `Storage` that scroll positions need. */
type ScrollStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The most positions that are stored; older ones are dropped. */
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
 * Saves the scroll position of a history entry. Without storage nothing is saved, and Back leads to the top of the
 * page.
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
    // The storage is full or forbidden.
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

/** Returns the stored positions. The storage may hold other data, so entries of the wrong shape are ignored. */
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
