import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findBinaries } from '#database/embedded/binaries.ts'
import { getClusterFolder } from '#database/embedded/cluster.ts'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { createDatabaseClient, type Database } from '#database/database.ts'
import { openPool } from '#database/connections/open-database.ts'
import { createSpareDatabase, dropDatabase } from './database.ts'
import { resolveRunAs } from '#database/embedded/run-as.ts'
import { startServer } from '#database/embedded/start-server.ts'

/** A standby of the test server. */
export type Standby = Readonly<{
  /** Returns the address of a database of the test server at the standby. */
  urlOf(primaryUrl: string): string
  /** Stops replaying, so that it stays at its present state. */
  pause(): Promise<void>
  /** Continues replaying, and waits until everything committed at the primary so far is shown. */
  catchUp(): Promise<void>
  /** From now on, reads that conflict with what is replayed are cancelled at once, instead of after 30 s. */
  cancelConflicts(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}>

/** The name of the standby's slot; files that run at the same time have one each. */
const SLOT = `standby_${process.pid}_${randomBytes(4).toString('hex')}`

/** A database and its standby. */
export type ReplicatedDatabase = Readonly<{
  db: Database
  url: string
  standby: Standby
  remove(): Promise<void>
}>

/** Creates a migrated database with a standby. Its commits wait for the disk, as only what is there is replicated. */
export async function createReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const copy = await createSpareDatabase()
  const { url } = copy
  const pool = openPool({ url, size: 8, log: () => undefined, options: '-c synchronous_commit=on' })
  const standby = await startStandby(url)
  return {
    db: createDatabaseClient(pool),
    url,
    standby,
    remove: async () => {
      await standby.remove()
      await pool.end()
      await dropDatabase(copy)
    },
  }
}

/** Starts a standby of the server that has the database at `url`, from a copy of its files. */
export async function startStandby(url: string): Promise<Standby> {
  const primary = await connect(toSuperuserUrl(url))
  const folder = mkdtempSync(path.join(tmpdir(), `cabochon-test-${process.pid}-standby-`))
  const port = await findFreePort()
  if (port === undefined) throw new Error('no port is free')
  await copyCluster(primary, getClusterFolder(folder))
  const { hostname, port: primaryPort, password } = new URL(url)
  const binaries = findBinaries()
  const server = await startServer({
    folder,
    port,
    binaries,
    runAs: resolveRunAs(binaries.postgres, folder),
    settings: {
      primary_conninfo: `host=${hostname} port=${primaryPort} user=postgres password=${password}`,
      primary_slot_name: SLOT,
      hot_standby_feedback: 'on',
      max_connections: '200',
      shared_buffers: '32MB',
      fsync: 'off',
    },
    log: () => undefined,
  })
  if ('failure' in server) throw new Error(server.failure)
  const toStandbyUrl = (primaryUrl: string) => Object.assign(new URL(primaryUrl), { port: String(port) }).href
  const standby = await connect(toSuperuserUrl(toStandbyUrl(url)))
  const stop = async () => {
    await standby.end().catch(() => undefined)
    await server.stop()
  }
  return {
    urlOf: toStandbyUrl,
    pause: async () => {
      await standby.query('select pg_wal_replay_pause()')
      // A record that is being replayed is finished first.
      await waitFor(standby, `select pg_get_wal_replay_pause_state() = 'paused' as done`)
    },
    catchUp: async () => {
      const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
      await standby.query('select pg_wal_replay_resume()')
      await waitFor(standby, `select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' as done`)
    },
    cancelConflicts: async () => {
      await standby.query('alter system set max_standby_streaming_delay = 0')
      await standby.query('select pg_reload_conf()')
    },
    stop,
    remove: async () => {
      await stop()
      await primary.query('select pg_drop_replication_slot($1)', [SLOT])
      await primary.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the files of a running server, so that a standby can begin with them. */
async function copyCluster(primary: Client, target: string): Promise<void> {
  await primary.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  const { rows: places } = await primary.query<{ folder: string }>(
    `select setting as folder from pg_settings where name = 'data_directory'`,
  )
  await primary.query(`select pg_backup_start('standby', true)`)
  // Other tests drop databases meanwhile; replaying drops them here, too.
  await promisify(execFile)('cp', ['-R', places[0]?.folder ?? '', target]).catch(() => undefined)
  const { rows } = await primary.query<{ label: string }>(
    `select labelfile as label from pg_backup_stop(false)`,
  )
  for (const name of ['postmaster.pid', 'postmaster.opts', `pg_replslot/${SLOT}`])
    rmSync(path.join(target, name), { recursive: true, force: true })
  writeFileSync(path.join(target, 'backup_label'), rows[0]?.label ?? '')
  writeFileSync(path.join(target, 'standby.signal'), '')
}

async function waitFor(client: Client, question: string): Promise<void> {
  while (!(await client.query<{ done: boolean }>(question)).rows[0]?.done);
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Both roles of the test server have the same password. */
function toSuperuserUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'postgres', pathname: '/postgres' }).href
}
