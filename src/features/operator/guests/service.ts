import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { maskEmail } from '#core/emails/email.ts'
import { refused } from '#core/errors.ts'
import { type AuditSource, type AuditValues, recordChange } from '#features/identity/audit/service.ts'
import { eraseSender, exportSender } from '#features/messaging/contact/service.ts'
import { eraseEmailsTo, exportEmailsTo } from '#features/messaging/notifications/service.ts'
import { eraseCases, exportPurchaseCases } from '#features/sales/cases/service.ts'
import { exportPurchases } from '#features/sales/checkout/service.ts'
import { eraseBuyers, listGuestPurchases, lockGuestPurchases } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { findOpenAccount, guestNotFoundError, isEmpty, listGuestOrders, toGuestEmail } from './guest-data.ts'

/** The most orders in an export, more than any guest places. */
const MAX_EXPORTED = 10_000

/** The longest name of an audit log entry. */
const MAX_ENTITY_LENGTH = 100

/** An operator's export or erasure of a guest. */
type GuestChange = Readonly<{ source: AuditSource; email: string }>

/**
 * Returns a guest's data of all features, by feature, as an account's export does, and records the export. Throws
 * `guest_not_found`.
 */
export async function exportGuest(
  db: Database,
  { source, email: given }: GuestChange,
): Promise<Record<string, unknown>> {
  const email = toGuestEmail(given)
  const purchases = await listGuestPurchases(db, { email, limit: MAX_EXPORTED })
  const sender = await exportSender(db, email)
  const emails = await exportEmailsTo(db, email)
  if (isEmpty({ orders: purchases, ...sender, emails: emails.length })) throw guestNotFoundError()
  const orders = await exportPurchases(db, purchases, source.now)
  const cases = await exportPurchaseCases(
    db,
    purchases.map(({ publicId }) => publicId),
  )
  await inTransaction(db, async (tx) => {
    await record(tx, source, { email, action: 'Exported the data of a guest', values: { exported: true } })
  })
  return { orders, cases, ...sender, emails }
}

/**
 * Erases a guest's data of all features in one transaction. It covers the buyer's contact data, texts and pictures in
 * cases, messages, the newsletter and emails. Orders stay, with the name and address on their invoices. Throws
 * `guest_has_account`, `guest_busy` while an order is open, and `guest_not_found` if nothing is stored.
 */
export async function eraseGuest(
  db: Database,
  { source, email: given, reason, enqueue }: GuestChange & Readonly<{ reason: string; enqueue: Enqueue }>,
): Promise<void> {
  const email = toGuestEmail(given)
  const { now } = source
  await inTransaction(db, async (tx) => {
    if (await findOpenAccount(tx, email))
      throw refused('guest_has_account', 'This address has an account. Close the account first.')
    const purchases = await lockGuestPurchases(tx, email)
    const blockers = (await listGuestOrders(tx, purchases)).flatMap(({ blocker }) => blocker ?? [])
    if (blockers.length > 0)
      throw refused('guest_busy', `${blockers[0]} Erase the data once the order is over.`)
    const purchaseIds = purchases.map(({ id }) => id)
    const emails = await exportEmailsTo(tx, email)
    await eraseCases(tx, { purchaseIds, enqueue, now })
    await eraseBuyers(tx, purchaseIds)
    const { messages, hadNewsletter } = await eraseSender(tx, email)
    await eraseEmailsTo(tx, email)
    if (purchases.length + messages + emails.length === 0 && !hadNewsletter) throw guestNotFoundError()
    await record(tx, source, {
      email,
      action: 'Erased the data of a guest',
      values: {
        orders: purchases.map(({ number }) => number).slice(0, 50),
        messages,
        newsletter: hadNewsletter,
        reason,
      },
    })
  })
}

/** Adds an export or erasure to the audit log, which never has the whole address. */
async function record(
  tx: Transaction,
  source: AuditSource,
  { email, action, values }: Readonly<{ email: string; action: string; values: AuditValues }>,
): Promise<void> {
  await recordChange(tx, source, {
    supplierId: null,
    kind: 'account',
    action,
    entity: `guest:${maskEmail(email)}`.slice(0, MAX_ENTITY_LENGTH),
    before: {},
    after: { guest: maskEmail(email), ...values },
  })
}
