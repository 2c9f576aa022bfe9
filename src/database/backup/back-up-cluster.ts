import path from 'node:path'
import { Client } from 'pg'
import { getClusterFolder } from '../embedded/cluster.ts'
import { findServer, serverUrl } from '../embedded/running-server.ts'
import { copyFolderIntoSet, copyIntoSet, type SetFile, writeIntoSet } from './file-set.ts'

/** The folder of the database in a backup. */
export const CLUSTER_NAME = 'database'

// The files that a base backup omits (PostgreSQL's manual, "Making a Base Backup Using the Low Level API"): they
// belong to the running server, or are recreated at its start.
const LEFT_OUT_CONTENTS =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const LEFT_OUT_FILES =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^/]*|backup_label(\.old)?|tablespace_map(\.old)?)(\/|$)/
const CONTROL_FILE = 'global/pg_control'

/** A file of the write-ahead log, or a timeline's history. */
const WAL_FILE = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/**
 * Copies the embedded database of `folder` into a backup set while it runs. It is a base backup as PostgreSQL's
 * manual describes it: changes during the copy are applied from the write-ahead log when the copy is started. Throws
 * when the database does not run.
 */
export async function backUpCluster(folder: string, target: string): Promise<SetFile[]> {
  const server = await findServer(folder)
  if (server === 'none' || 'busy' in server) throw new Error(`The database in ${folder} does not run.`)
  const client = new Client({
    connectionString: serverUrl({ folder, port: server.port, role: 'postgres', database: 'postgres' }),
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // The slot ends with the connection. Until then the write-ahead log of the copy is not recycled.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
      `backup_${process.pid}`,
    ])
    await client.query(`select pg_backup_start('cabochon', true)`)
    return await copyRunning(client, getClusterFolder(folder), target)
  } finally {
    await client.end()
  }
}

async function copyRunning(client: Client, cluster: string, target: string): Promise<SetFile[]> {
  const isLeftOut = (name: string) =>
    LEFT_OUT_CONTENTS.test(name) || LEFT_OUT_FILES.test(name) || name === CONTROL_FILE
  const copied = await copyFolderIntoSet(cluster, { folder: target, name: CLUSTER_NAME, isLeftOut })
  const toName = (name: string) => ({ folder: target, name: `${CLUSTER_NAME}/${name}` })
  const control = await copyIntoSet(path.join(cluster, CONTROL_FILE), toName(CONTROL_FILE))
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  const label = await writeIntoSet(toChunks(rows[0]?.labelfile ?? ''), toName('backup_label'))
  const log = await copyFolderIntoSet(path.join(cluster, 'pg_wal'), {
    ...toName('pg_wal'),
    isLeftOut: (name) => !WAL_FILE.test(name),
  })
  return [...copied, ...(control ? [control] : []), label, ...log]
}

async function* toChunks(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
