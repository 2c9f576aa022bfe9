import { useSyncExternalStore } from 'react'

/** The width from which on lists are tables; below they are cards. */
const TABLE_QUERY = '(min-width: 48rem)'

/** Returns whether the window is wide enough for tables. */
export function useHasTables(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(TABLE_QUERY)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(TABLE_QUERY).matches,
    () => true,
  )
}
