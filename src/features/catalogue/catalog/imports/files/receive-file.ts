import { inTransaction, type Database } from '#database/database.ts'
import { invalid, refused } from '#core/errors.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { newId } from '#core/ids.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import type { Files } from '#platform/files/files.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { findEncoding } from '../../import/encoding/encoding-names.ts'
import type { ColumnMapping } from '../../import/read/feed-format.ts'
import { PLAN_JOB } from '../job-names.ts'
import { insertImport, type StoredImport, sumFileSizes } from '../import-queries.ts'
import { selectMapping } from './mapping-queries.ts'
import { keepChoosable, suggestMapping, toHeaderKey } from './mapping-rules.ts'
import { inspectFile, toSource } from './open-file.ts'

/** The most bytes of stored files of one store. */
const MAX_STORED_BYTES = 2_000_000_000

/** A file that a supplier uploads. */
export type SentFile = SentContent & Readonly<{ ownerId: number }>

/** The content of a file, the time of its stock count and, if known, its encoding. */
type SentContent = Readonly<{
  name: string
  chunks: AsyncIterable<Uint8Array>
  countedAt: Date | undefined
  encoding: string | undefined
  now: Date
}>

/** The storage of files, and the queue of jobs. */
export type ImportDeps = Readonly<{ files: Files; enqueue: Enqueue }>

/**
 * Stores a file, detects its format, and queues its plan. A file of an unknown format waits for a column mapping,
 * unless the store has one for its header. Throws `unknown_feed` and `unknown_encoding`, and then stores nothing.
 * Refuses with `no_store` and `too_many_files`.
 */
export async function receiveFile(db: Database, sent: SentFile, deps: ImportDeps): Promise<StoredImport> {
  return storeFile(db, { ...sent, ...(await getStoreLocation(db, sent.ownerId)) }, deps)
}

/** A file for a store, and its columns if they can't be detected. */
export type StoreFile = SentContent &
  Readonly<{ supplierId: number; warehouseId: number; mapping?: ColumnMapping }>

/** Stores a file for a store as `receiveFile` does. */
export async function storeFile(db: Database, sent: StoreFile, deps: ImportDeps): Promise<StoredImport> {
  const { supplierId, warehouseId } = sent
  if ((await sumFileSizes(db, supplierId)) > MAX_STORED_BYTES)
    throw refused(
      'too_many_files',
      'Your files of the last 30 days take up more than 2 GB. Files are deleted after 30 days; please upload this one later.',
    )
  const encoding = sent.encoding === undefined ? undefined : findEncoding(sent.encoding)
  if (sent.encoding !== undefined && !encoding)
    throw invalid('unknown_encoding', `${sent.encoding} is not a known encoding.`, { fields: ['encoding'] })
  const publicId = newId('productImport', sent.now.getTime())
  const fileKey = `imports/${publicId}`
  const counter = { size: 0 }
  await deps.files.write(fileKey, countBytes(sent.chunks, counter))
  try {
    const file = await inspectFile(toSource(deps.files, { fileKey, fileName: sent.name, encoding }))
    return await inTransaction(db, async (tx) => {
      const mapping =
        sent.mapping ?? (await selectMapping(tx, supplierId, toHeaderKey(file.sample.headers))) ?? null
      const isUnmapped = file.format === 'mapped' && !mapping
      const stored = await insertImport(tx, {
        ...file,
        publicId,
        supplierId,
        warehouseId,
        state: isUnmapped ? 'unmapped' : 'planning',
        connectionId: null,
        store: null,
        fileKey,
        fileName: toSingleLine(sent.name.toWellFormed()) || 'products',
        fileSize: counter.size,
        mapping,
        countedAt: sent.countedAt && sent.countedAt < sent.now ? sent.countedAt : sent.now,
        createdAt: sent.now,
      })
      if (!isUnmapped) await deps.enqueue(tx, { job: PLAN_JOB, input: { id: stored.id } })
      return stored
    })
  } catch (error) {
    await deps.files.remove(fileKey)
    throw error
  }
}

/** Returns the columns of an import as mapped, else as guessed. */
export function getMapping({ format, mapping, sample }: StoredImport) {
  if (mapping) return mapping
  if (format === 'store') return {}
  const suggested = suggestMapping(sample.headers)
  return format === 'mapped' ? suggested : keepChoosable(suggested)
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  counter: { size: number },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    counter.size += chunk.byteLength
    yield chunk
  }
}
