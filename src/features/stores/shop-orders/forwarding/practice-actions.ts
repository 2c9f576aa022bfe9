import { randomInt } from 'node:crypto'
import { notFound } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import {
  acceptOrder,
  answerOpenChanges,
  confirmReceipt,
  type LockedOrder,
  type OrderDeps,
  rejectOrder,
  sendParcel,
} from '#features/sales/orders/service.ts'
import { createPartRecorder } from '../record-order-action.ts'
import { isPracticeOrderOf } from './waiting-queries.ts'

/** The actions of a practice supplier. */
export type PracticeAction = 'accept' | 'ship' | 'deliver' | 'reject' | 'agree' | 'decline'

/**
 * Performs an action of a practice order's supplier or carrier. Throws `order_not_found` for anything but a practice
 * order of this account; refuses with `order_state` and `order_on_hold`. `source` is the user who started it, if any.
 */
export async function actAsPracticeSupplier(
  db: Database,
  deps: OrderDeps,
  input: Readonly<{
    accountId: number
    id: string
    action: PracticeAction
    now: Date
    source?: AuditSource
  }>,
): Promise<LockedOrder> {
  const { accountId, id, action, now, source } = input
  if (!(await isPracticeOrderOf(db, { accountId, id })))
    throw notFound('order_not_found', 'We couldn’t find this practice order.')
  const scope = { vendorId: accountId }
  const record = source && createPartRecorder(source, id, (number) => describe(action, number))
  const context = { id, scope, cause: { actor: 'supplier' }, deps, now, record } as const
  const rejection = { ...context, cause: { ...context.cause, reason: 'Out of stock' } }
  switch (action) {
    case 'accept':
      return acceptOrder(db, context)
    case 'agree':
    case 'decline':
      return answerOpenChanges(db, context, action === 'agree')
    case 'reject':
      return rejectOrder(db, rejection, { units: undefined, reason: 'out_of_stock' })
    case 'ship':
      return sendParcel(db, context, {
        carrier: 'other',
        number: createPracticeNumber(),
        units: undefined,
        idempotencyKey: `practice-${id}`,
      })
    case 'deliver':
      return confirmReceipt(db, { ...context, cause: { actor: 'carrier' } })
  }
}

const VERBS: Readonly<Record<PracticeAction, string>> = {
  accept: 'accept order',
  ship: 'send order',
  deliver: 'deliver order',
  reject: 'decline order',
  agree: 'agree to the changes of order',
  decline: 'decline the changes of order',
}

function describe(action: PracticeAction, number: string): string {
  return `Had the practice supplier ${VERBS[action]} ${number}`
}

/** Returns a tracking number that no carrier has. */
function createPracticeNumber(): string {
  return `PRACTICE${randomInt(10_000_000, 100_000_000)}`
}
