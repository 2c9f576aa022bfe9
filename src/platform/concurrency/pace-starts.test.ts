import { expect, test } from 'vitest'
import { paceStarts } from './pace-starts.ts'

// Timers may fire a millisecond early.
const GAP_MS = 20
const LEAST_GAP_MS = GAP_MS - 2

test('starts callers that come together one after the other, in their order', async () => {
  const nextStart = paceStarts(GAP_MS)
  const started: { n: number; at: number }[] = []
  await Promise.all(
    [0, 1, 2, 3].map(async (n) => {
      await nextStart()
      started.push({ n, at: performance.now() })
    }),
  )
  expect(started.map(({ n }) => n)).toEqual([0, 1, 2, 3])
  const first = started[0]?.at ?? 0
  for (const { n, at } of started) expect(at - first).toBeGreaterThanOrEqual(n * LEAST_GAP_MS)
})

test('starts a caller at once when the previous gap is over', async () => {
  const nextStart = paceStarts(0)
  await nextStart()
  let isStarted = false
  void nextStart().then(() => (isStarted = true))
  await Promise.resolve()
  await Promise.resolve()
  expect(isStarted).toBe(true)
})
