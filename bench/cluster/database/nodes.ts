import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { backupCommand, SOCKETS, writeBackupSettings } from './backups.ts'
import { DATA, makeDataFolder, type Program, startProgram } from '../program.ts'
import { createWatchdog } from './watchdog.ts'

/** The password of all roles, which are reachable from this machine only. */
export const PASSWORD = 'cluster'

/** A PostgreSQL server with the Patroni that manages it. */
export type Node = Readonly<{
  name: string
  port: number
  /** The port of Patroni's API. */
  apiUrl: string
  start(): void
  /** Kills Patroni and the server at once, like a power failure. */
  kill(): Promise<void>
  /** Freezes both, like a machine that hangs. */
  freeze(): void
  /** Lets a frozen one continue, unless its watchdog ended it meanwhile. */
  thaw(): void
  /** Returns the process ids of the server. */
  listProcesses(): number[]
  /** How often its watchdog ended it. */
  countResets(): number
  stop(): Promise<void>
}>

/** A member of the cluster, as reported by Patroni. */
export type Member = Readonly<{ name: string; role: string; state: string; lag?: number | string }>

/** The seconds after which a silent primary loses its role. */
export const TTL_SECONDS = 20

type NodeOptions = Readonly<{ root: string; name: string; port: number; apiPort: number; etcdPort: number }>

/** Writes the settings of a node and returns it; `start` starts it. */
export async function createNode(options: NodeOptions): Promise<Node> {
  const { root, name, port, apiPort } = options
  const settings = `${DATA}/${name}.json`
  await makeDataFolder(root, name)
  // YAML is a superset of JSON.
  await writeFile(path.join(root, settings), JSON.stringify(buildSettings(options), null, 2))
  await writeBackupSettings(root, { name, port })
  let patroni: Program | undefined
  const signalAll = (signal: NodeJS.Signals) => {
    patroni?.signal(signal)
    for (const pid of listServerProcesses(root, name)) sendSignal(pid, signal)
  }
  let resets = 0
  const watchdog = await createWatchdog(path.join(root, `${DATA}/${name}.watchdog`), () => {
    resets += 1
    signalAll('SIGKILL')
  })
  return {
    name,
    port,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    listProcesses: () => listServerProcesses(root, name),
    countResets: () => resets,
    start: () => {
      if (patroni?.isRunning()) return
      patroni = startProgram(root, name, ['/usr/bin/patroni', settings])
    },
    kill: async () => {
      watchdog.disarm()
      signalAll('SIGKILL')
      await patroni?.kill()
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      watchdog.close()
      signalAll('SIGCONT')
      await patroni?.stop()
      for (const pid of listServerProcesses(root, name)) sendSignal(pid, 'SIGKILL')
    },
  }
}

/** Returns Patroni's state of all members; empty when it does not respond. */
export async function listMembers({ apiUrl }: Node): Promise<readonly Member[]> {
  try {
    const answer = await fetch(`${apiUrl}/cluster`, { signal: AbortSignal.timeout(2_000) })
    // Patroni's own answer (https://patroni.readthedocs.io/en/latest/rest_api.html).
    return ((await answer.json()) as { members?: readonly Member[] }).members ?? []
  } catch {
    return []
  }
}

/** Returns the server of a node and its children; empty when it does not run. */
function listServerProcesses(root: string, name: string): number[] {
  try {
    const [first] = readFileSync(path.join(root, DATA, name, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(first)
    // The file stays after a kill, and its pid may have been reused by another process.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${DATA}/${name}`)) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return [pid, ...children.map(Number)].filter((one) => one > 1)
  } catch {
    return []
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile.
  }
}

// The settings that operators are given, so that what they are given was run.
const DEPLOYED = parse(
  readFileSync(path.join(import.meta.dirname, '../../../deploy/postgresql/patroni.yaml'), 'utf8'),
) as Readonly<{
  watchdog: Readonly<Record<string, unknown>>
  postgresql: Readonly<{ parameters: Readonly<{ archive_command: string }>; pg_hba: readonly string[] }>
}>

const BOOTSTRAP = {
  dcs: {
    ttl: TTL_SECONDS,
    loop_wait: 5,
    retry_timeout: 5,
    // An acknowledged commit is at one standby at least, and a standby without it is not elected.
    synchronous_mode: 'quorum',
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
    primary_start_timeout: 0,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      parameters: {
        shared_buffers: '64MB',
        max_connections: 100,
        wal_log_hints: 'on',
        max_wal_size: '256MB',
        wal_keep_size: '256MB',
        hot_standby_feedback: 'on',
      },
    },
  },
  initdb: [
    { encoding: 'UTF8' },
    { 'locale-provider': 'builtin' },
    { 'builtin-locale': 'C.UTF-8' },
    { locale: 'C.UTF-8' },
    'data-checksums',
  ],
}

function buildSettings({ name, port, apiPort, etcdPort }: NodeOptions): object {
  const user = (username: string) => ({ username, password: PASSWORD })
  const archive = DEPLOYED.postgresql.parameters
  return {
    scope: 'shop',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: BOOTSTRAP,
    // The device of a real watchdog would reset this machine.
    watchdog: {
      ...DEPLOYED.watchdog,
      mode: process.env['CLUSTER_WATCHDOG'] ?? DEPLOYED.watchdog.mode,
      driver: 'testing',
      device: `${DATA}/${name}.watchdog`,
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: `${DATA}/${name}`,
      bin_dir: '/usr/lib/postgresql/17/bin',
      pgpass: `${DATA}/${name}.pgpass`,
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
      parameters: {
        unix_socket_directories: SOCKETS,
        listen_addresses: '127.0.0.1',
        ...archive,
        archive_command: [
          ...backupCommand(name),
          archive.archive_command.replace(/^.*(?=archive-push)/, ''),
        ].join(' '),
      },
      pg_hba: [
        ...DEPLOYED.postgresql.pg_hba,
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}
