import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'

const MB = 1_000_000
const LOOK_MS = 100

/** What a process holds of the machine's memory at this moment (resident set), in megabytes. Throws when it is gone. */
export function residentMb(pid: number): number {
  return (residentKilobytes(pid) * 1024) / MB
}

/** The most that a process held while `work` ran, looked at ten times a second. */
export async function mostResidentMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  const done = new AbortController()
  let most = residentMb(pid)
  const watching = (async () => {
    for await (const _ of setInterval(LOOK_MS, undefined, { signal: done.signal }))
      most = Math.max(most, residentMb(pid))
  })().catch(() => undefined)
  try {
    await work()
  } finally {
    done.abort()
    await watching
  }
  return most
}

/** Linux tells it without another program; elsewhere `ps` does. */
function residentKilobytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
  }
}
