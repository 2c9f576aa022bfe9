import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, inTransaction, queryRows, type Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import type { ProviderRefund, RefundRequest } from '#features/money/payments/port.ts'

/** A refund of the sandbox. `refundId` is the caller's; the amount is in minor units. */
type SandboxRefund = Readonly<{
  id: string
  refundId: string
  paymentId: string
  currency: string
  amount: number
}>

/**
 * Refunds a paid payment at once. The same refund id with the same amount refunds once. Throws `refund_refused` when
 * there is no such payment, its rest is smaller, or the id was used for another refund.
 */
export async function refundSandboxPayment(
  db: Database,
  request: RefundRequest,
  now: Date,
): Promise<ProviderRefund> {
  return inTransaction(db, async (tx) => {
    const remaining = await lockRemaining(tx, request)
    const existing = await findSandboxRefund(tx, request.refundId)
    if (existing) return requireSameRefund(existing, request)
    if (remaining === undefined || request.amount > remaining)
      throw refundRefused('The refund exceeds the remaining amount of the payment.')
    const id = `sbr_${randomUUID().replaceAll('-', '')}`
    await queryRows(
      tx,
      sql`insert into sandbox_refunds (id, refund_id, payment_id, amount, created_at)
          values (${id}, ${request.refundId}, ${request.receiptId}, ${request.amount}, ${now})`,
    )
    return fromSandboxRefund({ ...request, id, paymentId: request.receiptId })
  })
}

/** Returns the refund with the caller's ID. */
export async function findSandboxRefund(db: Queryable, refundId: string): Promise<SandboxRefund | undefined> {
  const [found] = await queryRows<SandboxRefund>(
    db,
    sql`select refund.id, refund.refund_id as "refundId", refund.payment_id as "paymentId", payment.currency, refund.amount
        from sandbox_refunds refund join sandbox_payments payment on payment.id = refund.payment_id
        where refund.refund_id = ${refundId}`,
  )
  return found
}

/** Converts a sandbox refund for the shop's port. */
export function fromSandboxRefund(refund: SandboxRefund): ProviderRefund {
  const { id, refundId, paymentId, currency, amount } = refund
  return {
    providerRefundId: id,
    refundId,
    receiptId: paymentId,
    currency,
    amount,
    state: 'succeeded',
    reason: undefined,
  }
}

/** Locks the rest of a paid payment and returns it, so that concurrent refunds cannot both use it. */
async function lockRemaining(
  tx: Queryable,
  { receiptId, currency }: RefundRequest,
): Promise<number | undefined> {
  const [payment] = await queryRows<{ amount: number }>(
    tx,
    sql`select amount from sandbox_payments
        where id = ${receiptId} and currency = ${currency} and state = 'paid' for update`,
  )
  if (!payment) return undefined
  const [given] = await queryRows<{ total: number }>(
    tx,
    sql`select coalesce(sum(amount), 0)::bigint as total from sandbox_refunds where payment_id = ${receiptId}`,
  )
  return payment.amount - (given?.total ?? 0)
}

function requireSameRefund(existing: SandboxRefund, { receiptId, amount }: RefundRequest): ProviderRefund {
  if (existing.paymentId === receiptId && existing.amount === amount) return fromSandboxRefund(existing)
  throw refundRefused('This refund id was used for another refund.')
}

function refundRefused(message: string): AppError {
  return new AppError('refused', 'refund_refused', message)
}
