import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '#database/database.ts'
import { checkMigrated, migrate } from '#database/migrate.ts'
import type { OpenDatabase } from '#database/connections/open-database.ts'
import type { Replicas } from '#database/connections/replicas/replicas.ts'
import type { Config } from '#platform/config/config.ts'
import { createLocalPictureFetcher, createPictureFetcher } from '#platform/files/fetch-picture.ts'
import { findForeignFilesPlace } from '#platform/files/storage/files-place.ts'
import { checkRemoteFiles, openFiles } from '#platform/files/storage/open-files.ts'
import { mediaApp } from '#platform/files/media.ts'
import type { Log } from '#platform/log.ts'
import { addReplicaMetrics, openMetrics } from './open-metrics.ts'
import { checkSecretsKey } from '#platform/security/secrets-key.ts'
import { createApp, type App } from '../http/app.ts'
import { DEMO_FOLDER, DEMO_PICTURE_HOST } from '../demo/catalogue/demo-files.ts'
import type { AppSetup } from './setup.ts'
import { openTracer } from './open-tracer.ts'
import { openSharedServices, type SharedServices } from './shared-services.ts'
import type { StartedDatabase } from './start-database.ts'

/** The output folder of `npm run build`. */
export const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

/** The running components of a process, which `close` ends in order. */
export type MarketplaceProcess = Readonly<{
  app: App
  setup: AppSetup
  database: OpenDatabase
  shared: SharedServices
  log: Log
  close(): Promise<void>
}>

/**
 * Migrates the database and assembles the marketplace, without serving or running jobs yet. Closes the database on
 * failure.
 */
export async function boot(config: Config, { database, log }: StartedDatabase): Promise<MarketplaceProcess> {
  try {
    await mkdir(config.dataDir, { recursive: true })
    if (config.process.migratesAtStart) {
      const applied = await migrate(database.directPool)
      if (applied.length > 0) log.info({ applied }, 'applied migrations')
    } else await checkMigrated(database.pool)
    await checkSecretsKey(database.db, config)
    if (config.databaseUrl) await checkFilesPlace(database.db, config, log)
    if (config.files) await checkRemoteFiles(config.files, log)
    const files = await openFiles(config)
    const metrics = config.process.metrics && (await openMetrics(database))
    const tracer = config.process.tracing && (await openTracer(config.process.tracing))
    const replicas = await openConfiguredReplicas(config, { database, log })
    if (metrics && replicas) addReplicaMetrics(metrics, replicas)
    const shared = await openSharedServices(config, { database, log })
    const setup: AppSetup = {
      config,
      metrics,
      countGroups: shared.countGroups,
      tracer,
      replicas,
      log,
      files,
      db: database.db,
      clock: () => new Date(),
      send: (url, init) => fetch(url, init),
      onlyEnqueues: config.process.role === 'web',
      pictures: createLocalPictureFetcher(
        `${DEMO_FOLDER}/pictures`,
        DEMO_PICTURE_HOST,
        createPictureFetcher(),
      ),
      moreMounts: [{ path: '/media', app: mediaApp(files) }],
    }
    const app = await createApp(setup)
    return {
      app,
      setup,
      database,
      shared,
      log,
      close: async () => {
        await app.jobs.stop()
        await shared.close()
        await tracer?.close()
        await replicas?.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens the replicas of the database, if there are any; their module is loaded only then. */
async function openConfiguredReplicas(
  { databaseDirectUrl, process: { replicaUrls, databasePool } }: Config,
  { database, log }: StartedDatabase,
): Promise<Replicas | undefined> {
  if (replicaUrls.length === 0) return undefined
  const { openReplicas } = await import('#database/connections/replicas/replicas.ts')
  return openReplicas({
    urls: replicaUrls,
    db: database.db,
    poolSize: databasePool,
    isPooled: databaseDirectUrl !== undefined,
    log: (line, isError = false) => log[isError ? 'warn' : 'info']({ line }, 'database'),
  })
}

/** Throws when this process stores files elsewhere than the shop's other processes; a single process only warns. */
async function checkFilesPlace(db: Database, config: Config, log: Log): Promise<void> {
  const problem = await findForeignFilesPlace(db, config)
  if (problem === undefined) return
  if (config.process.role !== 'all') throw new Error(problem)
  log.warn({ problem }, 'files are stored in another place than before')
}
