import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '../open-database.ts'
import { isPoolerRefusal } from '../../failures.ts'
import type { Database } from '../../queryable.ts'
import {
  createNotedChanges,
  createPrimaryPosition,
  type LogPosition,
  type PrimaryPosition,
  UNREACHED,
} from './primary-position.ts'
import { createFallbackQuery, createReadClient, limitQueries } from './read-client.ts'
import { createReplica, readReport, type Replica } from './replica.ts'

/** The replicas of the database, from which a process reads what need not be the newest. */
export type Replicas = Readonly<{
  /**
   * Returns the database for a read: a replica that has reached `seen` and all changes that this process knows of,
   * else the primary.
   */
  read(seen?: LogPosition): Database
  /** Returns the database for a read that shows everything committed so far. */
  readCurrent(): Promise<Database>
  /** Makes later reads see what is committed now; until its position is known, they use the primary. */
  noteChange(): void
  /** Returns a position that includes everything committed so far; one that no replica reaches if it is unknown. */
  readPosition(): Promise<LogPosition>
  /** Returns the state of each replica, without the present primary, and the number of reads by where they were sent. */
  report(): Promise<ReplicasReport>
  close(): Promise<void>
}>

/** The state of replicas for metrics. Lags are in seconds, infinite for one that is left out. */
export type ReplicasReport = Readonly<{
  replicas: readonly Readonly<{ name: string; isUsed: boolean; lag: number }>[]
  reads: Readonly<{ replica: number; primary: number; repeated: number }>
}>

/** The options of replicas; `isPooled` is whether the database is reached through a pooler. */
export type ReplicasOptions = Readonly<{
  urls: readonly string[]
  db: Database
  poolSize: number
  isPooled: boolean
  log: (line: string, isError?: boolean) => void
  now?: () => number
}>

/** The lag from which a replica is not read from, in milliseconds. */
const MAX_LAG_MS = 1_000

/** The interval at which positions are asked while there are reads, in milliseconds. */
const LOOK_MS = 250

/** The shortest interval for a replica that was behind a read. */
const LOOK_AGAIN_MS = 10

/** The pauses before a read that must be current asks again whether a replica has caught up. */
const CATCH_UP_MS = [0, 3, 10]

/**
 * Opens the replicas of a database. Throws with a message for people when one belongs to another database, or when an
 * address leads to several servers; one that does not respond is read from later.
 */
export async function openReplicas(options: ReplicasOptions): Promise<Replicas> {
  const { urls, db, isPooled, poolSize, log, now = () => performance.now() } = options
  const { system } = await readReport(db.$client)
  const replicas = urls.map((url) => {
    const { host } = new URL(url)
    const pool = openPool({ url, size: poolSize, log, isPooled })
    return createReplica({ name: host, pool, system, now, log })
  })
  const close = async () => {
    await Promise.all(replicas.map(({ pool }) => pool.end()))
  }
  const position = createPrimaryPosition(db.$client, now)
  try {
    await Promise.all(replicas.map((replica) => checkReplica(replica, { system, log })))
    await Promise.all([position.ask(), ...replicas.map(({ look }) => look(0))])
  } catch (error) {
    await close()
    throw error
  }
  const reads = createReads({ replicas, position, db, limit: Math.max(2, poolSize >> 1), now })
  reads.noteChange()
  return { ...reads, close }
}

/** Throws when a server that responds is of another database, or when an address leads to several servers. */
async function checkReplica(
  { name, pool }: Replica,
  { system, log }: Readonly<{ system: string; log: ReplicasOptions['log'] }>,
): Promise<void> {
  let reports
  try {
    reports = await Promise.all([readReport(pool), readReport(pool), readReport(pool)])
  } catch (error) {
    if (isPoolerRefusal(error))
      throw new Error(
        `DATABASE_REPLICA_URLS: ${name} is a pooler. Set DATABASE_DIRECT_URL, so that the time limits are the role’s.`,
        { cause: error },
      )
    log(
      `the replica ${name} does not respond: ${error instanceof Error ? error.message : String(error)}`,
      true,
    )
    return
  }
  if (reports.some((report) => report.system !== system))
    throw new Error(`DATABASE_REPLICA_URLS: ${name} is not a replica of the database of DATABASE_URL.`)
  if (new Set(reports.map(({ startedAt }) => startedAt)).size > 1)
    throw new Error(
      `DATABASE_REPLICA_URLS: ${name} leads to several servers. Name the address of each, as their positions differ.`,
    )
}

type ReadsDeps = Readonly<{
  replicas: readonly Replica[]
  position: PrimaryPosition
  db: Database
  /** The most statements at the primary in place of replicas. */
  limit: number
  now: () => number
}>

/** Returns the choice of servers for reads. */
function createReads({ replicas, position, db, limit, now }: ReadsDeps): Omit<Replicas, 'close'> {
  const reads = { replica: 0, primary: 0, repeated: 0 }
  const queryPrimary = limitQueries(db.$client, limit)
  const primary = createReadClient(db, queryPrimary)
  const servers = replicas.map((replica) => {
    const query = createFallbackQuery(replica, queryPrimary, () => (reads.repeated += 1))
    return { replica, client: createReadClient(db, query) }
  })
  const choose = createChoice(servers, position)
  const changes = createNotedChanges(position)
  let lookedAt = -Infinity

  async function lookAtAll(): Promise<void> {
    if (now() - lookedAt < LOOK_MS) return
    lookedAt = now()
    changes.retry()
    await Promise.all([position.ask().catch(() => undefined), ...replicas.map(({ look }) => look(0))])
  }

  function count(chosen: Database | undefined): Database {
    reads[chosen ? 'replica' : 'primary'] += 1
    return chosen ?? primary
  }

  return {
    read(seen = 0n) {
      void lookAtAll()
      const noted = changes.getPosition()
      // Unknown for a moment after each change.
      return count(noted === undefined ? undefined : choose(seen > noted ? seen : noted))
    },
    readCurrent: async () => count(await chooseCurrent({ replicas, position, choose })),
    noteChange: changes.note,
    readPosition: () => position.ask().catch(() => UNREACHED),
    async report() {
      await lookAtAll()
      const standbys = replicas.filter(({ isPrimary }) => !isPrimary())
      const states = standbys.map((replica) => {
        const reached = replica.getReached()
        const lag = reached === undefined ? Infinity : position.measureLag(reached)
        return { name: replica.name, isUsed: lag <= MAX_LAG_MS, lag: lag / 1_000 }
      })
      return { replicas: states, reads: { ...reads } }
    },
  }
}

/** Returns a replica that has reached a position and is not too far behind; undefined when there is none. */
type Choose = (needed: LogPosition) => Database | undefined

/** Returns the choice among replicas, which take turns. */
function createChoice(
  servers: readonly Readonly<{ replica: Replica; client: Database }>[],
  position: PrimaryPosition,
): Choose {
  let turn = 0

  function canShow(needed: LogPosition, replica: Replica): boolean {
    const reached = replica.getReached()
    if (reached === undefined) return false
    if (reached >= needed) return position.measureLag(reached) <= MAX_LAG_MS
    void replica.look(LOOK_AGAIN_MS)
    return false
  }

  return (needed) => {
    turn += 1
    const inTurn = servers.map((_, index) => servers[(turn + index) % servers.length])
    return inTurn.find((server) => server && canShow(needed, server.replica))?.client
  }
}

/** Returns a replica that has replayed everything committed so far, once it has; undefined when that takes too long. */
async function chooseCurrent({
  replicas,
  position,
  choose,
}: Pick<ReadsDeps, 'replicas' | 'position'> & Readonly<{ choose: Choose }>): Promise<Database | undefined> {
  const needed = await position.ask().catch(() => undefined)
  if (needed === undefined) return undefined
  for (const pauseMs of CATCH_UP_MS) {
    if (pauseMs > 0) await delay(pauseMs)
    await Promise.all(replicas.map(({ look }) => look(0)))
    const chosen = choose(needed)
    if (chosen) return chosen
    // All are left out.
    if (replicas.every(({ getReached }) => getReached() === undefined)) return undefined
  }
  return undefined
}
