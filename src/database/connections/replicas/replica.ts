import type { Pool } from 'pg'
import { isConnectionFailure, sqlState } from '../../failures.ts'
import { askServer, type LogPosition, parsePosition } from './primary-position.ts'

/** One replica: its pool, and what the process knows of it. */
export type Replica = Readonly<{
  /** Its host and port, for people. */
  name: string
  pool: Pool
  /** Returns whether it was the primary when it last answered, as after a failover. */
  isPrimary(): boolean
  /** Returns the position that it has reached at least; undefined while it cannot be read from. */
  getReached(): LogPosition | undefined
  /** Asks for its position, unless it is left out or was asked within `minMs`. */
  look(minMs: number): Promise<void>
  /**
   * Runs a statement here. Throws a `ReplicaFailure` when the primary can answer instead; for a replica that is left
   * out meanwhile, at once.
   */
  run<Result>(statement: () => Promise<Result>): Promise<Result>
}>

/** The reason why a replica did not answer a statement that the primary can answer. */
export class ReplicaFailure extends Error {
  override readonly name = 'ReplicaFailure'
}

/** How long a replica is left out after failures, in milliseconds. */
export const LEFT_OUT_MS = 5_000

/** The number of failures in a row after which a replica is left out. */
const MAX_FAILURES = 2

/** How long a report is relied on, in milliseconds. */
const REPORT_AGE_MS = 1_500

/** A read that conflicts with what is replayed. */
const CONFLICT_STATES = new Set(['40001', '40P01'])

/** A write, or a read of a table that replicas do not have: a wrong declaration, which is logged but harmless. */
const PRIMARY_ONLY_STATES = new Set(['25006', '0A000'])

const LOOK = `
  select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as position,
    (select system_identifier::text from pg_control_system()) as system, current_database()::text as database,
    pg_postmaster_start_time()::text as "startedAt"`

/** The identity and state that a server reports. */
export type ServerReport = Readonly<{
  isStandby: boolean
  position: string | null
  system: string
  database: string
  startedAt: string
}>

/** The dependencies of a replica; `system` identifies the primary's cluster. */
export type ReplicaDeps = Readonly<{
  name: string
  pool: Pool
  system: string
  now: () => number
  log: (line: string, isError?: boolean) => void
}>

/** Returns what a server reports of itself. Throws when it does not within a second. */
export function readReport(pool: Pool): Promise<ServerReport> {
  return askServer(pool, LOOK)
}

const PRIMARY_FAULT = 'it is a primary at present'

/** Returns why a server must not be read from; undefined for a standby of the primary. */
function findFault(report: ServerReport, system: string): string | undefined {
  if (report.system !== system) return 'it is not a replica of this database'
  return report.isStandby ? undefined : PRIMARY_FAULT
}

/** Returns a replica that nothing is known of yet. */
export function createReplica({ name, pool, system, now, log }: ReplicaDeps): Replica {
  const statements = createAbandonables()
  const outage = createOutage({ name, now, log })
  let reached: Readonly<{ at: number; position: LogPosition }> | undefined
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined

  function leaveOut(because: string): void {
    outage.begin(because)
    reached = undefined
    // Statements that a silent server does not answer are run elsewhere.
    statements.abandonAll(new ReplicaFailure(because))
  }

  function noteFailure(error: unknown): void {
    if (outage.countFailure()) leaveOut(error instanceof Error ? error.message : 'it failed')
  }

  /** Returns a `ReplicaFailure` for an error of this server, other errors unchanged. */
  function toFailure(error: unknown): unknown {
    const state = sqlState(error) ?? ''
    if (PRIMARY_ONLY_STATES.has(state)) log(`a statement that replicas cannot run: ${String(error)}`, true)
    else if (isConnectionFailure(error)) noteFailure(error)
    else if (!CONFLICT_STATES.has(state)) return error
    return new ReplicaFailure(state, { cause: error })
  }

  async function update(): Promise<void> {
    lookedAt = now()
    try {
      const report = await readReport(pool)
      const fault = findFault(report, system)
      if (fault !== undefined) return leaveOut(fault)
      reached = { at: lookedAt, position: parsePosition(report.position ?? '0/0') }
      outage.end()
    } catch (error) {
      noteFailure(error)
    }
  }

  return {
    name,
    pool,
    isPrimary: () => outage.getReason() === PRIMARY_FAULT,
    getReached: () => (reached && now() - reached.at <= REPORT_AGE_MS ? reached.position : undefined),
    look(minMs) {
      if (!looking && outage.isOver() && now() - lookedAt >= minMs)
        looking = update().finally(() => (looking = undefined))
      return looking ?? Promise.resolve()
    },
    async run(statement) {
      if (reached === undefined) throw new ReplicaFailure('left out')
      const result = await statements.run(statement).catch((error: unknown) => {
        throw error instanceof ReplicaFailure ? error : toFailure(error)
      })
      outage.resetFailures()
      return result
    },
  }
}

/** Returns the record of the failures of a replica, and of the time in which it is left out. */
function createOutage({ name, now, log }: Pick<ReplicaDeps, 'name' | 'now' | 'log'>) {
  let failures = 0
  let until = 0
  let reason: string | undefined
  return {
    isOver: () => now() >= until,
    getReason: () => reason,
    resetFailures: () => void (failures = 0),
    /** Counts a failure; returns whether there were too many in a row. */
    countFailure: () => (failures += 1) >= MAX_FAILURES,
    begin(because: string): void {
      until = now() + LEFT_OUT_MS
      if (reason !== because) log(`the replica ${name} is not read from: ${because}`, true)
      reason = because
    },
    end(): void {
      failures = 0
      if (reason !== undefined) log(`the replica ${name} is read from again`)
      reason = undefined
    },
  }
}

/** Returns a runner of statements that need not be waited for until they end. */
function createAbandonables() {
  const abandons = new Set<(failure: ReplicaFailure) => void>()
  return {
    run: <Result>(statement: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        abandons.add(reject)
        void statement()
          .then(resolve, reject)
          .finally(() => abandons.delete(reject))
      }),
    abandonAll(failure: ReplicaFailure): void {
      for (const abandon of abandons) abandon(failure)
    },
  }
}
