import { expect, test } from 'vitest'
import { inTurns } from './limit-concurrency-queue.ts'

/** Work that is done when its test says so. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return promise
  }
  return { begin, resolve, reject, hasBegun: () => hasBegun }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more is begun at once than may be, the rest in the order it came, also after a failure', async () => {
  const turn = inTurns({ atOnce: 2, waiting: 2 }, () => new Error('too many'))
  const works = [work(), work(), work(), work()]
  const results = works.map(({ begin }) => turn(begin))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  expect(begun()).toEqual([true, true, false, false])
  works[1]?.reject(new Error('broken'))
  await expect(results[1]).rejects.toThrow('broken')
  await settled()
  expect(begun()).toEqual([true, true, true, false])
  for (const { resolve } of works) resolve('done')
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['done', 'done', 'done'])
})

test('who comes when too many wait is turned away at once, and those who wait are not', async () => {
  const turn = inTurns({ atOnce: 1, waiting: 1 }, () => new Error('too many'))
  const first = work()
  const results = [turn(first.begin), turn(async () => 'second')]
  await expect(turn(async () => 'third')).rejects.toThrow('too many')
  first.resolve('first')
  expect(await Promise.all(results)).toEqual(['first', 'second'])
  expect(await turn(async () => 'fourth')).toBe('fourth')
})
