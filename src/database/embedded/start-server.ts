import { type ChildProcess, execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { getClusterFolder } from './cluster.ts'
import { isRunning } from './process-state.ts'
import type { RunAs } from './run-as.ts'
import { isResponding, findServer, acceptsConnections } from './running-server.ts'

/** A server that this process has started. `ended` resolves when it has ended, for any reason. */
export type StartedServer = { pid: number; port: number; ended: Promise<void>; stop: () => Promise<void> }

/** The options of a start. `settings` are PostgreSQL's own, by name. */
export type StartOptions = {
  folder: string
  port: number
  binaries: Binaries
  runAs: RunAs
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

/** The reason why a server did not start, with its last output. */
export type StartFailure = { failure: string }

/**
 * Starts PostgreSQL on a complete cluster and waits until it responds, without limit, as crash recovery can take
 * long. Returns its last output if it ends instead.
 */
export function startServer(startOptions: StartOptions): Promise<StartedServer | StartFailure> {
  return process.platform === 'win32' ? startOnWindows(startOptions) : startAsChild(startOptions)
}

function toServerArgs({ port, settings }: StartOptions): string[] {
  const all = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function startAsChild(startOptions: StartOptions): Promise<StartedServer | StartFailure> {
  const { folder, port, binaries, runAs, log } = startOptions
  const [program = '', ...args] = [
    ...runAs.before,
    binaries.postgres,
    '-D',
    getClusterFolder(folder),
    ...toServerArgs(startOptions),
  ]
  // A process group of its own: Ctrl-C in a terminal then reaches only this process, which stops the database last.
  const child = spawn(program, args, { ...runAs.user, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const stderrTail: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    stderrTail.splice(0, stderrTail.length - 9)
    stderrTail.push(line)
    log(line)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      stderrTail.push(error.message)
      resolve()
    })
    child.once('close', () => resolve())
  })
  const { pid } = child
  const isUp = await waitUntilReady(startOptions, pid, () => hasExited(child))
  if (isUp && pid !== undefined) return { pid, port, ended: exited, stop: () => stopChild(child, exited) }
  await exited
  return { failure: stderrTail.join('\n') }
}

async function waitUntilReady(
  { folder, port }: StartOptions,
  pid: number | undefined,
  hasEndedEarly: () => boolean,
): Promise<boolean> {
  while (!hasEndedEarly()) {
    if (pid !== undefined && acceptsConnections(folder, pid) && (await isResponding(folder, port)))
      return !hasEndedEarly()
    await delay(20)
  }
  return false
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

// SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back, committed ones are safe.
async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (hasExited(child)) return
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(killTimer)
}

// On Windows pg_ctl drops administrator rights, with which PostgreSQL refuses to run.
async function startOnWindows(startOptions: StartOptions): Promise<StartedServer | StartFailure> {
  const { folder, port, binaries } = startOptions
  const data = getClusterFolder(folder)
  const options = toServerArgs(startOptions)
    .map((part) => `"${part}"`)
    .join(' ')
  const logFile = path.join(folder, 'postgres.log')
  const failure = await run(binaries.pgCtl, ['start', '-w', '-s', '-D', data, '-l', logFile, '-o', options])
  if (failure !== undefined) return { failure }
  const server = await findServer(folder)
  if (typeof server === 'string' || 'busy' in server) return { failure: `see ${logFile}` }
  const stop = async () => {
    await run(binaries.pgCtl, ['stop', '-m', 'fast', '-w', '-s', '-D', data])
  }
  return { pid: server.pid, port, ended: waitForExit(server.pid), stop }
}

async function waitForExit(pid: number): Promise<void> {
  while (isRunning(pid)) await delay(500, undefined, { ref: false })
}

function run(program: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { windowsHide: true }, (error, _out, complaints) => {
      resolve(error ? complaints || error.message : undefined)
    })
  })
}
