import path from 'node:path'
import { parseArgs } from 'node:util'
import { backUpCluster } from '#database/backup/back-up-cluster.ts'
import { copyFolderIntoSet, copyIntoSet, createSetFolder, writeManifest } from '#database/backup/file-set.ts'
import { loadConfig } from '#platform/config/config.ts'
import { describeRemotePlace } from '#platform/files/storage/open-files.ts'
import { runCommand } from '../run-command.ts'
import { readNewestMigration } from '../newest-migration.ts'
import { withDatabase } from '../with-database.ts'

const USAGE = `npm run backup -- FOLDER

Copies the shop into FOLDER, which must not exist yet: database, files and key. The shop may run meanwhile.
The backup opens everything, so store it like a password. Restore it with: npm run restore -- FOLDER`

process.exitCode = await runCommand(backUp)

async function backUp(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) {
    console.error(USAGE)
    return 1
  }
  const config = loadConfig(process.env)
  return withDatabase(config, async ({ db, embedded, place }) => {
    if (!embedded)
      throw new Error(
        'This shop’s database is at DATABASE_URL: back it up with pg_dump, and DATA_DIR with it.',
      )
    const target = path.resolve(folder)
    await createSetFolder(target)
    const migration = await readNewestMigration(db)
    const { dataDir } = place
    const database = await backUpCluster(path.join(dataDir, 'postgres'), target)
    // After the database, so that every file that it refers to exists by now.
    const files = await copyFolderIntoSet(path.join(dataDir, 'files'), { folder: target, name: 'files' })
    const key = await copyIntoSet(path.join(dataDir, 'secrets.key'), { folder: target, name: 'secrets.key' })
    const all = [...database, ...files, ...(key ? [key] : [])]
    await writeManifest(target, {
      kind: 'backup',
      createdAt: new Date().toISOString(),
      migration,
      files: all,
    })
    const bytes = all.reduce((sum, { size }) => sum + size, 0)
    console.log(`The backup is in ${target}: ${all.length} files, ${Math.ceil(bytes / 1_000_000)} MB.`)
    if (!key)
      console.log('It has no key: SECRETS_KEY is set, or was never needed. Store SECRETS_KEY with it.')
    if (config.files)
      console.log(
        `Files are in ${describeRemotePlace(config.files)}, not in this backup: keep versions of that bucket.`,
      )
    return 0
  })
}
