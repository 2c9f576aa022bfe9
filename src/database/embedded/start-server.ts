import { type ChildProcess, execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { clusterFolder } from './cluster.ts'
import { isRunning } from './process-state.ts'
import type { RunAs } from './run-as.ts'
import { answers, findServer, takesConnections } from './running-server.ts'

/** A server this process has started. `ended` resolves when it is gone, for whatever reason. */
export type StartedServer = { pid: number; port: number; ended: Promise<void>; stop: () => Promise<void> }

/** What a start needs to know. `settings` are PostgreSQL's own, by name. */
export type Start = {
  folder: string
  port: number
  binaries: Binaries
  runAs: RunAs
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** Why a server did not come up, with its last words. */
export type StartFailure = { failure: string }

/**
 * Starts PostgreSQL on a finished cluster and waits until it answers, however long recovering from a
 * crash takes. Gives its last words when it ends instead.
 */
export function startServer(start: Start): Promise<StartedServer | StartFailure> {
  return process.platform === 'win32' ? startOnWindows(start) : startAsChild(start)
}

function settingsOf({ port, settings }: Start): string[] {
  const all = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function startAsChild(start: Start): Promise<StartedServer | StartFailure> {
  const { folder, port, binaries, runAs, log } = start
  const [program = '', ...args] = [
    ...runAs.before,
    binaries.postgres,
    '-D',
    clusterFolder(folder),
    ...settingsOf(start),
  ]
  // Its own process group: Ctrl-C in a terminal is for us, who stop the database last.
  const child = spawn(program, args, { ...runAs.user, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const lastWords: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastWords.splice(0, lastWords.length - 9)
    lastWords.push(line)
    log(line)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastWords.push(error.message)
      resolve()
    })
    child.once('close', () => resolve())
  })
  const { pid } = child
  const isUp = await comesUp(start, pid, () => hasEnded(child))
  if (isUp && pid !== undefined) return { pid, port, ended, stop: () => stopChild(child, ended) }
  await ended
  return { failure: lastWords.join('\n') }
}

async function comesUp(
  { folder, port }: Start,
  pid: number | undefined,
  isOver: () => boolean,
): Promise<boolean> {
  while (!isOver()) {
    if (pid !== undefined && takesConnections(folder, pid) && (await answers(folder, port))) return !isOver()
    await delay(20)
  }
  return false
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

// SIGINT is PostgreSQL's "fast" stop: open transactions are rolled back, nothing committed is lost.
async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGINT')
  const insist = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await ended
  clearTimeout(insist)
}

// On Windows pg_ctl gives up an administrator's rights, with which PostgreSQL would refuse to run.
async function startOnWindows(start: Start): Promise<StartedServer | StartFailure> {
  const { folder, port, binaries } = start
  const data = clusterFolder(folder)
  const options = settingsOf(start)
    .map((part) => `"${part}"`)
    .join(' ')
  const logFile = path.join(folder, 'postgres.log')
  const failure = await run(binaries.pgCtl, ['start', '-w', '-s', '-D', data, '-l', logFile, '-o', options])
  if (failure !== undefined) return { failure }
  const found = await findServer(folder)
  if (typeof found === 'string' || 'busy' in found) return { failure: `see ${logFile}` }
  const stop = async () => {
    await run(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-s', '-D', data])
  }
  return { pid: found.pid, port, ended: goneByItself(found.pid), stop }
}

async function goneByItself(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(500, undefined, { ref: false })
}

function run(program: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { windowsHide: true }, (error, _out, complaints) => {
      resolve(error ? complaints || error.message : undefined)
    })
  })
}
