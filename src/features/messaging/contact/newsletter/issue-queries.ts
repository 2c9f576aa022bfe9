import { eq } from 'drizzle-orm'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { newsletterIssues } from '../tables.ts'

/** An issue of the newsletter; `month` (its first day, ISO 8601) is the month of the products it shows. */
export type Issue = typeof newsletterIssues.$inferSelect

/** Returns the issue of a month, if it exists. */
export async function findIssue(db: Queryable, month: string): Promise<Issue | undefined> {
  const [found] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.month, month))
  return found
}

/** Stores the contents of an issue; an existing issue is unchanged. */
export async function insertIssue(db: Queryable, issue: Issue): Promise<void> {
  await db.insert(newsletterIssues).values(issue).onConflictDoNothing()
}

/** A subscriber who receives an issue. */
export type IssueReader = Readonly<{ id: number; email: string; token: string }>

/**
 * Marks an issue as sent to the next subscribers after the key `after`, and returns them. They confirmed before the
 * issue was created and have not received it.
 */
export async function claimIssueReaders(
  tx: Transaction,
  { issue, after, most }: Readonly<{ issue: Issue; after: number; most: number }>,
): Promise<IssueReader[]> {
  return queryPrepared<IssueReader>(tx, CLAIM_ISSUE_READERS, [issue.month, issue.createdAt, after, most])
}

const CLAIM_ISSUE_READERS = {
  name: 'contact_take_readers',
  text: `
    with next as materialized (
      select id from newsletter_subscribers
      where state = 'confirmed' and id > $3 and confirmed_at <= $2 and (last_issue is null or last_issue < $1::date)
      order by id limit $4 for no key update skip locked),
    taken as (
      update newsletter_subscribers s set last_issue = $1::date from next where s.id = next.id
      returning s.id, s.email, s.token)
    select * from taken order by id`,
}
