import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Creates a task that the test completes. */
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

test('starts no more tasks at once than allowed, and the rest in order, also after a failure', async () => {
  const limited = limitConcurrency({ atOnce: 2, waiting: 2 }, () => new Error('too many'))
  const works = [work(), work(), work(), work()]
  const results = works.map(({ begin }) => limited(begin))
  const begun = () => works.map(({ hasBegun }) => hasBegun())
  await settled()
  expect(begun()).toEqual([true, true, false, false])
  works[1]?.reject(new Error('broken'))
  await expect(results[1]).rejects.toThrow('broken')
  await settled()
  expect(begun()).toEqual([true, true, true, false])
  for (const { resolve } of works) resolve('done')
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual(['done', 'done', 'done'])
})

test('rejects a task beyond the queue at once, and keeps the waiting ones', async () => {
  const limited = limitConcurrency({ atOnce: 1, waiting: 1 }, () => new Error('too many'))
  const first = work()
  const results = [limited(first.begin), limited(async () => 'second')]
  await expect(limited(async () => 'third')).rejects.toThrow('too many')
  first.resolve('first')
  expect(await Promise.all(results)).toEqual(['first', 'second'])
  expect(await limited(async () => 'fourth')).toBe('fourth')
})

test('rejects a task behind fifty others by default', async () => {
  const limited = limitConcurrency({ atOnce: 1 })
  const { begin, resolve } = work()
  const works = Array.from({ length: 51 }, () => limited(begin))
  await expect(limited(begin)).rejects.toMatchObject({ code: 'busy' })
  resolve('done')
  await Promise.all(works)
})
