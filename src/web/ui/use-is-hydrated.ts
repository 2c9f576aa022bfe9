import { useSyncExternalStore } from 'react'

/** False on the server and while its drawing is taken over, so that both draw the same; true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
