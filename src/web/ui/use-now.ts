import { useSyncExternalStore } from 'react'

const TICK_MS = 15_000

const listeners = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time, updated every 15 seconds, so that deadlines count down on the screen. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, readNow, readNow)
}

const readNow = (): Date => now

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, TICK_MS)
    // Timers of background tabs are delayed: the time is updated when the tab becomes visible.
    document.addEventListener('visibilitychange', tick)
    // There was no subscriber until now, so the time may be outdated.
    queueMicrotask(tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}
