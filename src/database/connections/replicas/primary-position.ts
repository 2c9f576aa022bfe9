import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

/** A position in the write-ahead log of the database (LSN), in bytes; later changes have higher positions. */
export type LogPosition = bigint

/** The position that no server has reached: it makes a reader use the primary. */
export const UNREACHED: LogPosition = 2n ** 64n - 1n

/** How long a server may take to report its position, in milliseconds. */
const TIMEOUT_MS = 1_000

/** How long positions are remembered for measuring lags, in milliseconds. */
const REMEMBERED_MS = 60_000

/** Returns a position of PostgreSQL's notation, such as `0/5922B40`. */
export function parsePosition(text: string): LogPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Returns the row of a statement. Throws when the server does not respond within a second. */
export async function askServer<Row extends object>(pool: Pool, text: string): Promise<Row> {
  const question = { text, query_timeout: TIMEOUT_MS }
  const asked = pool.query<Row>(question)
  // Connecting may take longer than a statement.
  const answer = await Promise.race([asked, delay(TIMEOUT_MS, undefined, { ref: false })])
  const row = answer?.rows[0]
  if (!row) throw new Error('it does not respond')
  return row
}

/**
 * Replicas are sent only what is on the disk. What the shop commits without waiting for the disk (counts of calls, jobs'
 * own records, sessions) is not read from replicas; where the server never waits, everything may be later.
 */
const ASK_POSITION = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as position`

/** The position of the primary, as far as a process knows it. */
export type PrimaryPosition = Readonly<{
  /** Returns a position that includes everything committed so far. Throws when the primary does not respond. */
  ask(): Promise<LogPosition>
  /**
   * Returns the maximum age in milliseconds of what a server shows that has reached a position. It is 0 while the
   * primary is away and the server has reached all that is known of it.
   */
  measureLag(reached: LogPosition): number
}>

/** All that was committed at a time, in milliseconds, is before this position. */
type Sample = { at: number; position: LogPosition }

/**
 * Returns the reader of the primary's position. Callers share a statement, but never one that was sent before they
 * asked.
 */
export function createPrimaryPosition(pool: Pool, now: () => number): PrimaryPosition {
  let running: Promise<LogPosition> | undefined
  let next: Promise<LogPosition> | undefined
  let isAway = false
  const samples: Sample[] = []

  function remember(at: number, position: LogPosition): void {
    // After a failover the log may continue at a lower position.
    while (samples.at(-1) && (samples.at(-1)?.position ?? 0n) > position) samples.pop()
    const last = samples.at(-1)
    if (last?.position === position) last.at = at
    else samples.push({ at, position })
    while (samples[1] && at - samples[1].at > REMEMBERED_MS) samples.shift()
  }

  async function read(): Promise<LogPosition> {
    const at = now()
    try {
      const position = parsePosition((await askServer<{ position: string }>(pool, ASK_POSITION)).position)
      remember(at, position)
      isAway = false
      return position
    } catch (error) {
      isAway = true
      throw error
    }
  }

  function start(): Promise<LogPosition> {
    next = undefined
    const reading = read()
    running = reading
    const finish = () => {
      if (running === reading) running = undefined
    }
    reading.then(finish, finish)
    return reading
  }

  return {
    ask() {
      if (!running) return start()
      next ??= running.then(start, start)
      return next
    },
    measureLag(reached) {
      const passed = samples.findLast(({ position }) => position <= reached)
      if (!passed) return REMEMBERED_MS
      return isAway && passed === samples.at(-1) ? 0 : now() - passed.at
    },
  }
}

/** The changes that a process was notified of. What caches keep must include them. */
export type NotedChanges = Readonly<{
  /** Notes a change that was committed; its position is asked afterwards. */
  note(): void
  /** Returns the position that includes all noted changes; undefined until it is known. */
  getPosition(): LogPosition | undefined
  /** Asks again for a position that the primary did not tell. */
  retry(): void
}>

/** Returns the record of the changes that a process was notified of. */
export function createNotedChanges({ ask }: PrimaryPosition): NotedChanges {
  let position: LogPosition = 0n
  let noted = 0
  let known = 0

  function update(): void {
    const upTo = noted
    ask().then(
      (answer) => {
        position = answer
        known = Math.max(known, upTo)
      },
      () => undefined,
    )
  }

  return {
    note() {
      noted += 1
      update()
    },
    getPosition: () => (known === noted ? position : undefined),
    retry() {
      if (known < noted) update()
    },
  }
}
