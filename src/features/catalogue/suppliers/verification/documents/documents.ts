import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { addMs, DAY } from '#core/time.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Files, OpenFile } from '#platform/files/files.ts'
import { storeUpload } from '#platform/files/uploads.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { DELETE_DOCUMENTS_JOB, lockOwnStore } from '../../manage-store.ts'
import { listStatements, reopenStatement } from '../queries.ts'
import type { StatedItem } from '../shapes.ts'
import { ITEM_NAMES } from '../verification.ts'
import { documentFormat, documentNotFound, getDocumentFileKey } from './document-format.ts'
import {
  deleteDocument,
  findDocument,
  insertDocument,
  lockExpiredDocuments,
  markDeleted,
  markStored,
  type StoredDocument,
} from './document-queries.ts'

/** The most documents of an item. */
const MAX_DOCUMENTS = 5
/** How long documents are stored: after the decision on their item, and without one. */
const REVIEWED_MS = 30 * DAY
const UNDECIDED_MS = 180 * DAY
const BEGUN_MS = DAY
const BATCH = 100

/** An uploaded document. */
export type UploadedDocument = Readonly<{ item: StatedItem; name: string; bytes: Uint8Array }>

/**
 * Stores a document and reopens the review of its item. Throws `not_a_document` and `busy`; refuses with `no_store`,
 * `statement_missing` and `too_many_documents`.
 */
export async function addDocument(
  db: Database,
  files: Files,
  { source, upload }: Readonly<{ source: AuditSource; upload: UploadedDocument }>,
): Promise<void> {
  const { item, name, bytes } = upload
  const { memberId: accountId, now } = source
  const id = newSecretId('verificationDocument')
  await storeUpload(documentFormat, files, {
    bytes,
    id,
    record: (stored) =>
      inTransaction(db, async (tx) => {
        const { id: supplierId } = await lockOwnStore(tx, source.businessId)
        await requireStatement(tx, supplierId, item)
        const document = { ...stored, id, supplierId, item, name, accountId, now }
        if (!(await insertDocument(tx, document, MAX_DOCUMENTS)))
          throw refused(
            'too_many_documents',
            `You can add up to ${MAX_DOCUMENTS} documents. Remove one first.`,
          )
      }),
  })
  await inTransaction(db, async (tx) => {
    const { id: supplierId } = await lockOwnStore(tx, source.businessId)
    await markStored(tx, id, now)
    await reopenStatement(tx, { supplierId, item, now })
    await recordDocument(tx, source, { supplierId, item, id, action: 'Added a document for' })
  })
}

async function requireStatement(tx: Transaction, supplierId: number, item: StatedItem): Promise<void> {
  if (!(await listStatements(tx, supplierId)).some((statement) => statement.item === item))
    throw refused(
      'statement_missing',
      'Enter the information that the document proves, then add the document.',
    )
}

/** Deletes a document of the account's store. Throws `document_not_found`; refuses with `no_store`. */
export async function removeDocument(
  db: Database,
  enqueue: Enqueue,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: supplierId } = await lockOwnStore(tx, source.businessId)
    const document = await findDocument(tx, id, source.businessId)
    if (!document) throw documentNotFound()
    const { item } = document
    await deleteDocument(tx, supplierId, id)
    await reopenStatement(tx, { supplierId, item, now: source.now })
    await recordDocument(tx, source, { supplierId, item, id, action: 'Removed a document for' })
    await enqueue(tx, { job: DELETE_DOCUMENTS_JOB, input: { ids: [id] } })
  })
}

/** A document's file and its record. */
export type OpenDocument = Readonly<{ file: OpenFile; document: StoredDocument }>

/** Opens a document for an authorized user; an operator's view is recorded. Throws `document_not_found`. */
export async function openDocument(
  db: Database,
  files: Files,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<OpenDocument> {
  const isOperator = source.role === 'operator'
  const document = await findDocument(db, id, isOperator ? null : source.businessId)
  const file = document && (await files.open(getDocumentFileKey(id, document.type)))
  if (!file) throw documentNotFound()
  const { supplierId, item } = document
  if (isOperator)
    await inTransaction(db, (tx) =>
      recordDocument(tx, source, { supplierId, item, id, action: 'Opened a document for' }),
    )
  return { file, document }
}

/** Records an action on a document, but never its name or contents. */
async function recordDocument(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{ supplierId: number; item: StatedItem; id: string; action: string }>,
): Promise<void> {
  const { supplierId, item, id, action } = change
  await recordChange(tx, source, {
    supplierId,
    kind: 'store',
    action: `${action} ${ITEM_NAMES[item]}`,
    entity: `verification:${item}`,
    before: {},
    after: { document: id },
  })
}

/** Deletes the files of expired documents, at most 100; returns their number. */
export async function deleteExpiredDocuments(db: Database, files: Files, now: Date): Promise<number> {
  const retention = {
    reviewedBefore: addMs(now, -REVIEWED_MS),
    uploadedBefore: addMs(now, -UNDECIDED_MS),
    begunBefore: addMs(now, -BEGUN_MS),
  }
  return inTransaction(db, async (tx) => {
    const expired = await lockExpiredDocuments(tx, retention, BATCH)
    const ids = expired.map(({ id }) => id)
    // Files first: after a failure the rows still exist, and the next run deletes the rest.
    await removeDocumentFiles(files, ids)
    await markDeleted(tx, ids, now)
    return ids.length
  })
}

/** Deletes the files of documents; missing files are ignored. */
export async function removeDocumentFiles(files: Files, ids: readonly string[]): Promise<void> {
  for (const id of ids) for (const key of documentFormat.listFileKeys(id)) await files.remove(key)
}
