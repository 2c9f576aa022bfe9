import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { selectColumns, queryPrepared, type Queryable } from '#database/database.ts'
import { payments, receipts } from './tables.ts'

/** An attempt to pay, as stored. Amounts in cents. */
export type Payment = typeof payments.$inferSelect

/** Money taken by a provider, as stored. */
export type Receipt = typeof receipts.$inferSelect

/** The input of a new attempt; the other columns have defaults. */
export type NewPayment = Pick<
  Payment,
  'publicId' | 'reference' | 'provider' | 'method' | 'currency' | 'amount' | 'nextPollAt' | 'createdAt'
>

/** Inserts an attempt to collect a payment; returns its key. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<number> {
  const { publicId, reference, provider, method, currency, amount, nextPollAt, createdAt } = payment
  const values = [publicId, reference, provider, method, currency, amount, nextPollAt, createdAt]
  const [inserted] = await queryPrepared<{ id: number }>(db, INSERT_PAYMENT, values)
  if (!inserted) throw new Error('the payment was not inserted')
  return inserted.id
}

const INSERT_PAYMENT = {
  name: 'payments_insert_payment',
  text: `
    insert into payments
      (public_id, reference, provider, method, currency, amount, next_poll_at, created_at, updated_at, state)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8, 'created') returning id`,
}

/** Stores the page that the provider opened for an open attempt. */
export async function savePaymentPage(
  db: Queryable,
  id: number,
  { providerRef, paymentUrl, now }: { providerRef: string; paymentUrl: string; now: Date },
): Promise<void> {
  await queryPrepared(db, SAVE_PAGE, [id, providerRef, paymentUrl, now])
}

const SAVE_PAGE = {
  name: 'payments_note_page',
  text: `
    update payments set state = 'pending', provider_ref = $2, payment_url = $3, updated_at = $4
    where id = $1 and state in ('created', 'pending')`,
}

/** Marks an attempt's page as closed, so that it can no longer be paid. */
export async function markPageClosed(db: Queryable, id: number, now: Date): Promise<void> {
  await queryPrepared(db, MARK_PAGE_CLOSED, [id, now])
}

const MARK_PAGE_CLOSED = {
  name: 'payments_note_page_closed',
  text: `update payments set page_closed_at = $2 where id = $1`,
}

/** Closes an open attempt without money; final states never change. */
export async function closeOpenPayment(
  db: Queryable,
  id: number,
  { state, now }: { state: 'failed' | 'cancelled'; now: Date },
): Promise<void> {
  await db
    .update(payments)
    .set({ state, nextPollAt: null, updatedAt: now })
    .where(and(eq(payments.id, id), inArray(payments.state, ['created', 'pending'])))
}

/** Returns the attempt with our transaction id, else the one with the provider's. */
export async function findPayment(db: Queryable, transactionId: string): Promise<Payment | undefined> {
  const [found] = await db
    .select()
    .from(payments)
    .where(sql`${payments.publicId} = ${transactionId} or ${payments.providerRef} = ${transactionId}`)
    .limit(1)
  return found
}

/** Lists at most `most` payment attempts for a purchase, newest first. */
export async function listAttempts(db: Queryable, reference: string, limit: number): Promise<Payment[]> {
  return queryPrepared<Payment>(db, LIST_ATTEMPTS, [reference, limit])
}

const LIST_ATTEMPTS = {
  name: 'payments_list_attempts',
  text: `
    select ${selectColumns(payments, 'p')} from payments p where p.reference = $1 order by p.id desc limit $2`,
}

/** Returns the attempt with our transaction id at this provider, locked until the transaction ends. */
export async function lockPayment(
  tx: Queryable,
  { provider, publicId }: Pick<Payment, 'provider' | 'publicId'>,
): Promise<Payment | undefined> {
  const [found] = await queryPrepared<Payment>(tx, LOCK_PAYMENT, [publicId, provider])
  return found
}

const LOCK_PAYMENT = {
  name: 'payments_lock_payment',
  text: `select ${selectColumns(payments, 'p')} from payments p where p.public_id = $1 and p.provider = $2 for update`,
}

/**
 * Claims the open attempts due for polling and postpones each to its next poll. That is `waits[n]` seconds after the
 * n-th poll, or never if there is no such wait.
 */
export async function claimDuePayments(
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
  const claimed = await db
    .update(payments)
    .set({
      polls: sql`${payments.polls} + 1`,
      nextPollAt: sql`${now}::timestamptz + (${sql.param([...waits])}::float8[])[${payments.polls} + 2] * interval '1 second'`,
      updatedAt: now,
    })
    .where(inArray(payments.id, due))
    .returning({ publicId: payments.publicId })
  return claimed.map((payment) => payment.publicId)
}

/** Money received for an attempt. `providerRef` is the provider's id of the attempt. */
export type NewReceipt = Omit<Receipt, 'id'> & Readonly<{ providerRef: string }>

/**
 * Inserts a receipt and marks its attempt as paid, whatever its state: received money is a fact. Returns the receipt's
 * key; undefined, with nothing changed, if the provider had reported the same money before.
 */
export async function insertReceipt(db: Queryable, receipt: NewReceipt): Promise<number | undefined> {
  const { paymentId, provider, externalId, currency, amount, state, reason, receivedAt, providerRef } =
    receipt
  const values = [paymentId, provider, externalId, currency, amount, state, reason, receivedAt, providerRef]
  const [inserted] = await queryPrepared<{ id: number }>(db, INSERT_RECEIPT, values)
  return inserted?.id
}

const INSERT_RECEIPT = {
  name: 'payments_insert_receipt',
  text: `
    with noted as (
      insert into receipts (payment_id, provider, external_id, currency, amount, state, reason, received_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id, payment_id),
    paid as (
      update payments p set state = 'paid', provider_ref = $9, next_poll_at = null, updated_at = $8
      from noted where p.id = noted.payment_id)
    select id from noted`,
}

/** Lists the receipts of an attempt, oldest first. */
export async function listReceipts(db: Queryable, paymentId: number): Promise<Receipt[]> {
  return db.select().from(receipts).where(eq(receipts.paymentId, paymentId)).orderBy(asc(receipts.id))
}
