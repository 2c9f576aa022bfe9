import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { emails } from './tables.ts'

/** An email of the outbox. */
export type StoredEmail = typeof emails.$inferSelect

/** An email to add to the outbox. */
export type NewEmail = Pick<StoredEmail, 'key' | 'recipient' | 'subject' | 'text' | 'html'> &
  Readonly<{ replyTo?: string; unsubscribeUrl?: string; isSecret?: boolean }>

/** Adds emails to the outbox; returns the ids of those with a new key. */
export async function insertEmails(
  db: Queryable,
  newEmails: readonly NewEmail[],
  createdAt: Date,
): Promise<number[]> {
  const inserted = await queryPrepared<{ id: number }>(db, INSERT_EMAILS, [
    JSON.stringify(newEmails),
    createdAt,
  ])
  return inserted.map((email) => email.id)
}

const INSERT_EMAILS = {
  name: 'notifications_insert_mails',
  text: `
    insert into emails (key, recipient, subject, text, html, reply_to, unsubscribe_url, is_secret, created_at)
    select key, recipient, subject, text, html, "replyTo", "unsubscribeUrl", coalesce("isSecret", false), $2
    from json_to_recordset($1) as m(key text, recipient text, subject text, text text, html text,
      "replyTo" text, "unsubscribeUrl" text, "isSecret" boolean)
    on conflict do nothing returning id`,
}

/** Deletes unsent emails from the outbox. */
export async function deleteQueuedEmails(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.delete(emails).where(and(inArray(emails.id, [...ids]), eq(emails.state, 'waiting')))
}

/** Lists the emails among these that have not been sent, in the order they were written. */
export async function listQueuedEmails(db: Queryable, ids: readonly number[]): Promise<StoredEmail[]> {
  return queryPrepared<StoredEmail>(db, LIST_QUEUED, [ids])
}

const LIST_QUEUED = {
  name: 'notifications_list_waiting',
  text: `
    select ${selectColumns(emails, 'm')} from emails m
    where m.id = any($1::bigint[]) and m.state = 'waiting' order by m.id`,
}

/** Records that emails were sent; `forgetSecrets` empties the secret ones among them. */
export async function markSent(
  db: Queryable,
  ids: readonly number[],
  { sentAt, forgetSecrets }: { sentAt: Date; forgetSecrets: boolean },
): Promise<void> {
  await queryPrepared(db, MARK_SENT, [ids, sentAt, forgetSecrets])
}

const MARK_SENT = {
  name: 'notifications_stamp_sent',
  text: `
    update emails set state = 'sent', sent_at = $2,
      text = case when is_secret and $3::boolean then '' else text end,
      html = case when is_secret and $3::boolean then '' else html end
    where id = any($1::bigint[])`,
}

/** Empties secret emails older than a moment, in any state. */
export async function clearSecretEmailsBefore(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`update emails set text = '', html = '' where is_secret and html <> '' and created_at < ${before}`,
  )
}

/** The recipient of emails: the address of an account, or an address. */
export type Recipient = Readonly<{ accountId: number }> | Readonly<{ email: string }>

/** An email in its recipient's data export. */
export type ExportedEmail = Readonly<{ subject: string; at: Date }>

/** Returns the emails to an address, newest first, without those that grant access. */
export async function listEmailsTo(
  db: Queryable,
  recipient: Recipient,
  limit: number,
): Promise<ExportedEmail[]> {
  return db
    .select({ subject: emails.subject, at: emails.createdAt })
    .from(emails)
    .where(and(eq(sql`lower(${emails.recipient})`, toAddress(recipient)), eq(emails.isSecret, false)))
    .orderBy(desc(emails.id))
    .limit(limit)
}

/** Empties the emails to an address; their keys stay, so that no email is sent twice. */
export async function clearEmailsTo(db: Queryable, recipient: Recipient): Promise<void> {
  await db
    .update(emails)
    .set({
      recipient: '',
      subject: '',
      text: '',
      html: '',
      failure: null,
      replyTo: null,
      unsubscribeUrl: null,
    })
    .where(and(eq(sql`lower(${emails.recipient})`, toAddress(recipient)), ne(emails.state, 'waiting')))
}

/** Empties the sent emails of these keys, for all recipients; unsent ones stay. */
export async function clearEmailsByKey(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(emails)
    .set({ subject: '', text: '', html: '', replyTo: null })
    .where(and(inArray(emails.key, [...keys]), ne(emails.state, 'waiting')))
}

function toAddress(recipient: Recipient) {
  if ('email' in recipient) return sql`lower(${recipient.email})`
  return sql`(select lower(${accounts.email}) from ${accounts} where ${accounts.id} = ${recipient.accountId})`
}

/** Records that the mail server rejected an email, and why. */
export async function markFailed(db: Queryable, id: number, failure: string): Promise<void> {
  await db.update(emails).set({ state: 'failed', failure }).where(eq(emails.id, id))
}

/** Lists the newest emails to an address (any case), or of all addresses. */
export async function listEmails(
  db: Queryable,
  recipient: string | undefined,
  limit: number,
): Promise<StoredEmail[]> {
  return db
    .select()
    .from(emails)
    .where(recipient === undefined ? undefined : eq(sql`lower(${emails.recipient})`, recipient.toLowerCase()))
    .orderBy(desc(emails.id))
    .limit(limit)
}
