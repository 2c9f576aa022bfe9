import type { Database } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { Log } from '#platform/log.ts'
import { type ImportDeps, storeFile, type StoreFile } from './files/receive-file.ts'
import { lockImport, moveImport, type StoredImport } from './import-queries.ts'
import { APPLY_JOB, PLAN_JOB } from './job-names.ts'
import { applyImport } from './plans/apply-import.ts'
import { planImport } from './plans/plan-import.ts'

/** The dependencies of an import that runs in this process instead of by jobs. */
export type DirectDeps = ImportDeps & Readonly<{ now: Date; log: Log }>

/** Stores a file and makes its plan immediately. Throws as `receiveMappedFile` and `makePlan` do. */
export async function planFile(db: Database, sent: StoreFile, deps: DirectDeps): Promise<StoredImport> {
  return makePlan(db, await receiveMappedFile(db, sent, deps), deps)
}

/**
 * Stores a file with known columns; returns the key of its import. Refuses with `columns_unknown`, and as `storeFile`
 * does.
 */
export async function receiveMappedFile(db: Database, sent: StoreFile, deps: ImportDeps): Promise<number> {
  const { id, state } = await storeFile(db, sent, withoutImportJobs(deps))
  if (state !== 'unmapped') return id
  throw refused(
    'columns_unknown',
    `The columns of ${sent.name} are not known yet. Choose them once at /dashboard/supplier/imports.`,
  )
}

/**
 * Creates the plan of an import immediately. Refuses with `import_running` while another import of the supplier is
 * planned, and with `import_failed` if the file cannot be planned.
 */
export async function makePlan(db: Database, id: number, deps: DirectDeps): Promise<StoredImport> {
  await planImport(db, id, withoutImportJobs(deps))
  const planned = await readImport(db, id)
  if (planned.state === 'planned') return planned
  if (planned.state !== 'planning')
    throw refused('import_failed', planned.failure ?? 'The import was cancelled.')
  await moveImport(db, { id, from: ['planning'], to: 'cancelled', now: deps.now })
  throw refused(
    'import_running',
    'Another import for this supplier is running. Try again when it has finished.',
  )
}

/** Applies a plan completely before it returns. */
export async function applyPlan(db: Database, id: number, deps: DirectDeps): Promise<StoredImport> {
  await moveImport(db, { id, from: ['planned'], to: 'applying', now: deps.now })
  while ((await readImport(db, id)).state === 'applying') await applyImport(db, id, withoutImportJobs(deps))
  return readImport(db, id)
}

/** Returns an import by its internal key. */
export async function readImport(db: Database, id: number): Promise<StoredImport> {
  const stored = await lockImport(db, id)
  if (!stored) throw new Error('The import no longer exists.')
  return stored
}

/**
 * Returns dependencies that enqueue no jobs of imports, because this process plans and applies. All other jobs are
 * enqueued.
 */
function withoutImportJobs<Deps extends Pick<ImportDeps, 'enqueue'>>(deps: Deps): Deps {
  const { enqueue } = deps
  return {
    ...deps,
    enqueue: async (tx, request) => {
      if (request.job !== PLAN_JOB && request.job !== APPLY_JOB) await enqueue(tx, request)
    },
  }
}
