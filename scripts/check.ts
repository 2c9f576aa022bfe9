import { type Command, runQuietly, script, tool } from './command.ts'

/** Everything that must hold before a change is done, the quick things first. */
const STEPS: readonly (readonly [name: string, command: Command])[] = [
  ['format', tool('oxfmt', '--check', '.')],
  ['lint', tool('oxlint', '.')],
  ['types', tool('tsc', '--noEmit', '-p', '.')],
  ['imports', script('scripts/checks/imports.ts')],
  ['unused', tool('knip')],
  ['conformance', script('scripts/checks/conformance.ts')],
  ['build', script('scripts/checks/build.ts')],
  ['first load', script('scripts/checks/first-load.ts')],
  ['tests', script('scripts/test.ts')],
]

/** Runs the steps, a line each, and stops at the first that fails with what it said. Gives the exit code. */
async function check(): Promise<number> {
  let last = ''
  for (const [name, command] of STEPS) {
    process.stdout.write(name.padEnd(12))
    const began = performance.now()
    const { code, output } = await runQuietly(command)
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(7)
    console.log(`${seconds} s  ${code === 0 ? 'ok' : 'FAILED'}`)
    if (code !== 0) {
      console.log(output.trimEnd())
      return code
    }
    last = output
  }
  // The count of the tests, which the machines that run this read.
  console.log(last.trimEnd().split('\n').at(-1))
  return 0
}

process.exitCode = await check()
