import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { runInherited, toolCommand } from './command.ts'
import { countTests } from './test-count.ts'

/**
 * Runs the tests, all of them or what the arguments (Vitest's) choose, and brings what they need. The last line
 * is `N passed, N failed`. Returns the exit code: Vitest's, and never 0 when no test ran.
 */
async function runTests(args: string[]): Promise<number> {
  if (args.length === 0 || args.some((arg) => arg.includes('tests') || arg.includes('browser')))
    await buildIfStale()
  const env = needsBrowser(args) ? { CHROMIUM_PATH: await ensureChromium() } : {}
  const folder = mkdtempSync(join(tmpdir(), 'cabochon-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await runInherited({ ...toolCommand('vitest', 'run', ...reporters, ...args), env })
    if (!existsSync(report)) throw new Error('The tests ended without a report.')
    const { passed, failed } = countTests(readFileSync(report, 'utf8'), code)
    if (passed + failed === 0) console.error('No test ran.')
    console.log(`${passed} passed, ${failed} failed`)
    return passed + failed === 0 ? 1 : code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function needsBrowser(args: string[]): boolean {
  return args.length === 0 || args.some((arg) => arg.includes('browser'))
}

process.exitCode = await runTests(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
