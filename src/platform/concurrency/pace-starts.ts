import { setTimeout as delay } from 'node:timers/promises'

/**
 * Returns a function that resolves for one caller at a time, `gapMs` after the previous one. Work that starts together
 * would otherwise keep a process from answering requests until its first steps are done.
 */
export function paceStarts(gapMs: number): () => Promise<void> {
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const startsAt = Math.max(now, nextAt)
    nextAt = startsAt + gapMs
    if (startsAt > now) await delay(startsAt - now)
  }
}
