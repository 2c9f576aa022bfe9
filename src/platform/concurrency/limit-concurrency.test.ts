import { expect, test } from 'vitest'
import { atMost } from './limit-concurrency.ts'

function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('no more than so many go at once, the others in the order they came', async () => {
  const inTurn = atMost(2)
  const gates = [gate(), gate(), gate(), gate()]
  const begun: number[] = []
  const works = gates.map(({ opened }, index) =>
    inTurn(async () => {
      begun.push(index)
      await opened
      return index
    }),
  )
  expect(begun).toEqual([0, 1])
  gates[1]?.open()
  await works[1]
  expect(begun).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = atMost(1)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('who would wait behind too many others is told to come again', async () => {
  const inTurn = atMost(1)
  const { opened, open } = gate()
  const works = Array.from({ length: 51 }, () => inTurn(() => opened))
  await expect(inTurn(() => opened)).rejects.toMatchObject({ code: 'busy' })
  open()
  await Promise.all(works)
})
