import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { mails } from './tables.ts'

/** A mail of the outbox. */
export type Mail = typeof mails.$inferSelect

/** Puts mails into the outbox; gives the ids of those whose key was not there yet. */
export async function insertMails(
  db: Queryable,
  added: readonly (typeof mails.$inferInsert)[],
): Promise<number[]> {
  const inserted = await db
    .insert(mails)
    .values([...added])
    .onConflictDoNothing()
    .returning({ id: mails.id })
  return inserted.map((mail) => mail.id)
}

/** The mail, when it has not left yet. */
export async function findWaitingMail(db: Queryable, id: number): Promise<Mail | undefined> {
  const [found] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')))
  return found
}

/** Notes how a mail fared. */
export async function stampMail(
  db: Queryable,
  id: number,
  outcome: { state: 'sent'; sentAt: Date } | { state: 'failed'; failure: string },
): Promise<void> {
  await db.update(mails).set(outcome).where(eq(mails.id, id))
}

/** The newest mails to an address (any case), or of all addresses. */
export async function listMails(db: Queryable, to: string | undefined, limit: number): Promise<Mail[]> {
  return db
    .select()
    .from(mails)
    .where(to === undefined ? undefined : eq(sql`lower(${mails.recipient})`, to.toLowerCase()))
    .orderBy(desc(mails.id))
    .limit(limit)
}
