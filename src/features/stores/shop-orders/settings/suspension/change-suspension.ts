import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { VENDOR_TEXTS } from '#core/emails/texts/vendor-texts.ts'
import { notFound, refused } from '#core/errors.ts'
import { inTransaction, type Database } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import { REPRICE_JOB } from '#features/stores/pricing/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { FOLLOW_JOB } from '../../deps.ts'
import { listUnboughtOrders } from '../../forwarding/waiting-queries.ts'
import type { VendorChange } from './contract.ts'
import { deleteSuspension, findSuspension, insertSuspension, lockVendor } from './suspension-queries.ts'

/** An operator's change of a vendor's suspension, and its reason. */
export type SuspensionChange = Readonly<{ id: string; change: VendorChange; reason: string }>

/**
 * Suspends a vendor or lifts the suspension, with the jobs and email that follow. The jobs update the vendor's listings
 * and waiting orders; all is one transaction. Throws `vendor_not_found`; refuses with `vendor_status` if it is so
 * already.
 */
export async function changeSuspension(
  db: Database,
  { source, enqueue, publicUrl }: Readonly<{ source: AuditSource; enqueue: Enqueue; publicUrl: string }>,
  { id, change, reason }: SuspensionChange,
): Promise<void> {
  const { now } = source
  const isSuspended = change === 'suspend'
  await inTransaction(db, async (tx) => {
    const vendor = await lockVendor(tx, id)
    if (!vendor) throw notFound('vendor_not_found', 'This vendor does not exist.')
    // Read after the lock, so that another operator's change is visible.
    const found = await findSuspension(tx, vendor.id)
    if (isSuspended === (found !== undefined))
      throw refused(
        'vendor_status',
        isSuspended ? 'This vendor is suspended already.' : 'This vendor isn’t suspended. Reload the page.',
      )
    if (isSuspended) await insertSuspension(tx, { accountId: vendor.id, reason, now })
    else await deleteSuspension(tx, vendor.id)
    await enqueue(tx, { job: REPRICE_JOB, input: { accountId: vendor.id } })
    for (const shopOrderId of await listUnboughtOrders(tx, vendor.id))
      await enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId } })
    await recordChange(tx, source, {
      supplierId: null,
      businessId: vendor.id,
      kind: 'status',
      action: isSuspended ? 'Suspended the vendor' : 'Lifted the vendor’s suspension',
      entity: `account:${vendor.publicId}`,
      before: { suspended: !isSuspended, reason: found?.reason ?? null },
      after: { suspended: isSuspended, reason },
    })
    const content = isSuspended ? suspendedEmail(reason, publicUrl) : liftedEmail(reason, publicUrl)
    const key = `vendor-${change}:${vendor.publicId}:${now.getTime()}`
    await sendEmails(tx, { emails: [createEmail({ key, to: vendor.email }, content)], now, enqueue })
  })
}

/** Returns the email to a vendor who is suspended. */
function suspendedEmail(reason: string, publicUrl: string): EmailContent {
  return {
    ...writeEmail('vendor_suspended', {}, ['The reason:']),
    preview: 'Your listings are sold out and new orders are on hold.',
    tables: [],
    quote: reason,
    action: { label: 'Contact support', url: `${publicUrl}/contact-us` },
    closing: VENDOR_TEXTS.vendor_suspended.closing,
  }
}

/** Returns the email to a vendor who may sell again. */
function liftedEmail(reason: string, publicUrl: string): EmailContent {
  return {
    ...writeEmail('vendor_active', {}, ['Our note:']),
    preview: 'Your listings are back on sale and orders on hold resume.',
    tables: [],
    quote: reason,
    action: { label: 'Open your orders', url: `${publicUrl}/dashboard/vendor/orders` },
    closing: [],
  }
}
