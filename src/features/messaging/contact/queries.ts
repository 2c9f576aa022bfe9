import { and, count, eq, gt, lt, max, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/database.ts'
import { contactMessages, newsletterSubscribers } from './tables.ts'

/** A subscriber as stored. */
export type Subscriber = typeof newsletterSubscribers.$inferSelect

/** A message as stored. */
export type Message = typeof contactMessages.$inferSelect

/** Returns the subscriber with this address (lower case), locked until the transaction ends; new ones get `token`. */
export async function upsertSubscriber(
  tx: Transaction,
  subscriber: Readonly<{ email: string; token: string; subscribedAt: Date }>,
): Promise<Subscriber> {
  const [stored] = await tx
    .insert(newsletterSubscribers)
    .values(subscriber)
    .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { email: subscriber.email } })
    .returning()
  if (!stored) throw new Error('the subscriber was not kept')
  return stored
}

/** Returns the subscriber of this key or token, locked until the transaction ends; undefined if there is none. */
export async function lockSubscriber(
  tx: Transaction,
  key: Readonly<{ id: number }> | Readonly<{ token: string }>,
): Promise<Subscriber | undefined> {
  const [found] = await tx.select().from(newsletterSubscribers).where(matchesKey(key)).for('update')
  return found
}

/** Returns the subscriber of an email token, if there is one. */
export async function findSubscriber(db: Queryable, token: string): Promise<Subscriber | undefined> {
  const [found] = await db.select().from(newsletterSubscribers).where(matchesKey({ token }))
  return found
}

function matchesKey(key: Readonly<{ id: number }> | Readonly<{ token: string }>) {
  return 'id' in key ? eq(newsletterSubscribers.id, key.id) : eq(newsletterSubscribers.token, key.token)
}

/** Changes the state of a subscriber. */
export async function updateSubscriber(
  db: Queryable,
  id: number,
  change: Partial<Omit<Subscriber, 'id' | 'email' | 'token'>>,
): Promise<void> {
  await db.update(newsletterSubscribers).set(change).where(eq(newsletterSubscribers.id, id))
}

/** Deletes invitations from before `moment` that were never confirmed. */
export async function deleteUnconfirmed(db: Queryable, moment: Date): Promise<void> {
  const { state, invitedAt } = newsletterSubscribers
  await db.delete(newsletterSubscribers).where(and(eq(state, 'pending'), lt(invitedAt, moment)))
}

/** Stores a message; returns its key. */
export async function insertContactMessage(
  db: Queryable,
  message: typeof contactMessages.$inferInsert,
): Promise<number> {
  const [stored] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  if (!stored) throw new Error('the message was not kept')
  return stored.id
}

/**
 * Counts a mailbox's messages after `since`, in any spelling of its address. Locks the mailbox until the transaction
 * ends.
 */
export async function countMessages(tx: Transaction, email: string, since: Date): Promise<number> {
  await lockMailbox(tx, 'contact', email)
  const { email: sender, createdAt } = contactMessages
  const [totals] = await tx
    .select({ messages: count() })
    .from(contactMessages)
    .where(and(eq(sql`f_mailbox(${sender})`, sql`f_mailbox(${email})`), gt(createdAt, since)))
  return totals?.messages ?? 0
}

/**
 * Locks a mailbox's invitations and returns how many were unanswered, and when the last was sent. The lock lasts until
 * the transaction ends.
 */
export async function lockInvitations(
  tx: Transaction,
  email: string,
): Promise<Pick<Subscriber, 'invitations' | 'invitedAt'>> {
  await lockMailbox(tx, 'newsletter', email)
  const { email: subscriber, invitations, invitedAt, state } = newsletterSubscribers
  const [totals] = await tx
    .select({ invitations: sql<number>`coalesce(sum(${invitations}), 0)::int`, invitedAt: max(invitedAt) })
    .from(newsletterSubscribers)
    .where(and(eq(sql`f_mailbox(${subscriber})`, sql`f_mailbox(${email})`), eq(state, 'pending')))
  return totals ?? { invitations: 0, invitedAt: null }
}

async function lockMailbox(tx: Transaction, purpose: string, email: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} `} || f_mailbox(${email}), 0))`,
  )
}

/** Returns the message of this key, if there is one. */
export async function findMessage(db: Queryable, id: number): Promise<Message | undefined> {
  const [found] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return found
}
