import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable } from '#database/database.ts'
import { paymentNotices, payments, receipts } from './tables.ts'

/** An attempt to pay, as kept. Amounts in cents. */
export type Payment = typeof payments.$inferSelect

/** Money taken by a provider, as kept. */
export type Receipt = typeof receipts.$inferSelect

/** Notes the intent to collect. */
export async function insertPayment(db: Queryable, payment: typeof payments.$inferInsert): Promise<Payment> {
  const [inserted] = await db.insert(payments).values(payment).returning()
  if (!inserted) throw new Error('the payment was not inserted')
  return inserted
}

/** Changes an attempt that is still open; a final state is never left. */
export async function updateOpenPayment(
  db: Queryable,
  id: number,
  change: Partial<Pick<Payment, 'state' | 'providerRef' | 'paymentUrl' | 'polls' | 'nextPollAt'>> & {
    updatedAt: Date
  },
): Promise<void> {
  await db
    .update(payments)
    .set(change)
    .where(and(eq(payments.id, id), inArray(payments.state, ['created', 'pending'])))
}

/** Sets an attempt paid, whatever it was before: money that came is a fact. */
export async function markPaid(
  db: Queryable,
  id: number,
  { providerRef, now }: { providerRef: string; now: Date },
): Promise<void> {
  await db
    .update(payments)
    .set({ state: 'paid', providerRef, nextPollAt: null, updatedAt: now })
    .where(eq(payments.id, id))
}

/** The attempt with our transaction id, else the one with the provider's. */
export async function findPayment(db: Queryable, transactionId: string): Promise<Payment | undefined> {
  const [found] = await db
    .select()
    .from(payments)
    .where(sql`${payments.publicId} = ${transactionId} or ${payments.providerRef} = ${transactionId}`)
    .limit(1)
  return found
}

/** The attempt with our transaction id at this provider, locked until the transaction ends. */
export async function lockPayment(
  tx: Queryable,
  { provider, publicId }: Pick<Payment, 'provider' | 'publicId'>,
): Promise<Payment | undefined> {
  const [found] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.publicId, publicId), eq(payments.provider, provider)))
    .for('update')
  return found
}

/**
 * Takes the open attempts about which the provider is to be asked now and puts each off to its next turn:
 * `waits[n]` seconds after the n-th question, never when there is no such wait.
 */
export async function takeDuePayments(
  db: Queryable,
  { now, waits, limit }: { now: Date; waits: readonly number[]; limit: number },
): Promise<string[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, ['created', 'pending']), lte(payments.nextPollAt, now)))
    .orderBy(asc(payments.nextPollAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(payments)
    .set({
      polls: sql`${payments.polls} + 1`,
      nextPollAt: sql`${now}::timestamptz + (${sql.param([...waits])}::float8[])[${payments.polls} + 2] * interval '1 second'`,
      updatedAt: now,
    })
    .where(inArray(payments.id, due))
    .returning({ publicId: payments.publicId })
  return taken.map((payment) => payment.publicId)
}

/** Notes a notice; false when the event was noted before. */
export async function insertNotice(
  db: Queryable,
  notice: typeof paymentNotices.$inferInsert,
): Promise<boolean> {
  const result = await db.insert(paymentNotices).values(notice).onConflictDoNothing()
  return (result.rowCount ?? 0) > 0
}

/** Notes money; undefined when the provider had told of the same money before. */
export async function insertReceipt(
  db: Queryable,
  receipt: typeof receipts.$inferInsert,
): Promise<Receipt | undefined> {
  const [inserted] = await db.insert(receipts).values(receipt).onConflictDoNothing().returning()
  return inserted
}

/** The money noted for an attempt, oldest first. */
export async function listReceipts(db: Queryable, paymentId: number): Promise<Receipt[]> {
  return db.select().from(receipts).where(eq(receipts.paymentId, paymentId)).orderBy(asc(receipts.id))
}
