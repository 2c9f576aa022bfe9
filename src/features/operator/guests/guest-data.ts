import type { Queryable } from '#database/database.ts'
import { isErasedEmail } from '#core/emails/email.ts'
import { type AppError, invalid, notFound } from '#core/errors.ts'
import { findAccountByEmail, normalizeEmail } from '#features/identity/accounts/service.ts'
import { exportSender, type SenderData } from '#features/messaging/contact/service.ts'
import { exportEmailsTo } from '#features/messaging/notifications/service.ts'
import { listPurchasesInCase } from '#features/sales/cases/service.ts'
import {
  findPurchaseByNumber,
  isTerminal,
  listGuestPurchases,
  listSupplierOrders,
  type Purchase,
} from '#features/sales/orders/service.ts'

/** An order of a guest, and why it blocks erasure, if it does. */
export type GuestOrder = Readonly<{ purchase: Purchase; blocker: string | null }>

/** A guest's stored data, and the open account of the address. */
export type Guest = SenderData &
  Readonly<{
    email: string
    account: Readonly<{ id: string; name: string }> | null
    orders: readonly GuestOrder[]
    hasMoreOrders: boolean
    emails: number
  }>

const MAX_ORDERS = 100

/**
 * Returns the stored data of a guest, found by order, by address, or by both. With both, the order must have been
 * placed with the address. Throws `guest_unnamed`, and `guest_not_found` if nothing is stored.
 */
export async function readGuest(
  db: Queryable,
  { order, email: given }: Readonly<{ order: string; email: string }>,
): Promise<Guest> {
  if (order === '' && given === '')
    throw invalid('guest_unnamed', 'Enter an order number or an email address.', {
      fields: ['order', 'email'],
    })
  const email = toGuestEmail(order === '' ? given : await findOrderEmail(db, { order, email: given }))
  const found = await listGuestPurchases(db, { email, limit: MAX_ORDERS + 1 })
  const guest: Guest = {
    email,
    account: await findOpenAccount(db, email),
    orders: await listGuestOrders(db, found.slice(0, MAX_ORDERS)),
    hasMoreOrders: found.length > MAX_ORDERS,
    ...(await exportSender(db, email)),
    emails: (await exportEmailsTo(db, email)).length,
  }
  if (guest.account === null && isEmpty(guest)) throw guestNotFoundError()
  return guest
}

/** Returns an address normalised for comparison with stored ones. */
export function toGuestEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns whether no data of a guest is stored. */
export function isEmpty({
  orders,
  messages,
  newsletter,
  emails,
}: SenderData & Readonly<{ orders: readonly unknown[]; emails: number }>): boolean {
  return orders.length === 0 && messages.length === 0 && newsletter === null && emails === 0
}

/** Returns the open account of an address; an account that has not verified it does not count. */
export async function findOpenAccount(db: Queryable, email: string): Promise<Guest['account']> {
  const account = await findAccountByEmail(db, normalizeEmail(email))
  if (!account?.emailVerifiedAt) return null
  return { id: account.publicId, name: `${account.firstName} ${account.lastName}`.trim() }
}

/** Returns purchases, each with the reason why it blocks erasure: unpaid, in a case, or not completed. */
export async function listGuestOrders(
  db: Queryable,
  purchases: readonly Purchase[],
): Promise<readonly GuestOrder[]> {
  const ids = purchases.map(({ id }) => id)
  const inCase = new Set(await listPurchasesInCase(db, ids))
  const supplierOrders = await listSupplierOrders(db, ids)
  const open = new Set(supplierOrders.filter(({ state }) => !isTerminal(state)).map((one) => one.purchaseId))
  return purchases.map((purchase) => {
    const { id, number, paidAt, closedAt } = purchase
    if (paidAt === null && closedAt === null)
      return { purchase, blocker: `Order ${number} is waiting for payment.` }
    if (inCase.has(id)) return { purchase, blocker: `Order ${number} has an open case.` }
    if (open.has(id)) return { purchase, blocker: `Order ${number} isn’t completed yet.` }
    return { purchase, blocker: null }
  })
}

async function findOrderEmail(
  db: Queryable,
  { order, email }: Readonly<{ order: string; email: string }>,
): Promise<string> {
  const purchase = await findPurchaseByNumber(db, order.replace(/^#/, '').toUpperCase())
  if (purchase?.channel !== 'marketplace')
    throw notFound('guest_not_found', 'There is no marketplace order with this number.')
  if (isErasedEmail(purchase.email))
    throw notFound('guest_not_found', 'The personal data of this order is already erased.')
  if (email !== '' && toGuestEmail(email) !== toGuestEmail(purchase.email))
    throw notFound('guest_not_found', 'This order was placed with another email address.')
  return purchase.email
}

/** Returns the error for an address without stored data. */
export function guestNotFoundError(): AppError {
  return notFound('guest_not_found', 'Nothing is stored about this email address.')
}
