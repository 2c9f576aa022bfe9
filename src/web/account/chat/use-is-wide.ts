import { useSyncExternalStore } from 'react'

/** From here on the list stands beside the messages (CHAT-10). */
const WIDE = '(min-width: 48rem)'

/** Whether there is room for the list beside the messages; only for what is drawn in the browser. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE).matches,
    () => true,
  )
}
