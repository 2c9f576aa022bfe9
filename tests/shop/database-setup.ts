import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { openEmbedded } from '#database/embedded/embedded-server.ts'
import { isRunning } from '#database/embedded/process-state.ts'
import { serverUrl, databaseName } from '#database/embedded/running-server.ts'
import { migrate } from '#database/migrate.ts'
import { openPool } from '#database/connections/open-database.ts'
import { testPoolerVariable } from './running-shop.ts'

/** The environment variable with the folder that has PgBouncer, if shops of the tests use it. */
export const poolerRootVariable = 'CABOCHON_TEST_POOLER_ROOT'

/** The environment variable by which the setup passes JSON to the test workers. */
export const testDatabaseVariable = 'CABOCHON_TEST_DATABASE'

/**
 * `url` is the cluster's shop database, from which the copies' addresses are made. `lookupTables` hold
 * rows right after migrating (categories, …): `reset` leaves them alone.
 */
export type TestCluster = { url: string; lookupTables: string[] }

/** The database that test databases are copied from. It must have no connections while copying. */
export const templateName = 'cabochon_template'

const folderPrefix = 'cabochon-test-'

/**
 * Starts one PostgreSQL for the whole run, with a freshly migrated template (Vitest's global setup). It has a
 * folder of its own, so that runs at the same time do not meet. It does not fsync: what it holds is thrown away.
 */
export async function setup(): Promise<() => Promise<void>> {
  removeStaleFolders()
  const folder = mkdtempSync(path.join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const databaseFolder = path.join(folder, 'postgres')
  const complaints: string[] = []
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
  }
  const server = await openEmbedded({
    folder: databaseFolder,
    log: (line) => complaints.push(line),
    settings: { ...settings, max_connections: '200', autovacuum: 'off' },
  })
  const teardown = async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await allowReset(
      serverUrl({ folder: databaseFolder, port: Number(new URL(server.url).port), role: 'postgres' }),
    )
    const cluster: TestCluster = { url: server.url, lookupTables: await createTemplate(server.url) }
    process.env[testDatabaseVariable] = JSON.stringify(cluster)
    const pooler = await startPoolerIfWanted(server.url)
    return async () => {
      try {
        await pooler?.end()
      } finally {
        await teardown()
      }
    }
  } catch (error) {
    await teardown()
    throw error
  }
}

/** Starts PgBouncer before the server when `npm run cluster -- --journeys` runs the tests. */
async function startPoolerIfWanted(url: string): Promise<Readonly<{ end(): Promise<void> }> | undefined> {
  const root = process.env[poolerRootVariable]
  if (root === undefined) return undefined
  const { startTestPooler } = await import('../../bench/cluster/test-pooler.ts')
  const pooler = await startTestPooler(root, url)
  process.env[testPoolerVariable] = String(pooler.port)
  return pooler
}

/** Lets the shop's role delete rows without triggers, as `reset` does. */
async function allowReset(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`grant set on parameter session_replication_role to ${databaseName}`)
  await client.end()
}

async function createTemplate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${templateName}`)
  await client.end()
  const template = new URL(url)
  template.pathname = `/${templateName}`
  const pool = openPool({ url: template.href, size: 1, log: () => undefined })
  try {
    await migrate(pool)
    const { rows } = await pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'
       and (xpath('/row/n/text()', query_to_xml(
         format('select exists (select from %I) as n', tablename), true, true, '')))[1]::text = 'true'`,
    )
    return rows.map(({ name }) => name)
  } finally {
    await pool.end()
  }
}

// A run that was killed could not remove its folder.
function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const owner = Number(name.slice(folderPrefix.length).split('-')[0])
    if (owner !== process.pid && !isRunning(owner)) {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}
