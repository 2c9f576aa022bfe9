import { chown, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from '../embedded/binaries.ts'
import { getClusterFolder, hasCluster } from '../embedded/cluster.ts'
import { resolveRunAs } from '../embedded/run-as.ts'
import { CLUSTER_NAME } from './back-up-cluster.ts'

/** Folders that are empty in a base backup, and that the server needs. */
const EMPTY_FOLDERS = [
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]

/**
 * Restores the database of a backup into `folder`, which must not exist; it is moved there when it is complete. The
 * next server that starts on it replays the write-ahead log to the end of the backup.
 */
export async function restoreCluster(backup: string, folder: string): Promise<void> {
  if (hasCluster(folder)) throw new Error(`There is a database in ${folder} already.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const staging = path.join(folder, `restoring-${process.pid}`)
  try {
    await cp(path.join(backup, CLUSTER_NAME), staging, { recursive: true })
    for (const name of EMPTY_FOLDERS) await mkdir(path.join(staging, name), { recursive: true, mode: 0o700 })
    await giveToServer(staging, folder)
    await rename(staging, getClusterFolder(folder))
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Makes the user of the server own its files, when it is not the current one. */
async function giveToServer(staging: string, folder: string): Promise<void> {
  const { user } = resolveRunAs(findBinaries().postgres, path.dirname(folder))
  if (!user) return
  const below = await readdir(staging, { recursive: true })
  for (const file of [folder, staging, ...below.map((name) => path.join(staging, name))])
    await chown(file, user.uid, user.gid)
}
