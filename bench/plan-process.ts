import path from 'node:path'
import { stat } from 'node:fs/promises'
import { newId } from '#core/ids.ts'
import { inTransaction, type Database } from '#database/database.ts'
import { applyImport } from '#features/catalogue/catalog/imports/plans/apply-import.ts'
import { insertImport, lockImport, moveImport } from '#features/catalogue/catalog/imports/import-queries.ts'
import { planImport } from '#features/catalogue/catalog/imports/plans/plan-import.ts'
import { findOrCreateSupplier } from '#features/catalogue/suppliers/service.ts'
import { withDatabase } from '#main/cli/with-database.ts'
import { loadConfig } from '#platform/config/config.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { createLog } from '#platform/log.ts'

/** The report to the parent process: seconds of each step, and the counts of the plans. */
export type PlanFigures = Readonly<{
  firstPlan: number
  apply: number
  secondPlan: number
  created: number
  changed: number
  unchanged: number
}>

/**
 * Plans a file, applies the plan and plans a second file against it. The files are in the data folder as `first`
 * and `second`.
 */
async function run(): Promise<PlanFigures> {
  const dataDir = process.env['DATA_DIR'] ?? ''
  return withDatabase(loadConfig(process.env), async ({ db }) => {
    const first = await measurePlan(db, dataDir, 'first')
    const applied = await measureApply(db, first.id)
    const second = await measurePlan(db, dataDir, 'second')
    const [planned, again] = [await read(db, first.id), await read(db, second.id)]
    return {
      firstPlan: first.seconds,
      apply: applied,
      secondPlan: second.seconds,
      created: planned.applied,
      changed: again.changed,
      unchanged: again.unchanged,
    }
  })
}

async function read(db: Database, id: number) {
  const stored = await lockImport(db, id)
  if (!stored || stored.failure) throw new Error(stored?.failure ?? 'the import is gone')
  return stored
}

async function measurePlan(
  db: Database,
  dataDir: string,
  fileKey: string,
): Promise<{ id: number; seconds: number }> {
  const { supplier, warehouse } = await findOrCreateSupplier(db, { name: 'Bench', country: 'US' })
  const now = new Date()
  const { id } = await insertImport(db, {
    publicId: newId('productImport'),
    supplierId: supplier.id,
    warehouseId: warehouse.id,
    state: 'planning',
    fileKey,
    fileName: fileKey,
    fileSize: (await stat(path.join(dataDir, fileKey))).size,
    format: 'shopify',
    encoding: 'utf-8',
    sample: { headers: [], rows: [] },
    mapping: null,
    connectionId: null,
    store: null,
    countedAt: now,
    createdAt: now,
  })
  const startedAt = performance.now()
  await planImport(db, id, {
    files: localFiles(dataDir),
    now,
    log: createLog('error'),
    enqueue: () => Promise.resolve(),
  })
  return { id, seconds: (performance.now() - startedAt) / 1_000 }
}

async function measureApply(db: Database, id: number): Promise<number> {
  const startedAt = performance.now()
  const now = new Date()
  await inTransaction(db, (tx) => moveImport(tx, { id, from: ['planned'], to: 'applying', now }))
  while ((await read(db, id)).state === 'applying')
    await applyImport(db, id, { now, enqueue: () => Promise.resolve() })
  return (performance.now() - startedAt) / 1_000
}

console.log(JSON.stringify(await run()))
