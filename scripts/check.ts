import { type Command, runCaptured, scriptCommand, toolCommand } from './command.ts'

/** Everything that must hold before a change is done, the quick things first. */
const STEPS: readonly (readonly [name: string, command: Command])[] = [
  ['format', toolCommand('oxfmt', '--check', '.')],
  ['lint', toolCommand('oxlint', '.')],
  ['types', toolCommand('tsc', '--noEmit', '-p', '.')],
  ['imports', scriptCommand('scripts/checks/imports.ts')],
  ['unused', toolCommand('knip')],
  ['language', scriptCommand('scripts/checks/language.ts')],
  ['conformance', scriptCommand('scripts/checks/conformance.ts')],
  ['build', scriptCommand('scripts/checks/build.ts')],
  ['first load', scriptCommand('scripts/checks/first-load.ts')],
  ['tests', scriptCommand('scripts/test.ts')],
]

/** Runs the steps, a line each, and stops at the first that fails with what it said. Returns the exit code. */
async function check(): Promise<number> {
  let lastOutput = ''
  for (const [name, command] of STEPS) {
    process.stdout.write(name.padEnd(12))
    const startedAt = performance.now()
    const { code, output } = await runCaptured(command)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)
    console.log(`${seconds} s  ${code === 0 ? 'ok' : 'FAILED'}`)
    if (code !== 0) {
      console.log(output.trimEnd())
      return code
    }
    lastOutput = output
  }
  // The count of the tests, which the machines that run this read.
  console.log(lastOutput.trimEnd().split('\n').at(-1))
  return 0
}

process.exitCode = await check()
