import { expect, test } from 'vitest'
import { createTimeline, type Process } from './timeline.ts'

const at = (minute: number) => new Date(minute * 60_000)

test('runs the steps of all processes in order of time, up to the end', async () => {
  const timeline = createTimeline()
  const log: string[] = []
  async function* createProcess(name: string, minutes: readonly number[]): Process {
    for (const minute of minutes) {
      yield at(minute)
      log.push(`${name} ${timeline.now().getTime() / 60_000}`)
    }
  }
  await timeline.add(createProcess('a', [1, 4, 9]))
  await timeline.add(createProcess('b', [2, 3, 11]))
  expect(await timeline.play(at(10))).toBe(5)
  expect(log).toEqual(['a 1', 'b 2', 'b 3', 'a 4', 'a 9'])
})

test('starts a process that is added during the run at the current time, and never goes back', async () => {
  const timeline = createTimeline()
  const log: number[] = []
  async function* second(): Process {
    yield at(1)
    log.push(timeline.now().getTime())
  }
  async function* first(): Process {
    yield at(5)
    await timeline.add(second())
  }
  await timeline.add(first())
  await timeline.play(at(10))
  expect(log).toEqual([at(5).getTime()])
})

test('completes the work after each step', async () => {
  let completedSteps = 0
  const timeline = createTimeline(async () => void (completedSteps += 1))
  async function* createProcess(): Process {
    yield at(1)
    yield at(2)
  }
  await timeline.add(createProcess())
  await timeline.play(at(3))
  expect(completedSteps).toBe(2)
})
