import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Pool } from 'pg'
import { type Command, runCaptured } from '../../scripts/command.ts'

/** An earlier version of the shop, ready to run. */
export type EarlierRelease = Readonly<{
  commit: string
  serverCommand(): Command
  shopCommand(name: string): Command
  generateCatalogue(pool: Pool, count: number): Promise<void>
}>

/** The number of migrations, at least, that the earlier version does not have. */
const MIGRATIONS = 5

const ROOT = path.join(import.meta.dirname, '../..')

/**
 * Returns an earlier version, built in a folder of the cache. It is the commit in `CLUSTER_EARLIER`, or the one before the
 * last five migrations. Throws without a repository.
 */
export async function prepareEarlierRelease(): Promise<EarlierRelease> {
  const commit = process.env['CLUSTER_EARLIER'] ?? (await findCommit())
  const tree = path.join(ROOT, '.cache/cluster', `release-${commit}`)
  if (!existsSync(tree)) await unpack(commit, tree)
  // Modules of the earlier version, which exist there by the same names.
  const commands = (await import(path.join(tree, 'scripts/command.ts'))) as {
    serverCommand: EarlierRelease['serverCommand']
    shopCommand: EarlierRelease['shopCommand']
  }
  const catalogue = (await import(path.join(tree, 'bench/catalogue.ts'))) as Pick<
    EarlierRelease,
    'generateCatalogue'
  >
  return {
    commit,
    serverCommand: () => commands.serverCommand(),
    shopCommand: (name) => commands.shopCommand(name),
    generateCatalogue: (pool, count) => catalogue.generateCatalogue(pool, count),
  }
}

async function findCommit(): Promise<string> {
  const added = await run('git', [
    '-C',
    ROOT,
    'log',
    `-${MIGRATIONS}`,
    '--diff-filter=A',
    '--format=%H',
    '--',
    'src/database/migrations',
  ])
  const oldest = added.trim().split('\n').at(-1) ?? ''
  return (await run('git', ['-C', ROOT, 'rev-parse', '--short=12', `${oldest}^`])).trim()
}

/** Unpacks and builds a commit, with the packages of this version as hard links. */
async function unpack(commit: string, tree: string): Promise<void> {
  const unfinished = `${tree}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  console.error(`building the earlier version ${commit} …`)
  await run('sh', ['-ec', 'git -C "$0" archive "$1" | tar -x -C "$2"', ROOT, commit, unfinished])
  await run('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(unfinished, 'node_modules')])
  await run('env', ['-C', unfinished, 'npm', 'run', 'build'])
  await rename(unfinished, tree)
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runCaptured({ program, args })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output.slice(-2_000)}`)
  return output
}
