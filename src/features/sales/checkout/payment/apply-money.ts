import type { Transaction } from '#database/database.ts'
import { addMs, SECOND } from '#core/time.ts'
import { recordSale } from '#features/catalogue/catalog/service.ts'
import {
  capturePurchases,
  type CaptureSource,
  isPractice,
  type Purchase,
  type SupplierOrderLine,
} from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** Money for locked purchases of one channel and currency, and its source. */
export type MoneyApplication = Readonly<{
  purchases: readonly Purchase[]
  receiptId: number
  source: CaptureSource
  enqueue: Enqueue
  now: Date
}>

/**
 * Applies money to the purchases that it pays; returns the lines sold. Throws `not_enough_money` if a wallet has too
 * little.
 */
export async function applyMoney(
  tx: Transaction,
  { enqueue, ...capture }: MoneyApplication,
): Promise<SupplierOrderLine[]> {
  const sold = await capturePurchases(tx, capture)
  // Neither needs the other's result, so they run concurrently.
  await Promise.all([
    ...(capture.purchases.every(isPractice) ? [] : [recordSale(tx, sold)]),
    ...capture.purchases.map(({ channel, publicId, vendorOrder }) =>
      enqueue(
        tx,
        channel === 'vendor'
          ? { job: VENDOR_PURCHASE_JOB, input: { shopOrderId: vendorOrder } }
          : { job: 'checkout.mail_paid_order', input: { purchaseId: publicId } },
      ),
    ),
  ])
  await Promise.all(
    capture.purchases.map((purchase) => enqueueHoldEnd(tx, enqueue, { ...purchase, now: capture.now })),
  )
  return sold
}

/**
 * Schedules the timers for the end of a vendor's hold, so that its suppliers get the purchase without waiting for the
 * next minute.
 */
async function enqueueHoldEnd(
  tx: Transaction,
  enqueue: Enqueue,
  { channel, holdSeconds, now }: Pick<Purchase, 'channel' | 'holdSeconds'> & Readonly<{ now: Date }>,
): Promise<void> {
  if (channel !== 'vendor' || holdSeconds === null) return
  await enqueue(tx, { job: TIMERS_JOB, input: {}, startAfter: addMs(now, holdSeconds * SECOND) })
}

/** The name of the job that runs the due timers of supplier orders. */
const TIMERS_JOB = 'orders.run_timers'

/** The name of the job that updates a vendor's store order after a change of its purchase. */
const VENDOR_PURCHASE_JOB = 'forwarding.follow_order'
