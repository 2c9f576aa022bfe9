import { AppError } from '#core/errors.ts'
import { type Database, queryPrepared, withAsyncCommit } from '#database/database.ts'
import { batched } from '../../concurrency/batch.ts'
import type { Limit } from '../calls/endpoint.ts'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Counts one more call of `key` in the window that began at `windowStart` (milliseconds); returns the new number. */
type CountCall = (key: string, windowStart: number) => number

/** The most callers in memory, some megabytes: more than one process answers in a minute. */
const MAX_CALLERS = 20_000

/**
 * Counts calls in this process's memory. It stores at most `maxCallers` and drops the oldest: a caller with many
 * addresses gains nothing by that, as each address has its own limit anyway.
 */
export function createInMemoryCounter(maxCallers = MAX_CALLERS): CountCall {
  const counts = new Map<string, { windowStart: number; calls: number }>()
  return (key, windowStart) => {
    const entry = counts.get(key)
    if (entry?.windowStart === windowStart) return (entry.calls += 1)
    counts.delete(key)
    const [first] = counts.keys()
    if (counts.size >= maxCallers && first !== undefined) counts.delete(first)
    counts.set(key, { windowStart, calls: 1 })
    return 1
  }
}

/** A call to be counted: its name, its client, and its limit. */
export type LimitedCall = Readonly<{ name: string; client: string; limit: Limit; now: Date }>

/** Counts a call; throws `too_many_requests` (429) when it exceeds the limit of its window. */
export type Limiter = (call: LimitedCall) => Promise<void>

/** The calls of one caller in one window, counted together; times in milliseconds. */
export type CallGroup = Readonly<{
  name: string
  client: string
  windowStart: number
  windowMs: number
  calls: number
}>

/** Counts groups of calls for all processes; returns the new number of calls of each group's window, in order. */
export type CountGroups = (groups: readonly CallGroup[]) => Promise<readonly number[]>

/**
 * Returns a rate limiter that counts by `countGroups`, or in this process's memory for `in_memory` limits. Calls that
 * arrive during a statement are batched in the next one, so that a flood costs one statement at a time. `factor`
 * multiplies every limit.
 */
export function createLimiter(countGroups: CountGroups, factor: number): Limiter {
  const count = batched((calls: readonly Call[]) => countCalls(countGroups, calls))
  const countInMemory = createInMemoryCounter()
  return async ({ name, client, limit, now }) => {
    const windowStart = Math.floor(now.getTime() / limit.windowMs) * limit.windowMs
    const calls =
      limit.counted === 'in_memory'
        ? countInMemory(`${name} ${client}`, windowStart)
        : await count({ name, client, windowStart, windowMs: limit.windowMs })
    if (calls <= Math.max(1, Math.floor(limit.calls * factor))) return
    const retryAfterSeconds = Math.max(1, Math.ceil((windowStart + limit.windowMs - now.getTime()) / 1000))
    throw new AppError(
      'refused',
      'too_many_requests',
      'Too many requests. Please wait a moment and try again.',
      { details: { retryAfterSeconds } },
    )
  }
}

type Call = Omit<CallGroup, 'calls'>

/** Counts the calls; returns the number of each within its window, in order. */
async function countCalls(countGroups: CountGroups, calls: readonly Call[]): Promise<number[]> {
  const groups = new Map<string, CallGroup>()
  const keys = calls.map((call) => {
    const key = `${call.name} ${call.client}`
    const group = { ...call, calls: (groups.get(key)?.calls ?? 0) + 1 }
    groups.set(key, group)
    return { key, place: group.calls }
  })
  const counts = await countGroups([...groups.values()])
  const totals = new Map([...groups.keys()].map((key, index) => [key, counts[index] ?? 0]))
  return keys.map(({ key, place }) => (totals.get(key) ?? 0) - (groups.get(key)?.calls ?? 0) + place)
}

/** Returns a counter of calls in the database. */
export function countInDatabase(db: Database): CountGroups {
  return async (groups) => {
    const rows = await queryPrepared<Counts>(withAsyncCommit(db), COUNT_CALLS, [JSON.stringify(groups)])
    const totals = new Map(rows.map(({ name, client, calls }) => [`${name} ${client}`, calls]))
    return groups.map(({ name, client }) => totals.get(`${name} ${client}`) ?? 0)
  }
}

type Counts = { name: string; client: string; calls: number }

// In the order of their keys, so that two processes never deadlock.
const COUNT_CALLS = {
  name: 'platform_count_calls',
  text: `
    insert into rate_limits (name, client, window_start, calls)
    select name, client, to_timestamp("windowStart" / 1000.0), calls
    from json_to_recordset($1) as c(name text, client text, "windowStart" bigint, calls int)
    order by name, client
    on conflict (name, client) do update set
      calls = excluded.calls
        + case when rate_limits.window_start = excluded.window_start then rate_limits.calls else 0 end,
      window_start = excluded.window_start
    returning name, client, calls`,
}

/** The maximum length of an address; longer texts would only fill the table of limits. */
const MAX_LENGTH = 64

/**
 * Returns the key under which calls from an address are counted. IPv4 addresses count as a whole, in any notation; of
 * IPv6 addresses only the first 64 bits count, because one client usually has all addresses with the same prefix.
 */
export function toRateLimitKey(address: string): string {
  if (isIP(address) === 0) return address.slice(0, MAX_LENGTH)
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
