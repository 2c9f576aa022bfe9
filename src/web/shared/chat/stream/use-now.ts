import { useSyncExternalStore } from 'react'

const TICK_MS = 15_000

let now = new Date()

/** Returns the current time, updated every 15 seconds. */
export function useNow(): Date {
  return useSyncExternalStore(subscribeToClock, readClock, readClock)
}

const readClock = (): Date => now

function subscribeToClock(listener: () => void): () => void {
  const tick = (): void => {
    now = new Date()
    listener()
  }
  const timer = setInterval(tick, TICK_MS)
  // A tab in the background ticks late: it is right again when it is looked at.
  document.addEventListener('visibilitychange', tick)
  queueMicrotask(tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}
