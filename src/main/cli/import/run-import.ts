import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Database, Queryable } from '#database/database.ts'
import { inspectFile } from '#features/catalogue/catalog/imports/files/open-file.ts'
import {
  applyPlan,
  type DirectDeps,
  makePlan,
  readImport,
  receiveMappedFile,
} from '#features/catalogue/catalog/imports/import-file.ts'
import type { StoredImport } from '#features/catalogue/catalog/imports/import-queries.ts'
import { duplicateJobs } from '#features/catalogue/catalog/management/duplicates/jobs.ts'
import { createFetchPicturesJob } from '#features/catalogue/catalog/jobs.ts'
import {
  ensureWarehouse,
  setSupplierEmail,
  findOrCreateSupplier,
  type NamedSupplier,
  type Supplier,
} from '#features/catalogue/suppliers/service.ts'
import type { Config } from '#platform/config/config.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/storage/open-files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import type { OpenShop } from '../with-database.ts'
import type { ImportArguments } from './import-arguments.ts'
import { describeImport } from './import-report.ts'
import { Presets, SingleBar } from 'cli-progress'
import { formatChoices, getSelectorName, selectSupplier } from '../select-supplier.ts'

/** The output of an import, and whether it has products to apply; `problem` is why nothing was planned. */
export type ImportOutcome = Readonly<{ lines: string[]; hasProducts: boolean } | { problem: string }>

type DatedArguments = ImportArguments & Readonly<{ asOf: Date }>

type ImportRun = Readonly<{
  db: Database
  files: Files
  enqueue: Enqueue
  display: ProgressDisplay
}>

const POLL_MS = 250

/**
 * Plans a file for a supplier as the page Imports does, and applies the plan if requested. The stored plan can also
 * be reviewed and applied by the supplier.
 */
export async function runImport(
  { db, place }: OpenShop,
  config: Config,
  options: DatedArguments,
): Promise<ImportOutcome> {
  const files = await openFiles({ dataDir: place.dataDir, files: config.files })
  // Jobs that follow an import are only enqueued here; the server runs them.
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [createFetchPicturesJob(files), ...duplicateJobs],
  })
  const display = createProgressBar()
  try {
    return await planAndApply({ db, files, enqueue: jobs.enqueue, display }, options)
  } finally {
    display.stop()
    await jobs.stop()
  }
}

async function planAndApply(run: ImportRun, options: DatedArguments): Promise<ImportOutcome> {
  const { db } = run
  const startedAt = performance.now()
  const name = path.basename(options.file)
  const { encoding, file } = options
  // An invalid file throws here, before a supplier is created for it.
  await inspectFile({ name, encoding, open: () => createReadStream(file) })
  const selection = await resolveFeedSupplier(db, options)
  if ('problem' in selection) return selection
  const { supplier } = selection
  const warehouse = await ensureWarehouse(db, supplier)
  if (options.email && options.isApplied) await setSupplierEmail(db, supplier.id, options.email)
  const sent = {
    supplierId: supplier.id,
    warehouseId: warehouse.id,
    name,
    chunks: createReadStream(file),
    countedAt: options.asOf,
    encoding,
    now: new Date(),
  }
  const id = await receiveMappedFile(db, sent, run)
  const planned = await withProgress(run, id, () => makePlan(db, id, createDeps(run)))
  const refusal = options.isForced ? null : explainTooManyRefused(planned)
  const isApplied = options.isApplied && refusal === null
  const seconds = () => (performance.now() - startedAt) / 1_000
  const stored = isApplied ? await withProgress(run, id, () => applyPlan(db, id, createDeps(run))) : planned
  const hasMail = Boolean((options.isApplied && options.email) || supplier.contactEmail)
  const lines = await describeImport(db, stored, { isApplied, refusal, hasMail, seconds: seconds() })
  const { created, changed, unchanged } = stored
  return { lines, hasProducts: refusal === null && created + changed + unchanged > 0 }
}

function createDeps({ files, enqueue }: ImportRun): DirectDeps {
  return { files, enqueue, now: new Date(), log: createLog('silent') }
}

/** Displays the progress of an import while it runs. */
async function withProgress<Result>(
  { db, display }: ImportRun,
  id: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const show = async () => {
    const { state, rows, planned, total, created, changed, applied, stale, rejected } = await readImport(
      db,
      id,
    )
    if (state === 'applying')
      display.onProgress({ phase: 'applying', done: applied + stale + rejected, total: created + changed })
    else if (total === null) display.onProgress({ phase: 'reading', done: rows, total: null })
    else display.onProgress({ phase: 'planning', done: planned, total })
  }
  const timer = setInterval(() => void show().catch(() => undefined), POLL_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Returns why nothing is imported when more than half would be refused. */
function explainTooManyRefused({
  created,
  changed,
  unchanged,
  conflicts,
  refused,
}: StoredImport): string | null {
  const bad = conflicts + refused
  const total = created + changed + unchanged + bad
  if (bad * 2 <= total) return null
  return `Nothing was imported: ${bad} of ${total} products would be refused, more than half.`
}

/** The progress of an import; `total` is undefined until it is known. */
type ImportProgress = Readonly<{
  phase: 'reading' | 'planning' | 'applying'
  done: number
  total: number | null
}>

/** Displays the progress of an import until it is stopped. */
type ProgressDisplay = Readonly<{ onProgress(progress: ImportProgress): void; stop(): void }>

/** Returns a progress bar on a terminal, else a line per phase and per ten percent, so that logs stay readable. */
function createProgressBar(): ProgressDisplay {
  if (!process.stdout.isTTY) return { onProgress: createPlainProgress(), stop: () => undefined }
  const bar = new SingleBar(
    { format: '{phase} {bar} {value}/{total}', hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  )
  bar.start(1, 0, { phase: 'reading ' })
  return {
    onProgress({ phase, done, total }) {
      bar.setTotal(Math.max(total ?? done, 1))
      bar.update(done, { phase: phase.padEnd(8) })
    },
    stop: () => bar.stop(),
  }
}

function createPlainProgress(): (progress: ImportProgress) => void {
  let lastLine = ''
  return ({ phase, done, total }) => {
    const progressStep = total ? Math.floor((done * 10) / total) : Math.floor(done / 20_000)
    if (lastLine === `${phase} ${progressStep}`) return
    lastLine = `${phase} ${progressStep}`
    console.log(total ? `${phase}: ${done} of ${total} products` : `${phase}: ${done} rows`)
  }
}

/** The supplier of a feed, or why it is ambiguous. */
type FeedSupplier = Readonly<{ supplier: NamedSupplier | Supplier } | { problem: string }>

/**
 * Finds or creates the supplier of a feed. An unverified supplier is not found by its name, as anyone can register
 * any name.
 */
async function resolveFeedSupplier(
  db: Queryable,
  { whom, country }: Pick<ImportArguments, 'whom' | 'country'>,
): Promise<FeedSupplier> {
  const selection = await selectSupplier(db, whom)
  if ('problem' in selection) return selection
  const { supplier } = selection
  if (!supplier) return createSupplier(db, getSelectorName(whom), country)
  if ('shortName' in whom || supplier.owner === null || supplier.isVerified) return { supplier }
  const title = `${supplier.name} has signed up and is not verified:`
  return { problem: [title, ...formatChoices([supplier])].join('\n') }
}

async function createSupplier(db: Queryable, name: string, country: string): Promise<FeedSupplier> {
  const supplierResult = await findOrCreateSupplier(db, { name, country })
  if (supplierResult.isNew) return supplierResult
  return { problem: `${name} has just signed up. Run the import again.` }
}
