import { and, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/database.ts'
import { contactMessages, newsletterSubscribers } from './tables.ts'

/** A subscriber as kept. */
export type Subscriber = typeof newsletterSubscribers.$inferSelect

/** A message as kept. */
export type Message = typeof contactMessages.$inferSelect

/** The subscriber with this address (lower case), locked until the transaction ends; new ones get `token`. */
export async function openSubscriber(
  tx: Transaction,
  subscriber: Readonly<{ email: string; token: string; subscribedAt: Date }>,
): Promise<Subscriber> {
  const [opened] = await tx
    .insert(newsletterSubscribers)
    .values(subscriber)
    .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { email: subscriber.email } })
    .returning()
  if (!opened) throw new Error('the subscriber was not kept')
  return opened
}

/** The subscriber of this key or token, locked until the transaction ends; undefined when there is none. */
export async function lockSubscriber(
  tx: Transaction,
  by: Readonly<{ id: number }> | Readonly<{ token: string }>,
): Promise<Subscriber | undefined> {
  const [found] = await tx.select().from(newsletterSubscribers).where(isMeant(by)).for('update')
  return found
}

/** The subscriber whose mails carry this token, if there is one. */
export async function findSubscriber(db: Queryable, token: string): Promise<Subscriber | undefined> {
  const [found] = await db.select().from(newsletterSubscribers).where(isMeant({ token }))
  return found
}

function isMeant(by: Readonly<{ id: number }> | Readonly<{ token: string }>) {
  return 'id' in by ? eq(newsletterSubscribers.id, by.id) : eq(newsletterSubscribers.token, by.token)
}

/** Changes how it stands with a subscriber. */
export async function updateSubscriber(
  db: Queryable,
  id: number,
  change: Partial<Omit<Subscriber, 'id' | 'email' | 'token'>>,
): Promise<void> {
  await db.update(newsletterSubscribers).set(change).where(eq(newsletterSubscribers.id, id))
}

/** Forgets who was invited before `moment` and never answered. */
export async function deleteUnconfirmed(db: Queryable, moment: Date): Promise<void> {
  const { state, invitedAt } = newsletterSubscribers
  await db.delete(newsletterSubscribers).where(and(eq(state, 'pending'), lt(invitedAt, moment)))
}

/** Keeps a message; gives its key. */
export async function insertMessage(
  db: Queryable,
  message: typeof contactMessages.$inferInsert,
): Promise<number> {
  const [kept] = await db.insert(contactMessages).values(message).returning({ id: contactMessages.id })
  if (!kept) throw new Error('the message was not kept')
  return kept.id
}

/** How many messages came from an address, in whatever case, after `since`; others of it wait until this one is through. */
export async function countMessages(tx: Transaction, email: string, since: Date): Promise<number> {
  const address = email.toLowerCase()
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${address}`}, 0))`)
  const { email: sender, createdAt } = contactMessages
  const [counted] = await tx
    .select({ messages: count() })
    .from(contactMessages)
    .where(and(eq(sql`lower(${sender})`, address), gt(createdAt, since)))
  return counted?.messages ?? 0
}

/** The message of this key, if there is one. */
export async function findMessage(db: Queryable, id: number): Promise<Message | undefined> {
  const [found] = await db.select().from(contactMessages).where(eq(contactMessages.id, id))
  return found
}
