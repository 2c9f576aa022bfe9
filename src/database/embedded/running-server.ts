import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { clusterFolder, readPassword } from './cluster.ts'
import { isRunning, mayServe } from './process-state.ts'

/** A server that answers on this folder: its process and its port on 127.0.0.1. */
export type RunningServer = { pid: number; port: number }

/** What a server notes of itself; `isReady` once it takes connections, and no longer when it stops. */
type NotedServer = RunningServer & { isReady: boolean }

/** What is on a folder: nothing, a server that does not answer (yet), or one that does. */
export type Found = 'none' | { busy: number } | RunningServer

/** The role the shop uses and the database it uses, both made with the cluster. */
export const shopName = 'cabochon'

/** Which server, role and database an address is for; role and database are the shop's when not said. */
export type ServerAddress = { folder: string; port: number; role?: string; database?: string }

/** The address of a database of the embedded server, with the password in it. */
export function serverUrl({ folder, port, role = shopName, database = shopName }: ServerAddress): string {
  return `postgres://${role}:${readPassword(folder)}@127.0.0.1:${port}/${database}`
}

/**
 * Looks for a server that runs on the folder, started by whichever process. A pid file left over
 * from a crash whose number belongs to another program by now is removed.
 */
export async function findServer(folder: string): Promise<Found> {
  const file = path.join(clusterFolder(folder), 'postmaster.pid')
  const noted = readPidFile(file)
  if (!noted || !isRunning(noted.pid)) return 'none'
  if (!mayServe(noted.pid, clusterFolder(folder))) {
    // PostgreSQL clears a dead server's file, but takes any living process of that number for a server.
    if (readPidFile(file)?.pid === noted.pid) rmSync(file, { force: true })
    return 'none'
  }
  const { pid, port, isReady } = noted
  return isReady && (await answers(folder, port)) ? { pid, port } : { busy: pid }
}

/** Whether the server of this process has noted that it takes connections: asked sooner, it logs each refusal as fatal. */
export function takesConnections(folder: string, pid: number): boolean {
  const noted = readPidFile(path.join(clusterFolder(folder), 'postmaster.pid'))
  return noted?.pid === pid && noted.isReady
}

/** Whether a PostgreSQL at this port knows the password of this folder and is ready. */
export async function answers(folder: string, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: serverUrl({ folder, port, role: 'postgres', database: 'postgres' }),
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a connection cut while closing would end the process.
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
function readPidFile(file: string): NotedServer | undefined {
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
