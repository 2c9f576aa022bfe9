import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError, refused, unavailable } from '#core/errors.ts'
import { addMs, DAY, HOUR, MINUTE } from '#core/time.ts'
import { inTransaction } from '#database/database.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { effect, type EffectAnswer, type EffectAttempt, getRetryDelay } from './effect.ts'
import { listEffectTrails } from './effect-trail.ts'
import { applyReportedChange, requestEffects, retryEffect } from './request-effects.ts'
import { runEffect } from './run-effect.ts'

const { db } = await createTestDatabase()
const enqueue = async () => undefined
const START = new Date('2026-03-02T10:00:00Z')
const LOST = () => unavailable('system_unreachable', 'No answer.')

let subjectCount = 0

/** The fault of an attempt: none, or a failure before or after the outside system has done its work. */
type Fault =
  | 'works'
  | 'lost_before'
  | 'lost_after'
  | 'dies_before'
  | 'dies_after'
  | 'not_sent'
  | 'breaks_down'

/** Returns an outside system with its actions by our reference, and the faults of the next attempts. */
function createOutsideSystem({ canLookUp = true, ...rest }: EffectOptions) {
  const done: string[] = []
  const lookedUp: number[] = []
  const settled: string[] = []
  const answers: Meeting[] = []
  const definition = effect({
    kind: 'tests.do',
    input: z.object({}),
    ...rest,
    async lookUp({ reference, number }) {
      lookedUp.push(number)
      if (!canLookUp) return { outcome: 'unclear', message: 'Nobody can tell.' }
      return done.includes(reference) ? { outcome: 'done', externalId: 'found' } : 'none'
    },
    perform: (attempt) => meet(answers.shift() ?? 'works', attempt, done),
    async settle(_tx, _attempt, { state }) {
      settled.push(state)
    },
  })
  return { definition, done, lookedUp, settled, answers }
}

type EffectOptions = Readonly<{ canLookUp?: boolean; maxRequests?: number }>
type Meeting = Fault | EffectAnswer | Error

async function meet(
  answer: Meeting,
  { reference, now }: EffectAttempt,
  done: string[],
): Promise<EffectAnswer> {
  if (answer instanceof Error) throw answer
  if (typeof answer !== 'string') return answer
  if (answer === 'lost_before') throw LOST()
  if (answer === 'breaks_down') throw new TypeError('x is not a function')
  if (answer === 'not_sent')
    throw new AppError('unavailable', 'no_name', 'No such host.', { details: { isRequested: false } })
  if (answer === 'dies_before') return new Promise(() => undefined)
  done.push(reference)
  if (answer === 'lost_after') throw LOST()
  if (answer === 'dies_after') return new Promise(() => undefined)
  return { outcome: 'done', externalId: `theirs-${now.getTime()}` }
}

/** Creates a requested effect, its outside system, and a clock. */
async function createEffectOutside(options: EffectOptions = {}) {
  const { definition, ...outside } = createOutsideSystem(options)
  let now = START
  const ref = { kind: definition.kind, subject: `subject-${(subjectCount += 1)}` }
  await requestEffects(db, [ref], { enqueue, now })
  const attempt = () => runEffect(db, definition, { subject: ref.subject, enqueue, now })
  return {
    ...outside,
    ref,
    attempt,
    /** Attempts the effect when it is due again; a process that dies stores no result. */
    async attemptLater(...met: Meeting[]) {
      now = addMs(now, 2 * DAY)
      outside.answers.push(...met)
      if (!met.some((one) => one === 'dies_before' || one === 'dies_after')) return attempt()
      void attempt()
      while (outside.answers.length > 0) await new Promise((resolve) => setImmediate(resolve))
      return undefined
    },
    trail: async () => (await listEffectTrails(db, { kind: ref.kind, subjects: [ref.subject] }))[0],
    pass: (ms: number) => (now = addMs(now, ms)),
    now: () => now,
  }
}

test('performs an effect once and stores its attempt', async () => {
  const outside = await createEffectOutside()
  expect(await outside.attempt()).toEqual({ state: 'done', isUnavailable: false })
  expect(await outside.attempt()).toBeUndefined()
  expect(outside.done).toHaveLength(1)
  expect(await outside.trail()).toMatchObject({
    state: 'done',
    externalId: `theirs-${START.getTime()}`,
    needsDecision: false,
    nextAttemptAt: null,
    attempts: [{ number: 1, outcome: 'done', message: 'Done.', startedAt: START.toISOString() }],
  })
  expect(outside.settled).toEqual(['done'])
})

test('requesting an effect again changes nothing', async () => {
  const outside = await createEffectOutside()
  await outside.attempt()
  await requestEffects(db, [outside.ref, outside.ref], { enqueue, now: outside.now() })
  expect(await outside.attempt()).toBeUndefined()
  expect(outside.done).toHaveLength(1)
})

test('only one of several simultaneous attempts sends a request', async () => {
  const outside = await createEffectOutside()
  const runs = await Promise.all(Array.from({ length: 5 }, () => outside.attempt()))
  expect(runs.filter((run) => run !== undefined)).toHaveLength(1)
  expect(outside.done).toHaveLength(1)
})

test('performs an effect exactly once, whatever faults occur in whatever order', async () => {
  const fault = fc.constantFrom<Fault[]>(
    'works',
    'lost_before',
    'lost_after',
    'dies_before',
    'dies_after',
    'not_sent',
    'breaks_down',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 6 }), async (faults) => {
      const outside = await createEffectOutside()
      for (const one of faults) {
        if (outside.done.length === 0) await outside.attemptLater(one)
      }
      await outside.attemptLater()
      expect(outside.done).toHaveLength(1)
      expect(await outside.trail()).toMatchObject({ state: 'done', nextAttemptAt: null })
    }),
    { numRuns: 40 },
  )
})

test('records an interrupted attempt, and looks it up before trying again', async () => {
  const outside = await createEffectOutside()
  await outside.attemptLater('dies_after')
  expect(await outside.trail()).toMatchObject({
    state: 'sent',
    attempts: [{ outcome: null, message: 'Under way.' }],
  })
  // No other attempt starts during the lease.
  outside.pass(4 * MINUTE)
  expect(await outside.attempt()).toBeUndefined()
  outside.pass(2 * MINUTE)
  await outside.attempt()
  expect([outside.done.length, outside.lookedUp]).toEqual([1, [2]])
  expect(await outside.trail()).toMatchObject({
    state: 'done',
    externalId: 'found',
    attempts: [
      { outcome: 'interrupted' },
      { outcome: 'done', message: 'Looked up: an earlier attempt had done it.' },
    ],
  })
})

test('stays unknown and asks an operator to decide when a look-up is not possible', async () => {
  const outside = await createEffectOutside({ canLookUp: false })
  await outside.attemptLater('lost_after')
  expect(await outside.trail()).toMatchObject({ state: 'unknown', needsDecision: false })
  await outside.attemptLater()
  expect(await outside.trail()).toMatchObject({ state: 'unknown', needsDecision: true, nextAttemptAt: null })
  await outside.attemptLater()
  expect([outside.done.length, outside.lookedUp]).toEqual([1, [2]])
})

test('asks an operator to decide after the maximum number of automatic attempts', async () => {
  const outside = await createEffectOutside({ maxRequests: 2 })
  await outside.attemptLater('lost_before')
  await outside.attemptLater('lost_before')
  expect(await outside.trail()).toMatchObject({
    state: 'unknown',
    message: 'No answer.',
    needsDecision: true,
  })
})

test('a refusal is final until the effect is retried as a new request', async () => {
  const outside = await createEffectOutside()
  await outside.attemptLater(refused('too_late', 'This was 30 days ago.'))
  await outside.attemptLater()
  expect(await outside.trail()).toMatchObject({
    state: 'refused',
    message: 'This was 30 days ago.',
    needsDecision: true,
    attempts: [{ outcome: 'refused' }],
  })
  const retry = () => inTransaction(db, (tx) => retryEffect(tx, outside.ref, { enqueue, now: outside.now() }))
  expect(await retry()).toBe(true)
  await outside.attempt()
  expect([outside.done.length, outside.lookedUp]).toEqual([1, [2]])
  expect(await retry()).toBe(false)
})

test('retries what was not sent as a first attempt, without a look-up', async () => {
  const outside = await createEffectOutside()
  await outside.attemptLater('not_sent')
  expect(await outside.trail()).toMatchObject({ state: 'pending', attempts: [{ outcome: 'postponed' }] })
  await outside.attemptLater({ outcome: 'postponed', message: 'Not yet.', until: addMs(outside.now(), DAY) })
  await outside.attemptLater()
  expect([outside.done.length, outside.lookedUp]).toEqual([1, []])
})

test('accepts an answer after the lease if it reports the effect as done', async () => {
  const outside = await createEffectOutside()
  let answerLate: (answer: EffectAnswer) => void = () => undefined
  const slow = effect({
    kind: 'tests.do',
    input: z.object({}),
    lookUp: async () => 'none',
    perform: ({ number }) =>
      number === 1
        ? new Promise<EffectAnswer>((resolve) => (answerLate = resolve))
        : Promise.reject(unavailable('system_unreachable', 'No answer.')),
  })
  const first = runEffect(db, slow, { subject: outside.ref.subject, enqueue, now: outside.now() })
  await expect.poll(async () => (await outside.trail())?.attempts.length).toBe(1)
  outside.pass(HOUR)
  await runEffect(db, slow, { subject: outside.ref.subject, enqueue, now: outside.now() })
  answerLate({ outcome: 'done', externalId: 'late' })
  expect(await first).toMatchObject({ state: 'done' })
  expect(await outside.trail()).toMatchObject({ state: 'done', externalId: 'late', nextAttemptAt: null })
})

test('a result from elsewhere ends the effect, and a later answer changes nothing', async () => {
  const outside = await createEffectOutside()
  await outside.attemptLater('dies_before')
  const change = { state: 'done', message: 'A webhook event said so.', now: outside.now() } as const
  await inTransaction(db, (tx) => applyReportedChange(tx, outside.ref, change))
  await outside.attemptLater()
  expect(outside.done).toEqual([])
  expect(await outside.trail()).toMatchObject({ state: 'done', message: 'A webhook event said so.' })
})

test('cancels an effect that is no longer needed before anything is sent', async () => {
  const outside = await createEffectOutside()
  const unneeded = effect({
    kind: 'tests.do',
    input: z.object({}),
    begin: async () => false,
    lookUp: async () => 'none',
    perform: () => Promise.reject(new Error('is not asked')),
  })
  const { subject } = outside.ref
  expect(await runEffect(db, unneeded, { subject, enqueue, now: outside.now() })).toBeUndefined()
  expect(await outside.trail()).toMatchObject({ state: 'cancelled', nextAttemptAt: null })
})

test('waits between attempts from a minute up to a day', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((attempts) => getRetryDelay({}, attempts))
  expect(waits).toEqual([MINUTE, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, DAY, DAY])
})
