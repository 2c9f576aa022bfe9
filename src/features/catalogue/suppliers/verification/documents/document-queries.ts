import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { DocumentType, StatedItem } from '../shapes.ts'

/** A document of a store; its file exists while `deletedAt` is unset. */
export type StoredDocument = Readonly<{
  id: string
  supplierId: number
  item: StatedItem
  name: string
  type: DocumentType
  size: number
  uploadedAt: Date
  deletedAt: Date | null
}>

const COLUMNS = `
  public_id as id, supplier_id as "supplierId", item, name, type, size, uploaded_at as "uploadedAt", deleted_at as "deletedAt"`

/** Returns the documents of a store, oldest first; also those whose files were deleted after review. */
export async function listDocuments(db: Queryable, supplierId: number): Promise<StoredDocument[]> {
  return queryPrepared<StoredDocument>(db, LIST, [supplierId])
}

const LIST = {
  name: 'suppliers_list_documents',
  text: `
    select ${COLUMNS} from verification_documents d where supplier_id = $1 and stored_at is not null order by d.id`,
}

/** Returns a document with an existing file; only of the store of `ownerId`, if given. */
export async function findDocument(
  db: Queryable,
  id: string,
  ownerId: number | null,
): Promise<StoredDocument | undefined> {
  return (await queryPrepared<StoredDocument>(db, FIND, [id, ownerId]))[0]
}

const FIND = {
  name: 'suppliers_find_document',
  text: `
    select ${COLUMNS} from verification_documents
    where public_id = $1 and stored_at is not null and deleted_at is null
      and ($2::bigint is null or supplier_id = (select id from suppliers where owner_id = $2))`,
}

/** A document whose file will be written next. */
export type NewDocument = Readonly<{
  id: string
  supplierId: number
  item: StatedItem
  name: string
  type: DocumentType
  size: number
  accountId: number
  now: Date
}>

/** Records a document; returns false when its item already has the maximum. */
export async function insertDocument(
  tx: Transaction,
  document: NewDocument,
  maxCount: number,
): Promise<boolean> {
  const { id, supplierId, item, name, type, size, accountId, now } = document
  const values = [id, supplierId, item, name, type, size, accountId, now, maxCount]
  return (await queryPrepared(tx, INSERT, values)).length > 0
}

const INSERT = {
  name: 'suppliers_insert_document',
  text: `
    insert into verification_documents (public_id, supplier_id, item, name, type, size, uploaded_by, uploaded_at)
    select $1, $2::bigint, $3::text, $4, $5, $6, $7, $8
    where (select count(*) from verification_documents where supplier_id = $2 and item = $3 and deleted_at is null) < $9
    returning id`,
}

/** Records that a document's file was written; from then on it is shown. */
export async function markStored(tx: Transaction, id: string, now: Date): Promise<void> {
  await queryPrepared(tx, MARK_STORED, [id, now])
}

const MARK_STORED = {
  name: 'suppliers_mark_document_stored',
  text: 'update verification_documents set stored_at = $2 where public_id = $1',
}

/** Deletes a document of a store. */
export async function deleteDocument(tx: Transaction, supplierId: number, id: string): Promise<void> {
  await queryPrepared(tx, DELETE, [supplierId, id])
}

const DELETE = {
  name: 'suppliers_delete_document',
  text: 'delete from verification_documents where supplier_id = $1 and public_id = $2',
}

/** Deletes all documents of a closed account's store; returns their ids. */
export async function deleteDocuments(tx: Transaction, supplierId: number): Promise<string[]> {
  return (await queryPrepared<{ id: string }>(tx, DELETE_ALL, [supplierId])).map(({ id }) => id)
}

const DELETE_ALL = {
  name: 'suppliers_delete_documents',
  text: 'delete from verification_documents where supplier_id = $1 returning public_id as id',
}

/** The time limits for stored documents: reviewed before, uploaded before, or started before without a file. */
export type Retention = Readonly<{ reviewedBefore: Date; uploadedBefore: Date; begunBefore: Date }>

/** Locks expired documents; returns at most `limit`, and whether their files were ever shown. */
export async function lockExpiredDocuments(
  tx: Transaction,
  retention: Retention,
  limit: number,
): Promise<Readonly<{ id: string; isStored: boolean }>[]> {
  const { reviewedBefore, uploadedBefore, begunBefore } = retention
  return queryPrepared(tx, LOCK_EXPIRED, [reviewedBefore, uploadedBefore, begunBefore, limit])
}

const LOCK_EXPIRED = {
  name: 'suppliers_lock_expired_documents',
  text: `
    select d.public_id as id, d.stored_at is not null as "isStored" from verification_documents d
      left join store_verification_items v on v.supplier_id = d.supplier_id and v.item = d.item
    where d.deleted_at is null
      and (v.decided_at < $1 or d.uploaded_at < $2 or d.stored_at is null and d.uploaded_at < $3)
    order by d.uploaded_at limit $4 for update of d skip locked`,
}

/** Records that the files of these documents were deleted, and deletes their names. */
export async function markDeleted(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await queryPrepared(tx, MARK_DELETED, [ids, now])
}

const MARK_DELETED = {
  name: 'suppliers_mark_documents_deleted',
  text: `update verification_documents set deleted_at = $2, name = '' where public_id = any($1::text[])`,
}
