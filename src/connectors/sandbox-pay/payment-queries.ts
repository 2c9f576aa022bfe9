import { sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable } from '#database/database.ts'

/** A payment of the sandbox provider. `late` money arrives at `dueAt`. Amounts in cents. */
export type SandboxPayment = Readonly<{
  id: string
  reference: string
  currency: string
  amount: number
  method: string
  redirectUrl: string
  backUrl: string
  notifyUrl: string
  state: 'open' | 'late' | 'paid' | 'declined' | 'cancelled'
  webhookCount: number
  dueAt: Date | null
}>

const COLUMNS = `id, reference, currency, amount, method, redirect_url as "redirectUrl", back_url as "backUrl",
  notify_url as "notifyUrl", state, webhook_count as "webhookCount", due_at as "dueAt"`

/** Creates a payment; the same reference returns the existing one. */
export async function openPayment(
  db: Queryable,
  payment: Omit<SandboxPayment, 'state' | 'webhookCount' | 'dueAt'>,
  now: Date,
): Promise<SandboxPayment> {
  const { id, reference, currency, amount, method, redirectUrl, backUrl, notifyUrl } = payment
  const values = [id, reference, currency, amount, method, redirectUrl, backUrl, notifyUrl, now]
  const [opened] = await queryPrepared<SandboxPayment>(db, OPEN_PAYMENT, values)
  if (!opened) throw new Error('the sandbox payment was not opened')
  return opened
}

const OPEN_PAYMENT = {
  name: 'sandbox_open_payment',
  text: `
    insert into sandbox_payments
      (id, reference, currency, amount, method, redirect_url, back_url, notify_url, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (reference) do update set reference = excluded.reference
    returning ${COLUMNS}`,
}

/** Returns the payment with this id or this reference. */
export async function findSandboxPayment(
  db: Queryable,
  by: { providerRef: string } | { reference: string },
): Promise<SandboxPayment | undefined> {
  const where = 'providerRef' in by ? sql`id = ${by.providerRef}` : sql`reference = ${by.reference}`
  const [found] = await queryRows<SandboxPayment>(
    db,
    sql`select ${sql.raw(COLUMNS)} from sandbox_payments where ${where}`,
  )
  return found
}

/** Decides an open payment, once; undefined when it was already decided. */
export async function decidePayment(
  db: Queryable,
  id: string,
  decision: { state: SandboxPayment['state']; webhookCount: number; dueAt: Date | null; now: Date },
): Promise<SandboxPayment | undefined> {
  const [decided] = await queryRows<SandboxPayment>(
    db,
    sql`update sandbox_payments
        set state = ${decision.state}, webhook_count = ${decision.webhookCount}, due_at = ${decision.dueAt}, decided_at = ${decision.now}
        where id = ${id} and state = 'open'
        returning ${sql.raw(COLUMNS)}`,
  )
  return decided
}

/** Captures late payments that are due, and returns them. */
export async function captureLatePayments(db: Queryable, now: Date): Promise<SandboxPayment[]> {
  return queryRows<SandboxPayment>(
    db,
    sql`update sandbox_payments set state = 'paid', due_at = null
        where state = 'late' and due_at <= ${now}
        returning ${sql.raw(COLUMNS)}`,
  )
}
