import path from 'node:path'
import { Pool } from 'pg'
import { type Database, createDatabaseClient } from '../database.ts'
import { hasCluster } from '../embedded/cluster.ts'
import { openEmbedded } from '../embedded/embedded-server.ts'
import { findServer, serverUrl } from '../embedded/running-server.ts'
import { isPoolerRefusal } from '../failures.ts'
import { checkPooledLimits, setLimitsOfRole } from './pooled-limits.ts'
import { watchSilence } from './silence-watch.ts'
import { SESSION_LIMITS, SILENCE_TIMEOUT_MS } from './time-limits.ts'
import { typeParsers } from '../type-parsers.ts'

export { isRunning } from '../embedded/process-state.ts'

/**
 * The options of the database: the one at `url`, else an embedded PostgreSQL in `dataDir`. `url` may be a pooler in
 * transaction mode if `directUrl` is the database itself. `log` gets lines for people, of which those with `isError`
 * need attention; they contain no password.
 */
export type OpenOptions = {
  url?: string | undefined
  directUrl?: string | undefined
  dataDir: string
  log: (line: string, isError?: boolean) => void
  poolSize?: number
}

/**
 * An open database. `url` and `directUrl` contain its password; `directPool` is for uses that rely on a session, and
 * the same as `pool` without a pooler. `close` waits for running statements, closes the pool and stops the embedded
 * server if this process runs it.
 */
export type OpenDatabase = {
  db: Database
  pool: Pool
  url: string
  directPool: Pool
  directUrl: string
  embedded: boolean
  close: () => Promise<void>
}

/** Opens the database, starting the embedded one without a `url`. Throws when it does not respond. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { url: databaseUrl, dataDir, log } = options
  const server = databaseUrl ? undefined : await openEmbedded({ folder: embeddedFolder(dataDir), log })
  const url = databaseUrl ?? server?.url ?? ''
  const directUrl = options.directUrl ?? url
  const isPooled = directUrl !== url
  const pool = openPool({ url, log, size: options.poolSize ?? 16, isPooled })
  const directPool = isPooled ? openPool({ url: directUrl, log, size: 2 }) : pool
  // A pooler would discard the setting.
  const asyncCommitPool = openPool({ url: directUrl, log, size: 4, options: '-c synchronous_commit=off' })
  const close = async () => {
    await Promise.all([pool.end(), asyncCommitPool.end(), ...(isPooled ? [directPool.end()] : [])])
    await server?.close()
  }
  try {
    if (isPooled) await retryOnce(() => setLimitsOfRole(directPool))
    await retryOnce(() => pool.query('select 1'))
    if (isPooled) await checkPooledLimits(pool, log)
  } catch (error) {
    await close()
    throw isPoolerRefusal(error) ? new Error(POOLER_MESSAGE, { cause: error }) : error
  }
  return {
    db: createDatabaseClient(pool, createDatabaseClient(asyncCommitPool), directPool),
    pool,
    url,
    directPool,
    directUrl,
    embedded: server !== undefined,
    close,
  }
}

const POOLER_MESSAGE =
  'DATABASE_URL is the address of a pooler, which takes no settings with a connection. Set DATABASE_DIRECT_URL to the address of the database itself.'

/**
 * Throws when the database does not respond. It tries twice, because a process that is still loading modules may read
 * the first response too late.
 */
async function retryOnce(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof Error) || !/timeout/.test(error.message)) throw error
    await ask()
  }
}

function embeddedFolder(dataDir: string): string {
  return path.resolve(dataDir, 'postgres')
}

/** Returns whether a data folder has an embedded database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return hasCluster(embeddedFolder(dataDir))
}

/** Returns whether a process runs the embedded database of a data folder. */
export async function isEmbeddedRunning(dataDir: string): Promise<boolean> {
  return hasEmbeddedDatabase(dataDir) && (await findServer(embeddedFolder(dataDir))) !== 'none'
}

/** Returns the address of the shop's database for the superuser of an embedded server, which must be running. */
export async function toSuperuserUrl(dataDir: string): Promise<string> {
  const folder = embeddedFolder(dataDir)
  const server = await findServer(folder)
  if (server === 'none' || 'busy' in server) throw new Error(`The database in ${folder} does not run.`)
  return serverUrl({ folder, port: server.port, role: 'postgres' })
}

/**
 * The options of a pool. `size` is the maximum of connections, `options` are further settings of its sessions,
 * `isPooled` is whether the connections go through a pooler, which accepts no settings, and `silenceMs` is the time
 * after which a silent server counts as unreachable.
 */
export type PoolOptions = {
  url: string
  size: number
  log: (line: string) => void
  options?: string
  isPooled?: boolean
  silenceMs?: number
}

/**
 * Opens a connection pool with the shop's time limits. They are 30 s for a statement, 30 s for an idle transaction,
 * 10 s for waiting for a lock; `set local` changes each if needed. Sessions are in UTC. A connection that breaks, or
 * whose server is silent, is logged and replaced.
 */
export function openPool({
  url,
  size,
  log,
  options = '',
  isPooled = false,
  silenceMs = SILENCE_TIMEOUT_MS,
}: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    types: typeParsers,
    connectionTimeoutMillis: Math.min(10_000, silenceMs),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'cabochon',
    ...(isPooled ? {} : { ...SESSION_LIMITS, options: `-c timezone=UTC ${options}` }),
  })
  pool.on('error', (error) => log(`a database connection was lost: ${error.message}`))
  // The pool listens only while a connection is idle; without this listener, a break between two statements of a
  // transaction would crash the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  watchSilence(pool, silenceMs)
  return pool
}
