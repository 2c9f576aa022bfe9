import type { Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { LockedOrder } from '#features/sales/orders/service.ts'
import type { NewCase } from '../case-queries.ts'
import { listEarlier } from './earlier-queries.ts'
import { isSettledBefore } from '../rules.ts'

/** How many cases an order may have in all: more than anything honest needs. */
const MOST_CASES = 5

/**
 * How a complaint starts after the earlier ones about the same order: the supplier's turn, or the operator's where something was
 * agreed or decided before. Refuses with `settled_before` and `too_many_cases`.
 */
export async function startAfterEarlier(
  tx: Transaction,
  { order, lines }: LockedOrder,
  complaint: Pick<NewCase, 'reason' | 'lines'>,
): Promise<Pick<NewCase, 'state' | 'isFurther'>> {
  const earlier = await listEarlier(tx, order.id)
  if (isSettledBefore(complaint, { earlier, sold: lines }))
    throw refused(
      'settled_before',
      'This was settled before. If it is about something else, please choose the reason and the pieces that it is about.',
    )
  if (earlier.length >= MOST_CASES)
    throw refused(
      'too_many_cases',
      `There were ${MOST_CASES} cases about this order already. Please write to us by the contact page instead.`,
    )
  const isFurther = earlier.some(({ isDecided }) => isDecided)
  return { state: isFurther ? 'operator_turn' : 'supplier_turn', isFurther }
}
