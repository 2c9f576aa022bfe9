import type { Database } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { OrderActionContext } from './answer-order.ts'
import { orderNotFound } from './change-order.ts'
import { findPurchase } from '../views/purchase-queries.ts'

/** A caller's access to an order. */
export type OrderAccess = Pick<OrderActionContext, 'id' | 'scope' | 'cause'>

/**
 * Throws unless the caller may act for a purchase. A guest's purchase requires its secret id; an account's or vendor's
 * requires its signed-in owner. Throws `order_not_found` and `sign_in_first`.
 */
export async function authorizeBuyer(
  db: Database,
  { purchase: publicId, id }: Readonly<{ purchase: string; id: string }>,
  actor: Actor | undefined,
): Promise<OrderAccess> {
  const purchase = await findPurchase(db, publicId)
  if (!purchase) throw orderNotFound()
  if (purchase.accountId !== null && !actor)
    throw new AppError('unauthenticated', 'sign_in_first', 'Please sign in to change this order.')
  if (purchase.accountId !== null && purchase.accountId !== actor?.id) throw orderNotFound()
  const role = purchase.channel === 'vendor' ? 'vendor' : 'shopper'
  const cause = { actor: role, ...(actor ? { accountId: actor.id } : {}) } as const
  return { id, scope: { purchaseId: publicId }, cause }
}
