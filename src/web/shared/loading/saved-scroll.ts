/** The session storage key of the places at which long lists were left, by the entry of the browser's history. */
export const PLACES_KEY = 'leftPlaces'

/** A place in a long list: the piece (counted from 0) at the window's upper edge, and how many pixels below its top that is. */
export type LeftPlace = Readonly<{ piece: number; offset: number }>

/** The part of `Storage` that the places need. */
type Places = Pick<Storage, 'getItem' | 'setItem'>

/** Enough for the way back; older ones are forgotten. */
const MOST_PLACES = 20

/** The place at which the list of this history entry was left; undefined when it was not, or is not known. */
export function leftPlace(entry: string, storage: () => Places = sessions): LeftPlace | undefined {
  const found = readPlaces(storage).find(([key]) => key === entry)
  return found?.[1]
}

/** Notes where the list of this history entry is left. Without storage nothing is noted, and Back leads to its top. */
export function leavePlace(entry: string, place: LeftPlace, storage: () => Places = sessions): void {
  const others = readPlaces(storage).filter(([key]) => key !== entry)
  try {
    storage().setItem(PLACES_KEY, JSON.stringify([...others, [entry, place]].slice(-MOST_PLACES)))
  } catch {
    // Full or forbidden.
  }
}

/** The browser's history entry that is shown now, as the router names it; undefined when it does not. */
export function presentEntry(): string | undefined {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('__TSR_key' in state)) return undefined
  return typeof state.__TSR_key === 'string' ? state.__TSR_key : undefined
}

function sessions(): Places {
  return window.sessionStorage
}

/** What is stored was perhaps not written by us: only what has the right shape counts. */
function readPlaces(storage: () => Places): [string, LeftPlace][] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(PLACES_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(one: unknown): one is [string, LeftPlace] {
  return Array.isArray(one) && one.length === 2 && typeof one[0] === 'string' && isPlace(one[1])
}

function isPlace(one: unknown): one is LeftPlace {
  if (typeof one !== 'object' || one === null || !('piece' in one) || !('offset' in one)) return false
  return Number.isSafeInteger(one.piece) && Number(one.piece) >= 0 && Number.isFinite(one.offset)
}
