import { expect, test } from 'vitest'
import { createTimeline, type Story } from './timeline.ts'

const at = (minute: number) => new Date(minute * 60_000)

test('steps of all stories are played in the order of their moments, up to the end', async () => {
  const timeline = createTimeline()
  const said: string[] = []
  async function* story(name: string, minutes: readonly number[]): Story {
    for (const minute of minutes) {
      yield at(minute)
      said.push(`${name} ${timeline.now().getTime() / 60_000}`)
    }
  }
  await timeline.add(story('a', [1, 4, 9]))
  await timeline.add(story('b', [2, 3, 11]))
  expect(await timeline.play(at(10))).toBe(5)
  expect(said).toEqual(['a 1', 'b 2', 'b 3', 'a 4', 'a 9'])
})

test('a story that is added while others are played begins then, and none goes back in time', async () => {
  const timeline = createTimeline()
  const said: number[] = []
  async function* second(): Story {
    yield at(1)
    said.push(timeline.now().getTime())
  }
  async function* first(): Story {
    yield at(5)
    await timeline.add(second())
  }
  await timeline.add(first())
  await timeline.play(at(10))
  expect(said).toEqual([at(5).getTime()])
})

test('after each step what it has ordered is done', async () => {
  let done = 0
  const timeline = createTimeline(async () => void (done += 1))
  async function* story(): Story {
    yield at(1)
    yield at(2)
  }
  await timeline.add(story())
  await timeline.play(at(3))
  expect(done).toBe(2)
})
