import path from 'node:path'
import { Client } from 'pg'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { runBackup, SOCKETS, writeBackupSettings } from './backups.ts'
import { SHOP } from '../balancers.ts'
import { waitFor } from '../cluster.ts'
import { PASSWORD } from './nodes.ts'
import { DATA, makeDataFolder, startProgram } from '../program.ts'

/** A server that was restored from a backup, without Patroni. */
export type RestoredServer = Readonly<{ url: string; seconds: string; stop(): Promise<void> }>

const NAME = 'n4'

/** Restores a backup of `repository` into a fourth server, and waits until it takes writes. `options` choose the moment. */
export async function restoreServer(
  root: string,
  { repository, options }: Readonly<{ repository: string; options: readonly string[] }>,
): Promise<RestoredServer> {
  const port = await findFreePort()
  if (!port) throw new Error('no port is free')
  const startedAt = performance.now()
  await makeDataFolder(root, NAME)
  await writeBackupSettings(root, { name: NAME, port, repository })
  await runBackup(root, NAME, ...options, 'restore')
  const server = startProgram(root, NAME, serverCommand(port))
  const stop = async () => {
    // By itself a server waits for its sessions to end.
    server.signal('SIGINT')
    await server.stop()
  }
  const url = `postgres://${SHOP}:${PASSWORD}@127.0.0.1:${port}/${SHOP}`
  try {
    await waitFor('the restored server takes writes', async () => {
      if (!server.isRunning()) throw new Error(`the restored server ended: see ${path.join(DATA, NAME)}.log`)
      return takesWrites(url)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, seconds: ((performance.now() - startedAt) / 1_000).toFixed(1), stop }
}

/** Returns the command of a server that neither waits for standbys nor writes into the archive it was restored from. */
function serverCommand(port: number): string[] {
  const folder = `${DATA}/${NAME}`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: SOCKETS,
    hba_file: `${folder}/pg_hba.conf`,
    ident_file: `${folder}/pg_ident.conf`,
    archive_mode: 'off',
    synchronous_standby_names: '',
    // Without it the restored server may have other limits than the lost one, such as fewer connections.
    hot_standby: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['/usr/lib/postgresql/17/bin/postgres', '-D', folder, ...options]
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    return rows[0]?.isStandby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
