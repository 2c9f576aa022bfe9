import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { lockOwnStore, noStoreError } from '../manage-store.ts'
import { lockSupplier, selectSupplierByOwner, selectSupplierByPublicId, type Supplier } from '../queries.ts'
import type { VerificationData } from './contract.ts'
import { listDocuments, type StoredDocument } from './documents/document-queries.ts'
import { listStatements, type Statement, updateDecision, upsertStatement } from './queries.ts'
import { STATED_ITEMS, type StatedItem, type VerificationStatus } from './shapes.ts'

/** Returns whether a supplier has a bank account for payouts. */
export type HasPayoutAccount = (db: Queryable, supplierId: number) => Promise<boolean>

/** Returns the checklist of an account's own store. Refuses with `no_store`. */
export async function readOwnVerification(
  db: Queryable,
  ownerId: number,
  hasPayoutAccount: HasPayoutAccount,
): Promise<VerificationData> {
  const store = await selectSupplierByOwner(db, ownerId)
  if (!store) throw noStoreError()
  return readChecklist(db, store, hasPayoutAccount)
}

/** Returns the checklist of a supplier, for operators. Throws `supplier_not_found`. */
export async function readVerificationOf(
  db: Queryable,
  publicId: string,
  hasPayoutAccount: HasPayoutAccount,
): Promise<VerificationData> {
  const store = await selectSupplierByPublicId(db, publicId)
  if (!store) throw supplierNotFoundError()
  return readChecklist(db, store, hasPayoutAccount)
}

async function readChecklist(
  db: Queryable,
  { id, isVerified }: Pick<Supplier, 'id' | 'isVerified'>,
  hasPayoutAccount: HasPayoutAccount,
): Promise<VerificationData> {
  const [statements, documents] = [await listStatements(db, id), await listDocuments(db, id)]
  const items = STATED_ITEMS.map((item) => {
    const ofItem = documents.filter((document) => document.item === item)
    return { ...toItemView(item, findStatement(statements, item)), documents: ofItem.map(toDocumentView) }
  })
  const status = (await hasPayoutAccount(db, id)) ? 'computed' : 'missing'
  const bankAccount = { item: 'bank_account', status, statement: null, version: 0, statedAt: null } as const
  return { isVerified, items: [...items, { ...bankAccount, reason: null, documents: [] }] }
}

function toDocumentView(document: StoredDocument): VerificationData['items'][number]['documents'][number] {
  const { id, name, type, size, uploadedAt, deletedAt } = document
  const times = { uploadedAt: uploadedAt.toISOString(), deletedAt: deletedAt?.toISOString() ?? null }
  return { id, name, type, size, ...times }
}

function toItemView(
  item: StatedItem,
  stated: Statement | undefined,
): Omit<VerificationData['items'][number], 'documents'> {
  return {
    item,
    status: getStatus(stated),
    statement: stated?.statement ?? null,
    version: stated?.version ?? 0,
    statedAt: stated?.statedAt.toISOString() ?? null,
    reason: stated?.reason ?? null,
  }
}

/** Stores a statement of a store's owner; repeating it changes nothing. Refuses with `no_store`. */
export async function stateItem(
  db: Database,
  source: AuditSource,
  { item, statement }: Readonly<{ item: StatedItem; statement: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id: supplierId } = await lockOwnStore(tx, source.businessId)
    const stated = findStatement(await listStatements(tx, supplierId), item)
    if (stated?.statement === statement) return
    const { memberId: accountId, now } = source
    await upsertStatement(tx, { supplierId, item, statement, accountId, now })
    await recordItem(tx, source, { supplierId, item, stated, action: `Stated ${ITEM_NAMES[item]}` })
  })
}

/** An operator's decision about a version of a statement; a rejection has a reason. */
export type Decision = Readonly<{
  supplier: string
  item: StatedItem
  version: number
  decision: 'approved' | 'rejected'
  reason: string | null
}>

/**
 * Approves or rejects a statement. Throws `supplier_not_found`; refuses with `statement_changed` if the statement has
 * changed since.
 */
export async function decideItem(db: Database, source: AuditSource, decision: Decision): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await selectSupplierByPublicId(tx, decision.supplier)
    if (!found || !(await lockSupplier(tx, found.id))) throw supplierNotFoundError()
    const supplierId = found.id
    const { item, version, reason } = decision
    const stated = findStatement(await listStatements(tx, supplierId), item)
    const { memberId: accountId, now } = source
    const isDecided = await updateDecision(tx, {
      supplierId,
      item,
      version,
      decision: decision.decision,
      reason,
      accountId,
      now,
    })
    if (!isDecided)
      throw refused('statement_changed', 'The supplier has changed this. Reload and review it again.')
    const verb = decision.decision === 'approved' ? 'Approved' : 'Rejected'
    await recordItem(tx, source, { supplierId, item, stated, action: `${verb} ${ITEM_NAMES[item]}` })
  })
}

/**
 * Returns a supplier's address for documents, line by line: company, address, tax number. Rejected and missing
 * statements are left out.
 */
export async function listAddressLines(db: Queryable, supplierId: number): Promise<string[]> {
  const statements = await listStatements(db, supplierId)
  return ADDRESS_ITEMS.flatMap(({ item, prefix }) => {
    const stated = findStatement(statements, item)
    return stated && stated.decision !== 'rejected' ? [`${prefix}${stated.statement}`] : []
  })
}

const ADDRESS_ITEMS = [
  { item: 'company', prefix: '' },
  { item: 'address', prefix: '' },
  { item: 'tax_number', prefix: 'Tax number ' },
] as const

/** The names of the items in the log. */
export const ITEM_NAMES: Readonly<Record<StatedItem, string>> = {
  company: 'the company and register number',
  address: 'the business address',
  tax_number: 'the tax number',
  identity: 'the owner’s identity',
  product_proof: 'the proof of products',
}

/** Records the state of an item, but never the statement. */
async function recordItem(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{ supplierId: number; item: StatedItem; stated: Statement | undefined; action: string }>,
): Promise<void> {
  const { supplierId, item, stated, action } = change
  const now = findStatement(await listStatements(tx, supplierId), item)
  const toValues = (statement: Statement | undefined) => ({
    verification: getStatus(statement),
    version: statement?.version ?? 0,
  })
  const log = { supplierId, kind: 'store', action, entity: `verification:${item}` } as const
  await recordChange(tx, source, { ...log, before: toValues(stated), after: toValues(now) })
}

function findStatement(statements: readonly Statement[], item: StatedItem): Statement | undefined {
  return statements.find((statement) => statement.item === item)
}

function supplierNotFoundError(): AppError {
  return notFound('supplier_not_found', 'Supplier not found')
}

/** Returns the status of a stated item from its decision. */
function getStatus(statement: { decision: 'approved' | 'rejected' | null } | undefined): VerificationStatus {
  if (!statement) return 'missing'
  if (statement.decision === null) return 'attested'
  return statement.decision === 'approved' ? 'verified' : 'rejected'
}
