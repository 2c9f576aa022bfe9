import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chown, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The folder of a cluster's data inside its root. */
export const DATA = '/srv/cluster'

/** A running program of the cluster. */
export type Program = Readonly<{
  name: string
  pid: number
  isRunning(): boolean
  signal(signal: NodeJS.Signals): void
  /** Ends it by SIGTERM, and by SIGKILL when that takes more than ten seconds. */
  stop(): Promise<void>
  /** Ends it by SIGKILL. */
  kill(): Promise<void>
}>

// Its own mounts, so that nothing is left mounted when it ends. `exec` keeps the process: its id is the program's.
const ENTER = [
  'mount --rbind /dev "$0/dev"',
  'mount --rbind /proc "$0/proc"',
  'exec chroot --userspec=postgres:postgres "$0" "$@"',
].join('\n')

/** Starts a program of the folder `root` as an ordinary user. Its output goes to a file of its name. */
export function startProgram(root: string, name: string, command: readonly string[]): Program {
  const child = spawnProgram(root, name, command)
  child.on('error', (error) => console.error(`${name}: ${error.message}`))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    name,
    pid: child.pid ?? 0,
    isRunning,
    signal: (signal) => void child.kill(signal),
    stop: () => end(child, isRunning, 'SIGTERM'),
    kill: () => end(child, isRunning, 'SIGKILL'),
  }
}

/** Runs a program of the folder `root` to its end, as `startProgram` does. Throws with its name when it fails. */
export async function runProgram(root: string, name: string, command: readonly string[]): Promise<void> {
  const child = spawnProgram(root, name, command)
  await once(child, 'exit')
  if (child.exitCode === 0) return
  const output = await readFile(path.join(root, DATA, `${name}.log`), 'utf8')
  throw new Error(`${command.join(' ')} failed:\n${output.slice(-2_000)}`)
}

function spawnProgram(root: string, name: string, command: readonly string[]): ChildProcess {
  const output = openSync(path.join(root, DATA, `${name}.log`), 'a')
  return spawn(
    '/usr/bin/unshare',
    ['--mount', '--propagation', 'private', 'sh', '-ec', ENTER, root, ...command],
    {
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    },
  )
}

async function end(child: ChildProcess, isRunning: () => boolean, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning()) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const lastResort = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(lastResort)
}

/** Creates a folder below `DATA` that belongs to the user of the programs. */
export async function makeDataFolder(root: string, name = ''): Promise<void> {
  const users = await readFile(path.join(root, 'etc/passwd'), 'utf8')
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? []
  const folder = path.join(root, DATA, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chown(folder, Number(uid), Number(gid))
}
