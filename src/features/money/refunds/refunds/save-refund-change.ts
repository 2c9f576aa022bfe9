import type { Transaction } from '#database/database.ts'
import { REFUND_EFFECT } from '#features/sales/orders/service.ts'
import type { EffectState } from '#platform/effects/effect.ts'
import { applyReportedChange } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { RefundState } from '../shapes.ts'
import { updateRefund, type RefundChange } from './refund-queries.ts'

/** A change of a refund outside a call of its provider. `problem` is why it waits for an operator. */
export type ReportedRefundChange = RefundChange &
  Readonly<{
    problem?: string | undefined
    nextAttemptAt?: Date | undefined
    /** Whether the provider has definitely refused. */
    isRefusal?: boolean
  }>

/**
 * Stores a change of a refund that is in one of the states, with its effect; returns whether it did. Operators get an
 * email if it waits for them.
 */
export async function saveRefundChange(
  tx: Transaction,
  { problem, nextAttemptAt, isRefusal, ...change }: ReportedRefundChange,
  enqueue: Enqueue,
): Promise<boolean> {
  if (!(await updateRefund(tx, change))) return false
  const { publicId, state, providerRefundId, now } = change
  await applyReportedChange(
    tx,
    { kind: REFUND_EFFECT, subject: publicId },
    {
      state: EFFECT_STATES[state],
      message: problem ?? MESSAGES[state],
      externalId: providerRefundId,
      nextAttemptAt,
      isRefusal,
      now,
    },
  )
  await emailWaitingRefund(tx, change, enqueue)
  return true
}

/** Emails operators about a refund that waits for them. */
export async function emailWaitingRefund(
  tx: Transaction,
  { publicId, state }: Pick<RefundChange, 'publicId' | 'state'>,
  enqueue: Enqueue,
): Promise<void> {
  if (state === 'refused') await enqueue(tx, { job: 'refunds.mail_waiting', input: { refundId: publicId } })
}

const EFFECT_STATES: Readonly<Record<RefundState, EffectState>> = {
  asked: 'pending',
  sent: 'sent',
  unknown: 'unknown',
  done: 'done',
  refused: 'refused',
  paid_by_hand: 'done',
  undone: 'done',
}

const MESSAGES: Readonly<Partial<Record<RefundState, string>>> = {
  sent: 'The provider is working on it.',
  done: 'The provider reported the refund as done.',
  paid_by_hand: 'An operator recorded how it was paid.',
}
