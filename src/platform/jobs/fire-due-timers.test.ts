import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createLog } from '../log.ts'
import { fireDueTimers, type TimerSource } from './fire-due-timers.ts'

const { db } = await createTestDatabase()
const NOW = new Date('2026-03-02T10:00:00Z')

type Timer = Readonly<{ id: number }>

/** Creates timers in memory; those in `failing` fail, and those in `over` are no longer due when they fire. */
function createSource(count: number, { failing = [], over = [] }: Record<string, readonly number[]> = {}) {
  const waiting = new Set(Array.from({ length: count }, (_, id) => id))
  const [fired, postponed]: [number[], number[]] = [[], []]
  const source: TimerSource<Timer> = {
    subject: 'test',
    listDue: async (_db, _now, limit) => [...waiting].slice(0, limit).map((id) => ({ id })),
    fire: async (_db, { id }) => {
      if (failing.includes(id)) throw new Error('It failed.')
      if (over.includes(id)) return false
      fired.push(id)
      return waiting.delete(id)
    },
    postpone: async (_db, { id }) => {
      postponed.push(id)
      waiting.delete(id)
    },
  }
  return { source, fired, postponed }
}

/** Returns the number of effective timers, and the logged errors. */
async function run(source: TimerSource<Timer>) {
  const log = createLog('error')
  const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const count = await fireDueTimers(db, source, { now: NOW, log })
  return { count, messages: logError.mock.calls.map(([, message]) => message) }
}

test('fires all due timers in one run', async () => {
  const { source, fired } = createSource(250)
  expect(await run(source)).toEqual({ count: 250, messages: [] })
  expect(fired).toHaveLength(250)
})

test('logs and postpones a timer that fails, and fires the others', async () => {
  const { source, fired, postponed } = createSource(3, { failing: [1] })
  const { count, messages } = await run(source)
  expect([count, fired, postponed]).toEqual([2, [0, 2], [1]])
  expect(messages).toEqual(['the timer of one test failed and is tried again later'])
})

test('ends a run when no timer of a batch is due any more', async () => {
  const { source } = createSource(100, { over: Array.from({ length: 100 }, (_, id) => id) })
  expect(await run(source)).toEqual({ count: 0, messages: [] })
})

test('fires successive timers together, and each by itself if that fails', async () => {
  const { source, fired } = createSource(45)
  const together: number[][] = []
  const fireTogether: TimerSource<Timer>['fireTogether'] = async (database, timers) => {
    together.push(timers.map(({ id }) => id))
    if (timers.some(({ id }) => id === 30)) throw new Error('One of them failed.')
    for (const timer of timers) await source.fire(database, timer)
    return timers.length
  }
  // The timer between the two groups belongs to neither.
  const isTogether = ({ id }: Timer) => id !== 5
  expect(await run({ ...source, fireTogether, isTogether })).toEqual({ count: 45, messages: [] })
  expect(fired).toEqual(Array.from({ length: 45 }, (_, id) => id))
  expect(together.map((ids) => [ids[0], ids.length])).toEqual([
    [0, 5],
    [6, 20],
    [26, 19],
  ])
})
