import { inTransaction, type Queryable } from '#database/database.ts'
import { clearEmails } from '#features/messaging/notifications/service.ts'
import { redactComplaints } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import {
  redactEntries,
  deleteEntryPictures,
  clearReturnTrackings,
  listBuyerEntries,
} from './erase-queries.ts'

/** The buyer whose cases are erased: an account, or a guest by the keys of the purchases. */
type Buyer = Readonly<{ accountId: number }> | Readonly<{ purchaseIds: readonly number[] }>

/**
 * Erases what the buyer of closed cases wrote and uploaded, for a closed account or a guest. Only closed cases are
 * erased: an open one needs its texts, and is erased when it ends. Requests, agreements and payments stay, because the
 * books need them; so do the texts of suppliers and operators. Call it in the transaction that closes the account, or
 * the case; a job deletes the pictures' files.
 */
export async function eraseCases(
  db: Queryable,
  { enqueue, now, ...buyer }: Buyer & Readonly<{ enqueue: Enqueue; now: Date }>,
): Promise<void> {
  const key =
    'accountId' in buyer
      ? { accountId: buyer.accountId, purchaseIds: [] }
      : { accountId: null, purchaseIds: buyer.purchaseIds }
  await inTransaction(db, async (tx) => {
    const buyerEntries = await listBuyerEntries(tx, key)
    const entryIds = buyerEntries.map(({ entryId }) => entryId)
    await redactEntries(tx, entryIds, now)
    const pictures = await deleteEntryPictures(tx, entryIds, key)
    await clearReturnTrackings(tx, key)
    // The texts were also sent by email, and copied into the timelines of orders.
    await clearEmails(tx, buyerEntries.flatMap(listEmailKeys))
    await redactComplaints(
      tx,
      buyerEntries.map(({ orderId }) => orderId),
    )
    if (pictures.length > 0) await enqueue(tx, { job: 'cases.remove_pictures', input: { pictures } })
  })
}

function listEmailKeys({ caseId, entryId }: Readonly<{ caseId: string; entryId: number }>): string[] {
  return EMAIL_RECIPIENTS.map((recipient) => caseEmailKey({ caseId, entryId, who: recipient }))
}

const EMAIL_RECIPIENTS = ['buyer', 'supplier', 'support'] as const

/** Returns the key of the email about a case's entry to one recipient. */
export function caseEmailKey({
  caseId,
  entryId,
  who,
}: Readonly<{ caseId: string; entryId: number; who: (typeof EMAIL_RECIPIENTS)[number] }>): string {
  return `case:${caseId}:${entryId}:${who}`
}
