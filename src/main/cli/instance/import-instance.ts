import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { readCheckedManifest } from '#database/backup/file-set.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase, toSuperuserUrl } from '#database/connections/open-database.ts'
import { importTables } from '#database/transfer/import-tables.ts'
import type { TableFacts } from '#database/transfer/table-facts.ts'
import { auditLedger } from '#features/money/ledger/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { copyFiles } from '#platform/files/storage/copy-files.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { openFiles } from '#platform/files/storage/open-files.ts'
import { openByPassphrase, type PassphraseSealed } from '#platform/security/passphrase.ts'
import { writeInstallationKey } from '#platform/security/sealing.ts'
import { LEDGER_CHECKS } from '../../wiring/ledger-checks.ts'
import { readNewestMigration } from '../newest-migration.ts'
import { runCommand } from '../run-command.ts'

const USAGE = `DATA_DIR=… EXPORT_PASSPHRASE=… npm run import-instance -- FOLDER

Fills a new instance of the same version with the export in FOLDER, while its shop is stopped, completely or not at all. Every table is
compared with the export, and the ledger is checked.`

process.exitCode = await runCommand(importInstance)

async function importInstance(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [given] = positionals
  if (given === undefined || positionals.length > 1) {
    console.error(USAGE)
    return 1
  }
  const folder = path.resolve(given)
  const manifest = await readCheckedManifest(folder, 'export')
  const hasFile = (name: string) => manifest.files.some((file) => file.path === name)
  const key = hasFile('key.json') ? await readKey(folder) : undefined
  const config = loadConfig(process.env)
  const { dataDir, databaseUrl, databaseDirectUrl } = config
  await mkdir(dataDir, { recursive: true })
  const database = await openDatabase({
    url: databaseUrl,
    directUrl: databaseDirectUrl,
    dataDir,
    log: () => undefined,
  })
  try {
    await migrate(database.directPool)
    const migration = await readNewestMigration(database.db)
    if (migration !== manifest.migration)
      throw new Error(
        `The export is of another version (${manifest.migration}, here ${migration}). Use the same one.`,
      )
    const tables = await readJson<TableFacts[]>(folder, 'tables.json')
    await fillTables(databaseUrl ? database.directUrl : await toSuperuserUrl(dataDir), { folder, tables })
    if (manifest.files.some((file) => file.path.startsWith('files/')))
      await copyFiles({ from: localFiles(path.join(folder, 'files')), to: await openFiles(config) })
    if (key) await writeInstallationKey(dataDir, key)
    // The next start records its new key.
    await database.pool.query('delete from secrets_key_fingerprint')
    const { isSound } = await auditLedger(database.db, { further: LEDGER_CHECKS, most: 10 })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Imported ${rows} rows of ${tables.length} tables, each as in the export.`)
    console.log(isSound ? 'The ledger passes every check.' : 'The ledger FAILS a check: see npm run audit.')
    if (!key)
      console.log('The export has no key: bank details, store keys and second factors have to be set again.')
    return isSound ? 0 : 1
  } finally {
    await database.close()
  }
}

/**
 * Returns the key of the exported instance. Throws with a message for people when the passphrase is missing or wrong.
 */
async function readKey(folder: string): Promise<Buffer> {
  const passphrase = process.env['EXPORT_PASSPHRASE']
  if (!passphrase) throw new Error('Set EXPORT_PASSPHRASE to the passphrase of the export.')
  return openByPassphrase(await readJson<PassphraseSealed>(folder, 'key.json'), passphrase)
}

/** Reads a file of the export that was verified by the manifest. */
async function readJson<Value>(folder: string, name: string): Promise<Value> {
  return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Value
}

async function fillTables(
  connectionString: string,
  source: Parameters<typeof importTables>[1],
): Promise<void> {
  const client = new Client({ connectionString, options: '-c timezone=UTC' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await importTables(client, source)
  } finally {
    await client.end()
  }
}
