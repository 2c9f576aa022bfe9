import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import type { StatedItem } from './shapes.ts'

/** A supplier's statement and the decision about it; `reason` says why it was rejected. */
export type Statement = Readonly<{
  item: StatedItem
  statement: string
  version: number
  statedAt: Date
  decision: 'approved' | 'rejected' | null
  reason: string | null
}>

/** Lists a store's statements. */
export async function listStatements(db: Queryable, supplierId: number): Promise<Statement[]> {
  return queryPrepared<Statement>(db, LIST, [supplierId])
}

const LIST = {
  name: 'suppliers_list_statements',
  text: `
    select item, statement, version, stated_at as "statedAt", decision, reason from store_verification_items
    where supplier_id = $1 order by item`,
}

/** Stores a statement; a changed one is a new version without a decision. */
export async function upsertStatement(
  tx: Transaction,
  input: Readonly<{ supplierId: number; item: StatedItem; statement: string; accountId: number; now: Date }>,
): Promise<void> {
  const { supplierId, item, statement, accountId, now } = input
  await queryPrepared(tx, UPSERT, [supplierId, item, statement, accountId, now])
}

const UPSERT = {
  name: 'suppliers_upsert_statement',
  text: `
    insert into store_verification_items as v (supplier_id, item, statement, stated_by, stated_at)
    values ($1, $2, $3, $4, $5)
    on conflict (supplier_id, item) do update set statement = excluded.statement, version = v.version + 1,
      stated_by = excluded.stated_by, stated_at = excluded.stated_at, decision = null, reason = null, decided_by = null,
      decided_at = null`,
}

/** Stores a decision about a version of a statement; returns false if the statement has changed since. */
export async function updateDecision(
  tx: Transaction,
  input: Readonly<{
    supplierId: number
    item: StatedItem
    version: number
    decision: 'approved' | 'rejected'
    reason: string | null
    accountId: number
    now: Date
  }>,
): Promise<boolean> {
  const { supplierId, item, version, decision, reason, accountId, now } = input
  const values = [supplierId, item, version, decision, reason, accountId, now]
  return (await queryPrepared(tx, UPDATE_DECISION, values)).length > 0
}

const UPDATE_DECISION = {
  name: 'suppliers_decide_statement',
  text: `
    update store_verification_items set decision = $4, reason = $5, decided_by = $6, decided_at = $7
    where supplier_id = $1 and item = $2 and version = $3 returning item`,
}

/** Deletes the statements of a closed account's store. */
export async function deleteStatements(tx: Transaction, supplierId: number): Promise<void> {
  await queryPrepared(tx, DELETE, [supplierId])
}

const DELETE = {
  name: 'suppliers_delete_statements',
  text: 'delete from store_verification_items where supplier_id = $1',
}

/** Reopens a statement for review, because its documents have changed; returns false if there is no statement. */
export async function reopenStatement(
  tx: Transaction,
  { supplierId, item, now }: Readonly<{ supplierId: number; item: StatedItem; now: Date }>,
): Promise<boolean> {
  return (await queryPrepared(tx, REOPEN, [supplierId, item, now])).length > 0
}

const REOPEN = {
  name: 'suppliers_reopen_statement',
  text: `
    update store_verification_items set version = version + 1, stated_at = $3, decision = null, reason = null, decided_by = null,
      decided_at = null
    where supplier_id = $1 and item = $2 returning item`,
}
