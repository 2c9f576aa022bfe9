import { availableParallelism } from 'node:os'
import { type Command, runCaptured, scriptCommand, toolCommand } from './command.ts'

type Step = readonly [name: string, command: Command]

/** The checks before a change is complete. The steps of a group run concurrently, the quick ones first. */
const GROUPS: readonly (readonly Step[])[] = [
  [
    ['format', toolCommand('oxfmt', '--check', '.')],
    ['lint', toolCommand('oxlint', '.')],
    ['types', toolCommand('tsc', '--noEmit', '-p', '.')],
    ['imports', scriptCommand('scripts/checks/imports.ts')],
    ['unused', toolCommand('knip')],
    ['language', scriptCommand('scripts/checks/language.ts')],
    ['conformance', scriptCommand('scripts/checks/conformance.ts')],
    ['build', scriptCommand('scripts/checks/build.ts')],
  ],
  [['first load', scriptCommand('scripts/checks/first-load.ts')]],
  [['tests', scriptCommand('scripts/test.ts')]],
]

/** The most concurrent steps of a group: more would only compete for the CPUs. */
const LANES = Math.min(2, availableParallelism())

type StepResult = Readonly<{ code: number; output: string }>

/** Runs the groups and stops after the first step that fails, with what it said. Returns the exit code. */
async function check(): Promise<number> {
  let lastOutput = ''
  for (const steps of GROUPS) {
    const results = await runGroup(steps)
    const failure = results.find(({ code }) => code !== 0)
    if (failure) {
      console.log(failure.output.trimEnd())
      return failure.code
    }
    lastOutput = results.at(-1)?.output ?? ''
  }
  // The count of the tests, which the machines that run this read.
  console.log(lastOutput.trimEnd().split('\n').at(-1))
  return 0
}

/** Runs the steps of a group; after a failure no further one is started. */
async function runGroup(steps: readonly Step[]): Promise<StepResult[]> {
  const queue = [...steps]
  const results: StepResult[] = []
  const runLane = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const result = await runStep(step)
      results.push(result)
      if (result.code !== 0) queue.length = 0
    }
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  return results
}

/** Runs a step and prints its line. */
async function runStep([name, command]: Step): Promise<StepResult> {
  const startedAt = performance.now()
  const result = await runCaptured(command)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)
  console.log(`${name.padEnd(12)}${seconds} s  ${result.code === 0 ? 'ok' : 'FAILED'}`)
  return result
}

process.exitCode = await check()
