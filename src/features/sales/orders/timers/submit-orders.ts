import type { Transaction } from '#database/database.ts'
import { handOverStock } from '#features/catalogue/catalog/service.ts'
import { changeOrder, enqueueEmails, listRemaining } from '../lifecycle/change-order.ts'
import {
  claimOrders,
  listAutoAccepting,
  listOrdersDue,
  type LockedOrder,
} from '../lifecycle/lifecycle-queries.ts'
import { moveOrders } from '../lifecycle/move-orders.ts'
import type { OrderDeps } from '../port.ts'
import { isPractice } from '../rules.ts'

type SubmitContext = Readonly<{ deps: OrderDeps; now: Date }>

/**
 * Hands orders over to their suppliers if their holds are over, as `changeOrder` does one by one; returns how many. All
 * or none are handed over: it throws if one of them cannot be.
 */
export async function submitOrders(
  tx: Transaction,
  orderIds: readonly number[],
  { deps, now }: SubmitContext,
): Promise<number> {
  const locked = await claimOrders(tx, orderIds)
  // Read after the lock: another process may have handled some meanwhile.
  const due = await listOrdersDue(tx, { orderIds, kind: 'submit', now })
  const paid = locked.filter(({ order }) => due.has(order.id))
  if (paid.length === 0) return 0
  const cause = { actor: 'timer' } as const
  const submitted = await moveOrders(tx, paid, { event: 'submit', ...cause, now })
  const soldOrders = submitted.filter(({ order }) => !isPractice(order))
  await handOverStock(tx, soldOrders.flatMap(listRemaining), now)
  // At once, so that all jobs are requested by one statement.
  await Promise.all(
    submitted.map(async ({ order }, index) => {
      const before = paid[index]
      if (before)
        await enqueueEmails(tx, order.version, {
          locked: before,
          event: 'submit',
          cause,
          units: [],
          deps,
          now,
        })
    }),
  )
  await acceptAutomatically(tx, submitted, { deps, now })
  return submitted.length
}

async function acceptAutomatically(
  tx: Transaction,
  submitted: readonly LockedOrder[],
  { deps, now }: SubmitContext,
): Promise<void> {
  const accepting = await listAutoAccepting(
    tx,
    submitted.map(({ order }) => order.supplierId),
  )
  for (const locked of submitted)
    if (accepting.has(locked.order.supplierId))
      await changeOrder(tx, { locked, event: 'accept', cause: { actor: 'setting' }, deps, now })
}
