import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A running shop with the built-in database, by its process and folder. */
type MeasuredShop = Readonly<{ pid: number; dataDir: string }>

/**
 * Returns the CPU milliseconds that a shop and its built-in database have used so far. CPU time of other programs is
 * excluded. Linux only.
 */
export function readProcessorMs(shop: MeasuredShop): number {
  const { shopMs, databaseMs } = readProcessorTimes(shop)
  return shopMs + databaseMs
}

/** Returns the CPU milliseconds of a shop and of its built-in database apart. Linux only. */
export function readProcessorTimes({ pid, dataDir }: MeasuredShop): { shopMs: number; databaseMs: number } {
  const file = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readParent(name) === postmaster)
  return {
    shopMs: readThreadsMs(String(pid)),
    databaseMs: ids.reduce((sum, id) => sum + readThreadsMs(id), readEndedMs(postmaster)),
  }
}

/** The milliseconds of a tick, in which the kernel counts ended processes. */
const TICK_MS = 10

/** Returns the CPU milliseconds of a process's ended children: connections and background workers that are closed. */
function readEndedMs(pid: number): number {
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

function readParent(id: string): number {
  return Number(
    readText(`/proc/${id}/stat`)
      .replace(/^.*\) \S /s, '')
      .split(' ')[0],
  )
}

/** Returns the CPU milliseconds that a process has used so far. Linux only. */
export function readThreadsMs(id: string): number {
  const threads = listNames(`/proc/${id}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readText(`/proc/${id}/task/${thread}/schedstat`).split(' ')[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + (value || 0), 0) / 1e6
}

// A process may end between listing and reading it.
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
