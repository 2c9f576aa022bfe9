import type { Database } from '#database/database.ts'
import type { FeedSource } from '#features/catalogue/catalog/import/read/feed-source.ts'
import { applyPlan, planFile } from '#features/catalogue/catalog/imports/import-file.ts'
import { selectItems, selectNotes } from '#features/catalogue/catalog/imports/plans/item-queries.ts'
import type { ImportItemData } from '#features/catalogue/catalog/imports/contract.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createLog } from '#platform/log.ts'
import { createMemoryFiles } from '../shop/files.ts'

/** A file that a test imports for a supplier. `asOf` is the time of its stock count, `now` by default. */
type TestFile = Readonly<{
  supplierId: number
  warehouseId: number
  content: string | FeedSource
  asOf?: Date
  now: Date
  enqueue?: Enqueue
}>

/** The result of an import: products by outcome, the texts of the notes, and refusals. */
export type TestImport = Readonly<{
  created: number
  updated: number
  unchanged: number
  refusedCount: number
  notes: string[]
  refused: readonly ImportItemData[]
}>

/** Plans a file and applies the plan, as the page and the command do. */
export async function importTestFile(
  db: Database,
  { supplierId, warehouseId, content, asOf, now, enqueue = async () => undefined }: TestFile,
): Promise<TestImport> {
  const deps = { files: createMemoryFiles(), log: createLog('silent'), now, enqueue }
  const { name, open } =
    typeof content === 'string' ? { name: 'feed.csv', open: () => toChunks(content) } : content
  const file = { supplierId, warehouseId, name, chunks: open(), countedAt: asOf ?? now, encoding: undefined }
  const { id } = await planFile(db, { ...file, now }, deps)
  const stored = await applyPlan(db, id, deps)
  const list = (tab: 'refused' | 'conflicts' | 'not_applied') =>
    selectItems(db, { importId: id, tab, offset: 0, limit: 100 })
  const refused = [...(await list('refused')), ...(await list('conflicts')), ...(await list('not_applied'))]
  const notes = await selectNotes(db, { importId: id, limit: 100 })
  return {
    created: stored.created,
    updated: stored.changed,
    unchanged: stored.unchanged,
    refusedCount: stored.conflicts + stored.refused + stored.stale + stored.rejected,
    notes: notes.map(({ text }) => text),
    refused,
  }
}

async function* toChunks(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}
