import {
  inTransaction,
  violatedConstraint,
  type Database,
  type Queryable,
  type Transaction,
} from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { formatEncoding } from '../import/encoding/encoding-names.ts'
import type { ColumnMapping } from '../import/read/feed-format.ts'
import type { ImportDetailData, ProductImportData } from './contract.ts'
import { lockImport, moveImport, resetPlan, selectImport, type StoredImport } from './import-queries.ts'
import { upsertMapping } from './files/mapping-queries.ts'
import { checkMapping, toHeaderKey } from './files/mapping-rules.ts'
import { resetReading } from './stores/reading-queries.ts'
import { getMapping, type ImportDeps } from './files/receive-file.ts'
import { APPLY_JOB, PLAN_JOB, READ_STORE_JOB } from './job-names.ts'

/** A reference to an owner's import, and the time. */
export type ImportRef = Readonly<{ ownerId: number; publicId: string; now: Date }>

/** Returns an import of the owner's store. Throws `import_not_found`; refuses with `no_store`. */
export async function getImport(
  db: Queryable,
  { ownerId, publicId }: Omit<ImportRef, 'now'>,
): Promise<StoredImport> {
  const { supplierId } = await getStoreLocation(db, ownerId)
  const found = await selectImport(db, { supplierId, publicId })
  if (!found)
    throw notFound('import_not_found', 'This import doesn’t exist. It may have been deleted after 30 days.')
  return found
}

/**
 * Enqueues the plan of an import, and stores the given columns. Throws `import_not_found` and `column_missing`; refuses
 * with `import_busy` while it is being planned or applied.
 */
export async function requestPlan(
  db: Database,
  { mapping, ...ref }: ImportRef & Readonly<{ mapping: ColumnMapping | undefined }>,
  { enqueue }: Pick<ImportDeps, 'enqueue'>,
): Promise<StoredImport> {
  return changeImport(db, ref, async (tx, stored) => {
    const { id, supplierId, sample, format } = stored
    if (format === 'store') return requestReading(tx, stored, { now: ref.now, enqueue })
    const { headers } = sample
    const chosen = mapping ?? stored.mapping
    const checked =
      chosen === null && format !== 'mapped' ? null : checkMapping(chosen ?? {}, { headers, format })
    if (mapping && checked)
      await upsertMapping(tx, { supplierId, headerKey: toHeaderKey(headers), mapping: checked, now: ref.now })
    await moveToWork(tx, { id, to: 'planning', now: ref.now })
    await resetPlan(tx, { id, mapping: checked })
    await enqueue(tx, { job: PLAN_JOB, input: { id } })
  })
}

/** Enqueues another read of a connected store. */
async function requestReading(
  tx: Transaction,
  { id, connectionId }: StoredImport,
  { now, enqueue }: Readonly<{ now: Date }> & Pick<ImportDeps, 'enqueue'>,
): Promise<void> {
  if (connectionId === null)
    throw refused('store_disconnected', 'This store is no longer connected. Reconnect it, then import.')
  await moveToWork(tx, { id, to: 'reading', now }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'product_imports_reading') throw error
    throw refused('import_busy', 'Another import is reading this store. Wait until it has finished.')
  })
  await resetPlan(tx, { id, mapping: null })
  await resetReading(tx, id, now)
  await enqueue(tx, { job: READ_STORE_JOB, input: { id } })
}

async function moveToWork(
  tx: Transaction,
  { id, to, now }: Readonly<{ id: number; to: 'reading' | 'planning'; now: Date }>,
): Promise<void> {
  const from = ['unmapped', 'planned', 'applied', 'cancelled', 'failed'] as const
  if (!(await moveImport(tx, { id, from, to, now })))
    throw refused('import_busy', 'This import is running. Wait until it has finished, or cancel it.')
}

/** Enqueues the application of a plan. Throws `import_not_found`; refuses with `import_not_planned`. */
export async function requestApply(
  db: Database,
  ref: ImportRef,
  { enqueue }: Pick<ImportDeps, 'enqueue'>,
): Promise<StoredImport> {
  return changeImport(db, ref, async (tx, { id }) => {
    const moved = await moveImport(tx, { id, from: ['planned'], to: 'applying', now: ref.now })
    if (!moved)
      throw refused(
        'import_not_planned',
        'This plan can no longer be applied. Plan again to see the remaining changes.',
      )
    await enqueue(tx, { job: APPLY_JOB, input: { id } })
  })
}

/** Cancels an import; products written before stay. Throws `import_not_found`; refuses with `import_finished`. */
export async function cancelImport(db: Database, ref: ImportRef): Promise<StoredImport> {
  return changeImport(db, ref, async (tx, { id }) => {
    const from = ['unmapped', 'reading', 'planning', 'planned', 'applying'] as const
    const moved = await moveImport(tx, { id, from, to: 'cancelled', now: ref.now })
    if (!moved) throw refused('import_finished', 'This import has finished already.')
  })
}

async function changeImport(
  db: Database,
  ref: ImportRef,
  change: (tx: Transaction, stored: StoredImport) => Promise<void>,
): Promise<StoredImport> {
  return inTransaction(db, async (tx) => {
    const { id } = await getImport(tx, ref)
    const stored = await lockImport(tx, id)
    if (stored) await change(tx, stored)
    return getImport(tx, ref)
  })
}

/** Returns an import in the shape of its owner's list. */
export function presentImport(stored: StoredImport): ProductImportData {
  const { state, planned, total, applied, stale, rejected, created, changed, unchanged } = stored
  const written = applied + stale + rejected
  const isPlan = state === 'reading' || state === 'planning' || state === 'unmapped'
  return {
    id: stored.publicId,
    state,
    fileName: stored.fileName,
    fileSize: stored.fileSize,
    format: stored.format,
    platform: stored.store?.platform ?? null,
    encoding: stored.encoding === '' ? '' : formatEncoding(stored.encoding),
    countedAt: stored.countedAt.toISOString(),
    createdAt: stored.createdAt.toISOString(),
    plannedAt: stored.plannedAt?.toISOString() ?? null,
    finishedAt: stored.finishedAt?.toISOString() ?? null,
    failure: stored.failure,
    rows: stored.rows,
    progress: isPlan ? { done: planned, total } : { done: written, total: created + changed },
    counts: {
      created,
      changed,
      unchanged,
      conflicts: stored.conflicts,
      refused: stored.refused,
      applied,
      notApplied: stale + rejected,
    },
  }
}

/** Returns an import in the shape of its page. */
export function presentImportDetail(stored: StoredImport): ImportDetailData {
  const { headers, rows } = stored.sample
  return { ...presentImport(stored), sample: { headers, rows }, mapping: getMapping(stored) }
}
