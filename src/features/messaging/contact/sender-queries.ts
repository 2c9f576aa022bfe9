import { sql } from 'drizzle-orm'
import { type Queryable, queryRows, type Transaction } from '#database/database.ts'
import type { MessageState, SubscriberState } from './rules.ts'

/** A contact message, with the answers that were emailed, the oldest first. */
export type SentMessage = Readonly<{
  id: string
  name: string
  message: string
  state: MessageState
  createdAt: Date
  answers: { text: string; at: string }[]
}>

// The index is on the mailbox, which several addresses may share.
const isFrom = (email: string) =>
  sql`f_mailbox(m.email) = f_mailbox(${email}) and lower(m.email) = lower(${email})`

/** Returns the messages from an address, the newest first. */
export async function listSentMessages(db: Queryable, email: string): Promise<SentMessage[]> {
  return queryRows<SentMessage>(
    db,
    sql`
      select m.public_id as id, m.name, m.message, m.state, m.created_at as "createdAt",
        (select coalesce(json_agg(json_build_object('text', e.text, 'at', e.created_at) order by e.number), '[]')
          from contact_entries e where e.message_id = m.id and e.kind = 'answer') as answers
      from contact_messages m where ${isFrom(email)} order by m.id desc`,
  )
}

/** Deletes the messages from an address with their threads; returns their keys. */
export async function deleteSentMessages(tx: Transaction, email: string): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`delete from contact_messages m where ${isFrom(email)} returning m.id`,
  )
  return rows.map(({ id }) => id)
}

/** A subscription to the newsletter, by its address. */
export type StoredSubscription = Readonly<{
  state: SubscriberState
  subscribedAt: Date
  confirmedAt: Date | null
  unsubscribedAt: Date | null
}>

/** Returns the subscription of an address, if there is one. */
export async function findSubscription(
  db: Queryable,
  email: string,
): Promise<StoredSubscription | undefined> {
  const [found] = await queryRows<StoredSubscription>(
    db,
    sql`
      select state, subscribed_at as "subscribedAt", confirmed_at as "confirmedAt", unsubscribed_at as "unsubscribedAt"
      from newsletter_subscribers where email = lower(${email})`,
  )
  return found
}

/** Deletes the subscription of an address; returns whether there was one. */
export async function deleteSubscription(tx: Transaction, email: string): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`delete from newsletter_subscribers where email = lower(${email}) returning id`,
  )
  return rows.length > 0
}
