import type { Database } from '#database/database.ts'
import { authorizeBuyer } from '#features/sales/orders/service.ts'
import { type Actor, hasPermission } from '#platform/http/calls/actor.ts'
import { readCaseAs } from './views.ts'

/**
 * Returns the purchase of the buyer who calls, and the account, if any. Throws `order_not_found` and `sign_in_first`.
 */
export async function getBuyer(db: Database, purchase: string, actor: Actor | undefined) {
  await authorizeBuyer(db, { purchase, id: '' }, actor)
  return { purchaseId: purchase, accountId: actor?.id ?? null }
}

/** Returns the scope of cases that a supplier or operator may see. */
export function getCaseScope({ id, type }: Actor): { ownerId?: number } {
  return type === 'operator' ? {} : { ownerId: id }
}

/** Returns the side of a supplier or operator. */
export function getSide({ type }: Actor): 'operator' | 'supplier' {
  return type === 'operator' ? 'operator' : 'supplier'
}

/** Returns whether an action obliges the store to pay the buyer. */
export function isBinding(action: string): boolean {
  return action === 'accept' || action === 'propose'
}

/** Returns a case with the actions that the role of its reader allows. */
export async function readCaseFor(
  db: Database,
  id: string,
  { actor, sellsLabels }: Readonly<{ actor: Actor; sellsLabels: boolean }>,
) {
  const view = await readCaseAs(db, id, { scope: getCaseScope(actor), side: getSide(actor), sellsLabels })
  const canRefund = actor.type === 'operator' || hasPermission(actor, 'refunds:write')
  return { ...view, actions: view.actions.filter((action) => canRefund || !isBinding(action)) }
}
