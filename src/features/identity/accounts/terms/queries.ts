import { and, eq, sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'
import { termsAcceptances } from '../tables.ts'

/** A version of the terms that an account has accepted. */
type Acceptance = typeof termsAcceptances.$inferSelect

/** Stores that an account has accepted a version of the terms; a second time changes nothing. */
export async function insertAcceptance(db: Queryable, acceptance: Acceptance): Promise<void> {
  await db.insert(termsAcceptances).values(acceptance).onConflictDoNothing()
}

/** Returns whether the account has accepted this version. */
export async function hasAcceptedTerms(
  db: Queryable,
  { accountId, version }: Pick<Acceptance, 'accountId' | 'version'>,
): Promise<boolean> {
  const found = await db
    .select({ version: termsAcceptances.version })
    .from(termsAcceptances)
    .where(and(eq(termsAcceptances.accountId, accountId), eq(termsAcceptances.version, version)))
  return found.length > 0
}

/** Returns the versions that the account has accepted, the oldest first. */
export async function listAcceptances(
  db: Queryable,
  accountId: number,
): Promise<Pick<Acceptance, 'version' | 'acceptedAt'>[]> {
  return queryRows(
    db,
    sql`select version, accepted_at as "acceptedAt" from terms_acceptances
      where account_id = ${accountId} order by accepted_at`,
  )
}
