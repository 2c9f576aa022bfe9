import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import { layout, postMails, type LetterContent } from '#features/notifications/service.ts'
import { findPurchase, listLines, listSupplierOrders } from '#features/orders/service.ts'
import { takeSilentPayments } from '#features/payments/service.ts'
import { listSupplierMails } from '#features/suppliers/service.ts'
import { job, type Job } from '#platform/jobs/job.ts'
import { newSupplierOrder, orderConfirmed } from './letters.ts'
import { confirmPayment, type Till } from './pay-order.ts'

/** Writes the mails of a paid order: one to the shopper, one to each supplier concerned. Each mail's key makes it one. */
export function mailPaidOrder(publicUrl: string): Job {
  return job({
    name: 'checkout.mail_paid_order',
    input: z.object({ purchaseId: z.string() }),
    attempts: 10,
    async run({ purchaseId }, context) {
      const { letters, unreached } = await lettersOf(context.db, purchaseId, publicUrl)
      for (const supplierOrder of unreached)
        context.log.warn(
          { supplierOrder },
          'a supplier has no mail address: nobody was told of its paid order',
        )
      const mails = letters.map(({ key, to, content }) => ({ key, to, ...layout(content) }))
      await postMails(context.db, { mails, now: context.now, enqueue: context.enqueue })
    },
  })
}

type AddressedLetter = { key: string; to: string; content: LetterContent }

/** The letters, and the ids of the supplier orders whose supplier has no address. */
type Letters = { letters: AddressedLetter[]; unreached: string[] }

async function lettersOf(db: Queryable, purchaseId: string, publicUrl: string): Promise<Letters> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase?.paidAt) return { letters: [], unreached: [] }
  const orders = await listSupplierOrders(db, [purchase.id])
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  )
  const addresses = await listSupplierMails(
    db,
    orders.map((order) => order.supplierId),
  )
  const toSuppliers = orders.flatMap((order) => {
    const to = addresses.get(order.supplierId)
    const own = lines.filter((line) => line.supplierOrderId === order.id)
    return to
      ? [{ key: `supplier-order:${order.publicId}:new`, to, content: newSupplierOrder(order, own, purchase) }]
      : []
  })
  const toShopper = {
    key: `purchase:${purchase.publicId}:confirmed`,
    to: purchase.email,
    content: orderConfirmed(purchase, lines, publicUrl),
  }
  const unreached = orders.filter((order) => !addresses.has(order.supplierId)).map((order) => order.publicId)
  return { letters: [toShopper, ...toSuppliers], unreached }
}

/** Asks the provider about payments it has been silent about, so that a lost notice loses no order. */
export function pollPayments(till: Till): Job {
  return job({
    name: 'checkout.poll_payments',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      for (const transactionId of await takeSilentPayments(db, now)) {
        await confirmPayment(db, { till, transactionId, now }).catch((error: unknown) => {
          log.warn({ err: error, transactionId }, 'the payment provider could not be asked')
        })
      }
    },
  })
}
