import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { columnsOf, named, type Queryable } from '#database/database.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { mails } from './tables.ts'

/** A mail of the outbox. */
export type Mail = typeof mails.$inferSelect

/** A mail to be put into the outbox. */
export type NewMail = Pick<Mail, 'key' | 'recipient' | 'subject' | 'text' | 'html'> &
  Readonly<{ replyTo?: string; unsubscribeUrl?: string; isSecret?: boolean }>

/** Puts mails into the outbox; gives the ids of those whose key was not there yet. */
export async function insertMails(
  db: Queryable,
  added: readonly NewMail[],
  createdAt: Date,
): Promise<number[]> {
  const inserted = await named<{ id: number }>(db, INSERT_MAILS, [JSON.stringify(added), createdAt])
  return inserted.map((mail) => mail.id)
}

const INSERT_MAILS = {
  name: 'notifications_insert_mails',
  text: `
    insert into mails (key, recipient, subject, text, html, reply_to, unsubscribe_url, is_secret, created_at)
    select key, recipient, subject, text, html, "replyTo", "unsubscribeUrl", coalesce("isSecret", false), $2
    from json_to_recordset($1) as m(key text, recipient text, subject text, text text, html text,
      "replyTo" text, "unsubscribeUrl" text, "isSecret" boolean)
    on conflict do nothing returning id`,
}

/** Takes mails that have not left out of the outbox. */
export async function deleteWaitingMails(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.delete(mails).where(and(inArray(mails.id, [...ids]), eq(mails.state, 'waiting')))
}

/** Those of the mails that have not left yet, in the order they were written. */
export async function listWaitingMails(db: Queryable, ids: readonly number[]): Promise<Mail[]> {
  return named<Mail>(db, LIST_WAITING, [ids])
}

const LIST_WAITING = {
  name: 'notifications_list_waiting',
  text: `
    select ${columnsOf(mails, 'm')} from mails m
    where m.id = any($1::bigint[]) and m.state = 'waiting' order by m.id`,
}

/** Notes that mails have left; `forgetSecrets` empties those of them that are secret. */
export async function stampSent(
  db: Queryable,
  ids: readonly number[],
  { sentAt, forgetSecrets }: { sentAt: Date; forgetSecrets: boolean },
): Promise<void> {
  await named(db, STAMP_SENT, [ids, sentAt, forgetSecrets])
}

const STAMP_SENT = {
  name: 'notifications_stamp_sent',
  text: `
    update mails set state = 'sent', sent_at = $2,
      text = case when is_secret and $3::boolean then '' else text end,
      html = case when is_secret and $3::boolean then '' else html end
    where id = any($1::bigint[])`,
}

/** Empties secret mails of before then, whatever became of them. */
export async function emptySecrets(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`update mails set text = '', html = '' where is_secret and html <> '' and created_at < ${before}`,
  )
}

/** A mail as its receiver takes it along. */
export type ExportedMail = Readonly<{ subject: string; at: Date }>

/** What was mailed to a person's address, newest first; what opened an account is left out, as it may still do so. */
export async function listMailsOf(db: Queryable, personId: number, limit: number): Promise<ExportedMail[]> {
  return db
    .select({ subject: mails.subject, at: mails.createdAt })
    .from(mails)
    .where(and(eq(sql`lower(${mails.recipient})`, addressOf(personId)), eq(mails.isSecret, false)))
    .orderBy(desc(mails.id))
    .limit(limit)
}

/** Empties what was mailed to a person's address; that it was, stays known by its key, so that nothing is sent twice. */
export async function emptyMailsOf(db: Queryable, personId: number): Promise<void> {
  await db
    .update(mails)
    .set({
      recipient: '',
      subject: '',
      text: '',
      html: '',
      failure: null,
      replyTo: null,
      unsubscribeUrl: null,
    })
    .where(and(eq(sql`lower(${mails.recipient})`, addressOf(personId)), ne(mails.state, 'waiting')))
}

/** Forgets what mails of these keys said, to whomever they went; those that have still to leave stay. */
export async function emptyMailsCalled(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(mails)
    .set({ subject: '', text: '', html: '' })
    .where(and(inArray(mails.key, [...keys]), ne(mails.state, 'waiting')))
}

function addressOf(personId: number) {
  return sql`(select lower(${people.email}) from ${people} where ${people.id} = ${personId})`
}

/** Notes that the mail server will not have a mail, and why. */
export async function stampFailed(db: Queryable, id: number, failure: string): Promise<void> {
  await db.update(mails).set({ state: 'failed', failure }).where(eq(mails.id, id))
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
