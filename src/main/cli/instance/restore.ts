import { cp, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCheckedManifest } from '#database/backup/file-set.ts'
import { restoreCluster } from '#database/backup/restore-cluster.ts'
import { hasEmbeddedDatabase, isEmbeddedRunning } from '#database/connections/open-database.ts'
import { loadConfig } from '#platform/config/config.ts'
import { runCommand } from '../run-command.ts'

const USAGE = `DATA_DIR=… npm run restore -- FOLDER [--replace]

Puts the backup in FOLDER into DATA_DIR. With --replace, an existing shop is moved aside, not deleted; stop it first.`

/** The parts of a data folder that belong to a shop. */
const PARTS = ['postgres', 'files', 'secrets.key'] as const

process.exitCode = await runCommand(restore)

async function restore(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) {
    console.error(USAGE)
    return 1
  }
  const { dataDir, databaseUrl } = loadConfig(process.env)
  if (databaseUrl !== undefined)
    throw new Error('Backups are of the built-in database: unset DATABASE_URL, or use psql.')
  const backup = path.resolve(folder)
  // First, because a damaged backup must not replace a shop.
  const { createdAt, migration, files } = await readCheckedManifest(backup, 'backup')
  if (await isEmbeddedRunning(dataDir)) throw new Error(`The shop in ${dataDir} runs. Stop it first.`)
  if (hasEmbeddedDatabase(dataDir)) {
    if (!values.replace)
      throw new Error(
        `There is a shop in ${dataDir}. Add --replace to move it aside, or set another DATA_DIR.`,
      )
    console.log(`The shop that was there is in ${await moveAside(dataDir)}.`)
  }
  await mkdir(dataDir, { recursive: true })
  const names = new Set(files.map((file) => file.path.split('/')[0]))
  for (const name of ['files', 'secrets.key'])
    if (names.has(name)) await cp(path.join(backup, name), path.join(dataDir, name), { recursive: true })
  // Last, because the database makes the shop complete.
  await restoreCluster(backup, path.join(dataDir, 'postgres'))
  console.log(
    `Restored the backup of ${createdAt} (${migration}) into ${dataDir}. Start the shop with npm start.`,
  )
  return 0
}

/** Moves a shop to a folder beside its data folder; returns that folder. */
async function moveAside(dataDir: string): Promise<string> {
  const target = `${dataDir}-replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  await mkdir(target)
  for (const name of PARTS)
    await rename(path.join(dataDir, name), path.join(target, name)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    })
  return target
}
