import path from 'node:path'
import { parseArgs } from 'node:util'
import { createSetFolder, type SetFile, writeIntoSet, writeManifest } from '#database/backup/file-set.ts'
import { connectWithoutTimeLimits } from '#database/database.ts'
import { exportTables } from '#database/transfer/export-tables.ts'
import { loadConfig } from '#platform/config/config.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/storage/open-files.ts'
import { sealByPassphrase } from '#platform/security/passphrase.ts'
import { readInstallationKey } from '#platform/security/sealing.ts'
import { readNewestMigration } from '../newest-migration.ts'
import { runCommand } from '../run-command.ts'
import { withDatabase } from '../with-database.ts'

const USAGE = `EXPORT_PASSPHRASE=… npm run export -- FOLDER

Writes everything of the shop into FOLDER, which must not exist yet, for another instance of the same version: a file of JSON lines for
each table, and all files. Sign-ins are left out. The key of bank details, store keys and second factors goes along only sealed under
EXPORT_PASSPHRASE; without it they have to be entered again. Import it there with: npm run import-instance -- FOLDER`

process.exitCode = await runCommand(exportInstance)

async function exportInstance(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) {
    console.error(USAGE)
    return 1
  }
  const config = loadConfig(process.env)
  const passphrase = process.env['EXPORT_PASSPHRASE']
  return withDatabase(config, async ({ db, directPool, place }) => {
    const target = path.resolve(folder)
    const key = passphrase ? await readInstallationKey({ ...config, dataDir: place.dataDir }) : undefined
    const sealed = key && passphrase ? await sealByPassphrase(key, passphrase) : undefined
    await createSetFolder(target)
    const client = await connectWithoutTimeLimits(directPool)
    try {
      const { files, tables } = await exportTables(client, target)
      const facts = await writeIntoSet(toChunks(JSON.stringify(tables, null, 1)), {
        folder: target,
        name: 'tables.json',
      })
      // After the rows, so that every file that they refer to exists by now.
      const media = await writeFiles(await openFiles({ ...config, dataDir: place.dataDir }), target)
      const keyFile = sealed && [
        await writeIntoSet(toChunks(JSON.stringify(sealed)), { folder: target, name: 'key.json' }),
      ]
      await writeManifest(target, {
        kind: 'export',
        createdAt: new Date().toISOString(),
        migration: await readNewestMigration(db),
        files: [...files, facts, ...media, ...(keyFile ?? [])],
      })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `The export is in ${target}: ${rows} rows of ${tables.length} tables, ${media.length} files.`,
      )
      if (!sealed)
        console.log(
          'Secrets can’t be decrypted elsewhere without their key. Set EXPORT_PASSPHRASE to include it.',
        )
      return 0
    } finally {
      await client.end()
    }
  })
}

/** Writes all files of the shop into an export, from any storage; a file that is removed meanwhile is omitted. */
async function writeFiles(files: Files, folder: string): Promise<SetFile[]> {
  const written: SetFile[] = []
  for await (const { key } of files.list())
    if (await files.has(key))
      written.push(await writeIntoSet(files.read(key), { folder, name: `files/${key}` }))
  return written
}

async function* toChunks(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text)
}
