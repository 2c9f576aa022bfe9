import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from './build.ts'
import { bringChromium } from './chromium.ts'
import { runShown, tool } from './command.ts'
import { countTests } from './test-count.ts'

/**
 * Runs the tests, all of them or what the arguments (Vitest's) choose, and brings what they need. The last line
 * is `N passed, N failed`. Gives the exit code: Vitest's, and never 0 when no test ran.
 */
async function runTests(args: string[]): Promise<number> {
  if (args.length === 0 || args.some((arg) => arg.includes('tests') || arg.includes('browser')))
    await buildWhenStale()
  const env = wantsBrowser(args) ? { CHROMIUM_PATH: await bringChromium() } : {}
  const folder = mkdtempSync(join(tmpdir(), 'cabochon-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await runShown({ ...tool('vitest', 'run', ...reporters, ...args), env })
    if (!existsSync(report)) throw new Error('The tests ended without a report.')
    const { passed, failed } = countTests(readFileSync(report, 'utf8'), code)
    if (passed + failed === 0) console.error('No test ran.')
    console.log(`${passed} passed, ${failed} failed`)
    return passed + failed === 0 ? 1 : code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function wantsBrowser(args: string[]): boolean {
  return args.length === 0 || args.some((arg) => arg.includes('browser'))
}

process.exitCode = await runTests(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
