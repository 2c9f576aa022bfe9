import { sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { SavedList, SavedViewData } from './contract.ts'

/** The owner of views, and their list. */
type ViewOwner = Readonly<{ accountId: number; list: SavedList }>

/** Returns an account's saved views of a list, in their order. */
export async function selectSavedViews(
  db: Queryable,
  { accountId, list }: ViewOwner,
): Promise<SavedViewData[]> {
  return queryRows(
    db,
    sql`select public_id as id, name, query from saved_views v
      where account_id = ${accountId} and list = ${list} order by v.id`,
  )
}

/** Saves a view. Violates `saved_views_name` if the account has one with this name. */
export async function insertSavedView(
  tx: Transaction,
  {
    publicId,
    name,
    query,
    now,
    ...owner
  }: ViewOwner & Readonly<{ publicId: string; name: string; query: string; now: Date }>,
): Promise<void> {
  await tx.execute(sql`
    insert into saved_views (public_id, account_id, list, name, query, created_at)
    values (${publicId}, ${owner.accountId}, ${owner.list}, ${name}, ${query}, ${now})`)
}

/** Changes the given fields of an account's view; returns its list, or undefined if the account has no such view. */
export async function updateSavedView(
  tx: Transaction,
  {
    accountId,
    publicId,
    name,
    query,
  }: Readonly<{
    accountId: number
    publicId: string
    name: string | undefined
    query: string | undefined
  }>,
): Promise<SavedList | undefined> {
  const [updated] = await queryRows<{ list: SavedList }>(
    tx,
    sql`update saved_views set name = coalesce(${name ?? null}, name), query = coalesce(${query ?? null}, query)
      where account_id = ${accountId} and public_id = ${publicId} returning list`,
  )
  return updated?.list
}

/** Deletes an account's view, if it has it. */
export async function deleteSavedView(db: Queryable, accountId: number, publicId: string): Promise<void> {
  await db.execute(sql`delete from saved_views where account_id = ${accountId} and public_id = ${publicId}`)
}

/** Returns all views that an account has saved. */
export async function selectAllSavedViews(
  db: Queryable,
  accountId: number,
): Promise<Readonly<{ list: SavedList; name: string; query: string; createdAt: Date }>[]> {
  return queryRows(
    db,
    sql`select list, name, query, created_at as "createdAt" from saved_views
      where account_id = ${accountId} order by id`,
  )
}

/** Deletes all views that an account has saved. */
export async function deleteSavedViews(db: Queryable, accountId: number): Promise<void> {
  await db.execute(sql`delete from saved_views where account_id = ${accountId}`)
}
