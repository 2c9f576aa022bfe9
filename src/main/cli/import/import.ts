import { stat } from 'node:fs/promises'
import { loadConfig } from '#platform/config/config.ts'
import { runCommand } from '../run-command.ts'
import { withDatabase } from '../with-database.ts'
import { readArguments, USAGE } from './import-arguments.ts'
import { runImport } from './run-import.ts'

process.exitCode = await main(process.argv.slice(2))

/**
 * Plans a feed and prints its changes, or applies it. Returns 0 when there are changes, 1 when there are none, 2 for
 * invalid arguments.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`)
    return 2
  }
  const fileStats = await stat(options.file).catch(() => undefined)
  if (!fileStats?.isFile()) {
    console.error(`File not found: ${options.file}`)
    return 2
  }
  return runCommand(async () => {
    const config = loadConfig(process.env)
    const asOf = options.asOf ?? fileStats.mtime
    const outcome = await withDatabase(config, (shop) => runImport(shop, config, { ...options, asOf }))
    if ('problem' in outcome) {
      console.error(outcome.problem)
      return 1
    }
    for (const line of outcome.lines) console.log(line)
    return outcome.hasProducts ? 0 : 1
  })
}
