import { notFound, refused } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { asDatabase } from '#database/transaction.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { performCaseAction } from '#features/sales/cases/service.ts'
import { findMoney, getRefundableAmount } from '#features/sales/orders/service.ts'
import type { BulkActor } from './bulk-orders.ts'
import {
  deleteAssignment,
  findAssignee,
  findBulkOrder,
  lockAssignedCases,
  saveAssignment,
} from './bulk-queries.ts'
import type { BulkAction } from './perform-each.ts'

/** One decision for many cases; `percent` is of the refundable amount. */
export type BulkDecision = Readonly<{
  percent: number
  withReturn: boolean
  byMarketplace: boolean
  text: string
}>

/** Returns the action that decides a case, as its page does. */
export function decideAction({ deps, accountId, now }: BulkActor, decision: BulkDecision): BulkAction {
  const { percent, withReturn, byMarketplace, text } = decision
  return async (tx, caseId) => {
    const order = await findBulkOrder(tx, caseId)
    if (!order) throw notFound('case_not_found', 'This case doesn’t exist.')
    const refundable = getRefundableAmount(await findMoney(tx, order.orderId))
    const amount = Math.floor((refundable * percent) / 100)
    const needsReturn = withReturn && amount > 0
    await performCaseAction(
      asDatabase(tx),
      { caseId, side: 'operator', scope: {}, accountId, deps: deps.orders, now },
      { event: 'rule', text, pictures: [], terms: { amount, withReturn: needsReturn }, byMarketplace },
    )
    if (amount === 0) return 'Closed without a refund.'
    const money = formatMoney(amount, order.currency)
    return needsReturn ? `Refunds ${money} once the items are returned.` : `Refunds ${money}.`
  }
}

/**
 * Assigns cases to an operator, or unassigns them. Throws `case_not_found` and `operator_not_found`; then no case is
 * changed.
 */
export async function assignCases(
  db: Database,
  source: AuditSource,
  { publicIds, to }: Readonly<{ publicIds: readonly string[]; to: string | null }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await lockAssignedCases(tx, publicIds)
    if (found.length < new Set(publicIds).size)
      throw notFound('case_not_found', 'One of these cases doesn’t exist. Reload the list.')
    const assignee = to === null ? null : await findAssignee(tx, to)
    if (assignee === undefined)
      throw refused('operator_not_found', 'This account is no longer an operator. Choose someone else.')
    for (const one of found) {
      if (one.assigneeId === (assignee?.id ?? null)) continue
      await (assignee
        ? saveAssignment(tx, { caseId: one.id, operatorId: assignee.id, now: source.now })
        : deleteAssignment(tx, one.id))
      await recordChange(tx, source, {
        supplierId: null,
        kind: 'order',
        action: 'Assigned a case',
        entity: `case:${one.publicId}`,
        before: { assignee: one.assignee },
        after: { assignee: assignee?.name ?? null },
      })
    }
  })
}
