import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'

const MB = 1_000_000
const SAMPLE_MS = 100

/** Returns how many megabytes of memory a process uses now (resident set). Throws when it is gone. */
export function getResidentMb(pid: number): number {
  return (getKilobytes(pid, 'VmRSS') * 1024) / MB
}

/**
 * Returns how many megabytes of memory a process uses now without what it shares with files, such as Node itself.
 * Elsewhere than on Linux it is the resident set.
 */
export function getPrivateMb(pid: number): number {
  return (getKilobytes(pid, 'RssAnon') * 1024) / MB
}

/** Returns the peak memory of a process while `work` ran, sampled ten times a second. */
export async function measurePeakMb(
  pid: number,
  work: () => Promise<unknown>,
  getMb = getResidentMb,
): Promise<number> {
  const abortController = new AbortController()
  let peakMb = getMb(pid)
  const sampling = (async () => {
    for await (const _ of setInterval(SAMPLE_MS, undefined, { signal: abortController.signal }))
      // A process that has ended and is still listed has no memory any more.
      peakMb = Math.max(peakMb, getMb(pid) || 0)
  })().catch(() => undefined)
  try {
    await work()
  } finally {
    abortController.abort()
    await sampling
  }
  return peakMb
}

/** Reads the memory: Linux reports it as a file, elsewhere by `ps`. */
function getKilobytes(pid: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    return Number(
      new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    )
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  }
}
