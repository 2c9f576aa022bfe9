import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { isRunning } from './process-state.ts'
import type { RunAs } from './run-as.ts'

/** The options of a new cluster. One that need not survive a power failure (`isDurable` false) is created faster. */
export type ClusterOptions = { folder: string; binaries: Binaries; runAs: RunAs; isDurable: boolean }

const unfinishedPrefix = 'cluster.new-'

/** Returns the folder of PostgreSQL's data inside the embedded server's folder. */
export function getClusterFolder(folder: string): string {
  return path.join(folder, 'cluster')
}

/**
 * Returns the password of both roles of the cluster. It is stored inside the cluster's folder, readable by its owner
 * only, so it is created and deleted together with the data. Throws with a message for people when it is missing.
 */
export function readPassword(folder: string): string {
  const file = getPasswordFile(getClusterFolder(folder))
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(`The built-in database in ${folder} has lost its password file (${file}).`)
}

/** Returns whether the folder has a complete cluster. */
export function hasCluster(folder: string): boolean {
  return existsSync(path.join(getClusterFolder(folder), 'PG_VERSION'))
}

/**
 * Creates the cluster unless it exists. It is created under another name and renamed when complete, so that neither a
 * crash nor a concurrent process leaves an incomplete one.
 */
export async function createCluster({ folder, binaries, runAs, isDurable }: ClusterOptions): Promise<void> {
  removeUnfinishedClusters(folder)
  const stagingFolder = mkdtempSync(path.join(folder, `${unfinishedPrefix}${process.pid}-`))
  const newCluster = path.join(stagingFolder, 'data')
  const password = path.join(stagingFolder, 'password')
  mkdirSync(newCluster, { mode: 0o700 })
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  // When the server runs as another user, that user must own its folder, and be allowed to enter the parents.
  if (runAs.user) {
    for (const item of [folder, stagingFolder, newCluster, password]) {
      chownSync(item, runAs.user.uid, runAs.user.gid)
    }
  }
  try {
    await runInitdb({ binaries, runAs, isDurable, fresh: newCluster, password })
    renameSync(password, getPasswordFile(newCluster))
    renameUnlessExists(newCluster, getClusterFolder(folder))
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true })
  }
}

function getPasswordFile(cluster: string): string {
  return path.join(cluster, 'cabochon-password')
}

function removeUnfinishedClusters(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const creatorPid = Number(name.slice(unfinishedPrefix.length).split('-')[0])
    const isInProgress = creatorPid !== process.pid && isRunning(creatorPid)
    if (!isInProgress) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

function renameUnlessExists(newCluster: string, cluster: string): void {
  try {
    renameSync(newCluster, cluster)
  } catch (error) {
    // Another process finished first, so its cluster is used.
    if (!existsSync(path.join(cluster, 'PG_VERSION'))) throw error
  }
}

type InitdbOptions = Omit<ClusterOptions, 'folder'> & { fresh: string; password: string }

async function runInitdb({ binaries, runAs, isDurable, fresh, password }: InitdbOptions): Promise<void> {
  const [program = '', ...args] = [
    ...runAs.before,
    binaries.initdb,
    `--pgdata=${fresh}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The locale of what the built-in provider does not cover (full-text search, trigrams).
    `--locale=${getSystemLocale()}`,
    '--no-instructions',
    ...(isDurable ? [] : ['--no-sync']),
  ]
  const child = spawn(program, args, { ...runAs.user, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (data) => {
    stderr += String(data)
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status === 0) return
  throw new Error(`The built-in database could not be made (initdb): ${stderr.trim()}`)
}

function getSystemLocale(): string {
  if (process.platform === 'linux') return 'C.UTF-8'
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C'
}
