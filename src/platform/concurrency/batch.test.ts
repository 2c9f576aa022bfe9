import { expect, test } from 'vitest'
import { inCrowds } from './batch.ts'

test('who comes while others are served goes together in the next round, each with its own result', async () => {
  const rounds: number[][] = []
  const double = inCrowds(async (items: readonly number[]) => {
    rounds.push([...items])
    await Promise.resolve()
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(rounds).toEqual([[1], [2, 3]])
  expect(await double(4)).toBe(8)
})

test('a round that fails fails for its members only', async () => {
  const work = inCrowds(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('no')
    return items
  })
  const results = await Promise.allSettled(['good', 'bad', 'with bad'].map(work))
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await work('later')).toBe('later')
})

test('a member without a result is told so', async () => {
  const work = inCrowds<string, string>(async () => [])
  await expect(work('lonely')).rejects.toThrow('fewer results')
})
