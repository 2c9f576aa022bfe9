import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

/** Returns whether a process runs. A zombie, which has ended but was not reaped, does not. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !isZombie(pid)
}

/**
 * Returns whether `pid` can be the PostgreSQL server of `cluster`. A pid file outlives a crash, and its pid may have
 * been reused by any program (in a container even by ours).
 */
export function couldBeServer(pid: number, cluster: string): boolean {
  if (pid === process.pid || !isRunning(pid)) return false
  if (process.platform === 'linux') {
    try {
      // The server's working directory is its data folder.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return readProc(pid, 'comm').startsWith('postgres')
    }
  }
  if (process.platform === 'win32') return true
  return spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout.includes('postgres')
}

function isZombie(pid: number): boolean {
  // "pid (name) state …", where the name can contain any characters, including brackets.
  const stat = readProc(pid, 'stat')
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  return state === 'Z' || state === 'X'
}

function readProc(pid: number, file: string): string {
  if (process.platform !== 'linux') return ''
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
