import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, escapeLiteral } from 'pg'
import { findBinaries } from './binaries.ts'
import { hasCluster, createCluster, readPassword } from './cluster.ts'
import { superviseServer, type DatabaseServerHandle } from './supervise-server.ts'
import { isRunning } from './process-state.ts'
import { resolveRunAs } from './run-as.ts'
import { findServer, serverUrl, databaseName } from './running-server.ts'
import { type StartedServer, startServer } from './start-server.ts'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The options of the embedded server. `folder` is the location of the cluster, created when missing; `settings`
 * override the built-in ones. Log lines with `isError` need an operator; the others report what the server does.
 */
export type EmbeddedOptions = {
  folder: string
  log: (line: string, isError?: boolean) => void
  settings?: Readonly<Record<string, string>>
}

/**
 * An embedded PostgreSQL that runs on a folder. `startedHere` is whether this process started it or found it running.
 * `close` stops it in the first case only.
 */
export type EmbeddedServer = {
  url: string
  readonly startedHere: boolean
  close: () => Promise<void>
}

const startTimeoutMs = 120_000

// For a shop on one small machine with an SSD. All settings that protect data keep PostgreSQL's defaults (fsync,
// full_page_writes and synchronous_commit are on).
const defaultSettings = {
  shared_buffers: '256MB',
  max_connections: '60',
  jit: 'off',
  // When on, it compresses each page that is first changed after a checkpoint, for about 0.1 ms of CPU time: an order
  // changes a dozen pages.
  wal_compression: 'off',
  checkpoint_timeout: '10min',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Our own log adds the time and the process.
  log_line_prefix: '',
}

/**
 * Starts PostgreSQL on a folder, or joins the running one, and returns the database's address. The database is
 * created on first use. If the server ends while it is in use here, even if another process ran it, it is restarted
 * at the same address, with retries without limit. Throws with a message for people when it cannot run.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { folder, log } = options
  const first = await startOrFindServer(options)
  const { port } = first
  await createDatabase(folder, port)
  const state = { server: first }
  const abortController = new AbortController()
  const supervision = superviseServer({
    first,
    serve: () => startOrFindServer(options, port),
    onServing: (server) => {
      state.server = server
    },
    log,
    signal: abortController.signal,
  })
  return {
    url: serverUrl({ folder, port }),
    get startedHere() {
      return state.server.stop !== undefined
    },
    close: async () => {
      abortController.abort()
      await state.server.stop?.()
      await supervision
      await state.server.stop?.()
    },
  }
}

/**
 * Starts the server or finds a running one. With `port` it waits until that port is free; otherwise it uses any free
 * one.
 */
async function startOrFindServer(options: EmbeddedOptions, port?: number): Promise<DatabaseServerHandle> {
  const { folder, log } = options
  // The outer folder contains more than the database, and another user may need to traverse it.
  mkdirSync(path.dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const deadline = Date.now() + startTimeoutMs
  let lastFailure = ''
  while (Date.now() < deadline) {
    const existingServer = await findServer(folder)
    if (existingServer === 'none') {
      const started = await start(options, port)
      if (!('failure' in started)) return toServer(started)
      lastFailure = started.failure
      if (!isTransient(lastFailure)) break
      log('could not start the built-in database yet; trying again')
    } else if ('busy' in existingServer) {
      lastFailure = `process ${existingServer.busy} has the data but does not answer`
    } else {
      return {
        port: existingServer.port,
        ended: (signal) => waitForExit(existingServer.pid, signal),
        stop: undefined,
      }
    }
    await delay(50)
  }
  throw new Error(`The built-in database in ${folder} does not start: ${lastFailure}`)
}

function toServer(started: StartedServer): DatabaseServerHandle {
  return { port: started.port, ended: () => started.ended, stop: started.stop }
}

async function start({ folder, log, settings = {} }: EmbeddedOptions, fixedPort?: number) {
  const binaries = findBinaries()
  const runAs = resolveRunAs(binaries.postgres, path.dirname(folder))
  if (!hasCluster(folder)) {
    log('creating the built-in database')
    await createCluster({ folder, binaries, runAs, isDurable: settings['fsync'] !== 'off' })
  }
  const port = fixedPort ?? (await choosePort(path.join(folder, 'port')))
  return startServer({ folder, port, binaries, runAs, settings: { ...defaultSettings, ...settings }, log })
}

// Another process started it first, the last server's children are still ending, or the port was in use.
function isTransient(failure: string): boolean {
  return /postmaster\.pid|shared memory block|could not bind|TCP\/IP sockets/.test(failure)
}

async function waitForExit(pid: number, signal: AbortSignal): Promise<void> {
  while (isRunning(pid) && !signal.aborted) {
    await delay(200, undefined, { ref: false, signal }).catch(() => undefined)
  }
}

// The port is stored, so that connections find the server again after a restart.
async function choosePort(portFile: string): Promise<number> {
  const lastPort = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const isStored = Number.isInteger(lastPort) && lastPort > 0
  const port = (isStored && (await tryPort(lastPort))) || (await findFreePort())
  if (!port) throw new Error('No port is free on 127.0.0.1 for the built-in database.')
  writeFileSync(portFile, `${port}\n`)
  return port
}

// The shop's role is not a superuser: as with an external database, it owns only its own database.
async function createDatabase(folder: string, port: number): Promise<void> {
  const client = new Client({
    connectionString: serverUrl({ folder, port, role: 'postgres', database: 'postgres' }),
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${databaseName}'))`)
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rows.length > 0) return
    const password = escapeLiteral(readPassword(folder))
    const role = await client.query('select 1 from pg_roles where rolname = $1', [databaseName])
    if (role.rows.length === 0)
      await client.query(`create role ${databaseName} login createdb password ${password}`)
    await client.query(`create database ${databaseName} owner ${databaseName}`)
  } finally {
    await client.end()
  }
}

// The first port that systems use for outgoing connections (Linux from 32768, others from 49152).
const FIRST_EPHEMERAL_PORT = 32_768
const FIRST_PORT = 20_000

/**
 * Returns a free port of 127.0.0.1; undefined when there is none. It is below the ports of outgoing connections, so
 * that none of them occupies it when the server restarts.
 */
export async function findFreePort(): Promise<number | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await tryPort(randomInt(FIRST_PORT, FIRST_EPHEMERAL_PORT))
    if (port) return port
  }
  return tryPort(0)
}

/** Returns `preferredPort` if it is free on 127.0.0.1, else undefined; for 0, any free port. */
function tryPort(preferredPort: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(preferredPort, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
