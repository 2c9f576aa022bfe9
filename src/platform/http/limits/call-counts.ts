/** Counts one more call of `key` in the window that began at `windowStart` (milliseconds); gives how many there are now. */
export type CallCounts = (key: string, windowStart: number) => number

/** More callers than one process answers in a minute; some megabytes at most. */
const MOST = 20_000

/**
 * Counts in this process's memory. It never holds more than `most` callers: the one counted first makes room, so that
 * somebody with many addresses can only free himself of a limit that his many addresses had spared him anyway.
 */
export function createCallCounts(most = MOST): CallCounts {
  const counts = new Map<string, { windowStart: number; calls: number }>()
  return (key, windowStart) => {
    const known = counts.get(key)
    if (known?.windowStart === windowStart) return (known.calls += 1)
    counts.delete(key)
    const [first] = counts.keys()
    if (counts.size >= most && first !== undefined) counts.delete(first)
    counts.set(key, { windowStart, calls: 1 })
    return 1
  }
}
