import { and, eq, sql } from 'drizzle-orm'
import { type Queryable, rows } from '#database/database.ts'
import { termsAcceptances } from '../tables.ts'

/** A version of the terms that an account has accepted. */
type Acceptance = typeof termsAcceptances.$inferSelect

/** Stores that an account has accepted a version of the terms; a second time changes nothing. */
export async function insertAcceptance(db: Queryable, acceptance: Acceptance): Promise<void> {
  await db.insert(termsAcceptances).values(acceptance).onConflictDoNothing()
}

/** Returns whether the account has accepted this version. */
export async function hasAccepted(
  db: Queryable,
  { personId, version }: Pick<Acceptance, 'personId' | 'version'>,
): Promise<boolean> {
  const found = await db
    .select({ version: termsAcceptances.version })
    .from(termsAcceptances)
    .where(and(eq(termsAcceptances.personId, personId), eq(termsAcceptances.version, version)))
  return found.length > 0
}

/** Returns the versions that the account has accepted, the oldest first. */
export async function listAcceptances(
  db: Queryable,
  personId: number,
): Promise<Pick<Acceptance, 'version' | 'acceptedAt'>[]> {
  return rows(
    db,
    sql`select version, accepted_at as "acceptedAt" from terms_acceptances
      where person_id = ${personId} order by accepted_at`,
  )
}
