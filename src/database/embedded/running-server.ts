import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { getClusterFolder, readPassword } from './cluster.ts'
import { isRunning, couldBeServer } from './process-state.ts'

/** A server that responds for this folder: its process and its port on 127.0.0.1. */
export type RunningServer = { pid: number; port: number }

/** A server's own pid file; `isReady` from when it accepts connections until it stops. */
type PidFileEntry = RunningServer & { isReady: boolean }

/** The status of a folder's server: none, one that does not respond (yet), or one that does. */
export type ServerStatus = 'none' | { busy: number } | RunningServer

/** The name of the shop's role and of its database, both created with the cluster. */
export const databaseName = 'cabochon'

/** The server, role and database of an address; role and database are the shop's by default. */
export type ServerAddress = { folder: string; port: number; role?: string; database?: string }

/** Returns the address of a database of the embedded server, with the password in it. */
export function serverUrl({
  folder,
  port,
  role = databaseName,
  database = databaseName,
}: ServerAddress): string {
  return `postgres://${role}:${readPassword(folder)}@127.0.0.1:${port}/${database}`
}

/**
 * Finds a server that runs on the folder, whichever process started it. A stale pid file, whose pid now belongs to
 * another program, is deleted.
 */
export async function findServer(folder: string): Promise<ServerStatus> {
  const file = path.join(getClusterFolder(folder), 'postmaster.pid')
  const entry = readPidFile(file)
  if (!entry || !isRunning(entry.pid)) return 'none'
  if (!couldBeServer(entry.pid, getClusterFolder(folder))) {
    // PostgreSQL deletes the file of a dead server, but takes any running process with that pid for a server.
    if (readPidFile(file)?.pid === entry.pid) rmSync(file, { force: true })
    return 'none'
  }
  const { pid, port, isReady } = entry
  return isReady && (await isResponding(folder, port)) ? { pid, port } : { busy: pid }
}

/**
 * Returns whether this process's server has reported that it accepts connections. A connection before that is
 * logged as fatal.
 */
export function acceptsConnections(folder: string, pid: number): boolean {
  const entry = readPidFile(path.join(getClusterFolder(folder), 'postmaster.pid'))
  return entry?.pid === pid && entry.isReady
}

/** Returns whether a ready PostgreSQL at this port accepts this folder's password. */
export async function isResponding(folder: string, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: serverUrl({ folder, port, role: 'postgres', database: 'postgres' }),
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener, a connection that breaks while closing would crash the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Line 1 is the process, line 4 the port, line 8 its state, as pg_ctl reads them.
function readPidFile(file: string): PidFileEntry | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number.isInteger(port) ? port : 0, isReady: lines[7]?.trim() === 'ready' }
}
