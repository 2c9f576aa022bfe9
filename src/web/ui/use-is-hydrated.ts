import { useSyncExternalStore } from 'react'

/**
 * Returns whether the component is hydrated. It is false on the server and during hydration, so that both render the
 * same output.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
