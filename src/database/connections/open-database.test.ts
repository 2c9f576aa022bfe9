import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { connectWithoutTimeLimits, queryRows } from '../database.ts'
import { isRunning } from '../embedded/process-state.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { setLimitsOfRole } from './pooled-limits.ts'

const { url } = await createTestDatabase()
const pollOptions = { timeout: 90_000, interval: 20 }
const cleanUps: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cabochon-open-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function open(options: { url?: string; dataDir: string; log?: string[] }): Promise<OpenDatabase> {
  const opened = await openDatabase({ ...options, log: (line) => options.log?.push(line) })
  cleanUps.push(async () => {
    if (!opened.pool.ended) await opened.close()
  })
  return opened
}

function getPostmasterPid(dataDir: string): number {
  return Number(
    readFileSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
}

test('uses the database of DATABASE_URL and does not start one', async () => {
  const dataDir = newFolder()
  const { db, embedded } = await open({ url, dataDir })
  expect(embedded).toBe(false)
  expect(await queryRows(db, sql`select current_database() as name`)).toEqual([
    { name: new URL(url).pathname.slice(1) },
  ])
})

test('every connection has the shop’s timeouts and uses UTC', async () => {
  const { db } = await open({ url, dataDir: newFolder() })
  const [limits] = await queryRows(
    db,
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
  )
  expect(limits).toEqual({ statement: '30s', lock: '10s', idle: '30s', zone: 'UTC' })
})

test('migrations and imports have no time limit, also where the role has one, as with a pooler', async () => {
  const { pool } = await open({ url, dataDir: newFolder() })
  await setLimitsOfRole(pool)
  const connection = await connectWithoutTimeLimits(pool)
  cleanUps.push(() => connection.end())
  const { rows } = await connection.query(
    `select current_setting('statement_timeout') as statement, current_setting('timezone') as zone`,
  )
  expect(rows).toEqual([{ statement: '0', zone: 'UTC' }])
})

test('retries the first query when a busy process missed the answer in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  cleanUps.push(() => void vi.useRealTimers())
  const opening = open({ url, dataDir: newFolder() })
  await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 0 })
  // As after loading modules for ten seconds: timers fire before data that has arrived meanwhile.
  vi.advanceTimersByTime(10_000)
  const { db } = await opening
  expect(await queryRows(db, sql`select 1 as n`)).toEqual([{ n: 1 }])
})

test('fails at once when the address does not answer', async () => {
  const nowhere = open({ url: 'postgres://nobody@127.0.0.1:1/none', dataDir: newFolder() })
  await expect(nowhere).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('without DATABASE_URL, starts a database in a private folder, and close stops it', async () => {
  const dataDir = newFolder()
  chmodSync(dataDir, 0o700)
  const { db, embedded, close } = await open({ dataDir })
  expect(embedded).toBe(true)
  expect(await queryRows(db, sql`select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'on' }])
  const pid = getPostmasterPid(dataDir)
  await close()
  expect(isRunning(pid)).toBe(false)
})

test('the pool recovers after its server was killed, and logs no secrets', async () => {
  const dataDir = newFolder()
  const log: string[] = []
  const { db, pool, url: address } = await open({ dataDir, log })
  await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')))
  const pid = getPostmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(getPostmasterPid(dataDir)).not.toBe(pid), pollOptions)
  await vi.waitFor(
    async () => expect(await queryRows(db, sql`select 1 as n`)).toEqual([{ n: 1 }]),
    pollOptions,
  )
  expect(log.some((line) => line.startsWith('a database connection was lost'))).toBe(true)
  expect(log.join('\n')).not.toContain(new URL(address).password)
})
