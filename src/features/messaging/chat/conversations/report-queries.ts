import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { chatReports, type Side } from '../tables.ts'

/** Stores a report; returns its key. */
export async function insertReport(
  tx: Transaction,
  report: typeof chatReports.$inferInsert,
): Promise<number> {
  const [stored] = await tx.insert(chatReports).values(report).returning({ id: chatReports.id })
  if (!stored) throw new Error('the report was not kept')
  return stored.id
}

/** A report, and the party it is about. */
export type ReportRow = Readonly<{
  reason: string
  note: string
  side: Side
  id: string
  conversation: string
  store: string
  firstName: string
  lastName: string
  email: string
}>

/** Returns the report of this key. */
export async function findReport(db: Queryable, id: number): Promise<ReportRow | undefined> {
  const [found] = await queryPrepared<ReportRow>(db, FIND_REPORT, [id])
  return found
}

const FIND_REPORT = {
  name: 'chat_find_report',
  text: `
    select r.public_id as id, r.reason, r.note, r.side, c.public_id as conversation, s.name as store, p.first_name as "firstName",
      p.last_name as "lastName", p.email
    from chat_reports r join conversations c on c.id = r.conversation_id
    join suppliers s on s.id = c.supplier_id join accounts p on p.id = c.customer_id
    where r.id = $1`,
}
