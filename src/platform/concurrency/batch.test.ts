import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('items that arrive during a batch form the next one, each with its own result', async () => {
  const batches: number[][] = []
  const finish = Promise.withResolvers<void>()
  const double = batched(async (items: readonly number[]) => {
    batches.push([...items])
    await finish.promise
    return items.map((item) => item * 2)
  })
  const first = double(1)
  await expect.poll(() => batches).toEqual([[1]])
  finish.resolve()
  expect(await Promise.all([first, ...[2, 3].map(double)])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1], [2, 3]])
  expect(await double(4)).toBe(8)
})

test('a failing batch rejects only its own items', async () => {
  const work = batched(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('no')
    return items
  })
  const good = work('good')
  await good
  const results = await Promise.allSettled([good, ...['bad', 'with bad'].map(work)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await work('later')).toBe('later')
})

test('rejects an item without a result', async () => {
  const work = batched<string, string>(async () => [])
  await expect(work('lonely')).rejects.toThrow('Array of the same length')
})
