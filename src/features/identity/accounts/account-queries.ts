import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { selectColumns, queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { accounts } from './tables.ts'

/** An account as stored. */
export type Account = typeof accounts.$inferSelect

/** An account that signs up, or is created by an operator. */
export type NewAccount = Omit<typeof accounts.$inferInsert, 'id' | 'closedAt'>

/** Returns the account of an address (as `normalizeEmail` returns it), verified or not. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  const [found] = await queryPrepared<Account>(db, BY_EMAIL, [email])
  return found
}

const BY_EMAIL = {
  name: 'accounts_by_email',
  text: `select ${selectColumns(accounts, 'p')} from accounts p where lower(p.email) = $1 and p.closed_at is null`,
}

/** Returns the open account with this public id. */
export async function findAccountByPublicId(db: Queryable, publicId: string): Promise<Account | undefined> {
  const [found] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.publicId, publicId), isNull(accounts.closedAt)))
  return found
}

/** Returns the open account of this key. */
export async function findAccountById(db: Queryable, id: number): Promise<Account | undefined> {
  const [found] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.closedAt)))
  return found
}

/** Returns the same account, locked until the transaction ends. */
export async function lockAccount(tx: Transaction, id: number): Promise<Account | undefined> {
  const [found] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.closedAt)))
    .for('update')
  return found
}

/** Stores a new account; returns its key, or undefined when the address has an account. */
export async function insertAccount(tx: Queryable, account: NewAccount): Promise<number | undefined> {
  const [stored] = await tx
    .insert(accounts)
    .values(account)
    .onConflictDoNothing()
    .returning({ id: accounts.id })
  return stored?.id
}

/** Replaces the unverified sign-up of the address by an account; returns its key, if there was one. */
export async function replaceUnverifiedAccount(
  tx: Queryable,
  account: NewAccount,
): Promise<number | undefined> {
  const [stored] = await tx
    .update(accounts)
    .set(account)
    .where(
      and(
        eq(sql`lower(${accounts.email})`, account.email),
        isNull(accounts.emailVerifiedAt),
        isNull(accounts.closedAt),
      ),
    )
    .returning({ id: accounts.id })
  return stored?.id
}

/** Changes an account. */
export async function updateAccount(
  db: Queryable,
  id: number,
  change: Partial<NewAccount & Pick<Account, 'closedAt'>>,
): Promise<void> {
  await db.update(accounts).set(change).where(eq(accounts.id, id))
}

/** Replaces the hash of an unchanged password by a stronger one. */
export async function replacePasswordHash(
  db: Queryable,
  id: number,
  [before, after]: readonly [string, string],
): Promise<void> {
  await db
    .update(accounts)
    .set({ passwordHash: after })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, before)))
}

/** Deletes the sign-up of this address that was never verified, if there is one. */
export async function deleteUnverifiedByEmail(tx: Transaction, email: string): Promise<void> {
  await tx
    .delete(accounts)
    .where(
      and(
        eq(sql`lower(${accounts.email})`, email),
        isNull(accounts.emailVerifiedAt),
        isNull(accounts.closedAt),
      ),
    )
}

/** Deletes sign-ups of before then that were never verified. */
export async function deleteUnverifiedAccounts(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`delete from accounts where email_verified_at is null and closed_at is null and created_at < ${before}`,
  )
}

/** Lists the keys of accounts closed since then. */
export async function listAccountsClosedSince(db: Queryable, since: Date): Promise<number[]> {
  const found = await db.select({ id: accounts.id }).from(accounts).where(gte(accounts.closedAt, since))
  return found.map(({ id }) => id)
}
