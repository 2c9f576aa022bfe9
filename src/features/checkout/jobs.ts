import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import { layout, postMails, type LetterContent } from '#features/notifications/service.ts'
import {
  listLines,
  listPurchases,
  listSupplierOrders,
  type Purchase,
  type SupplierOrder,
  type SupplierOrderLine,
} from '#features/orders/service.ts'
import { takeSilentPayments } from '#features/payments/service.ts'
import { listSupplierMails } from '#features/suppliers/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { newSupplierOrder, orderConfirmed } from './letters.ts'
import { confirmPayment, type Till } from './pay-order.ts'

/** Writes the mails of a paid order: one to the shopper, one to each supplier concerned. Each mail's key makes it one. */
export function mailPaidOrder(publicUrl: string): Job {
  const write = async (inputs: readonly PaidOrder[], context: JobContext) => {
    const ids = inputs.map(({ purchaseId }) => purchaseId)
    const { letters, unreached } = await lettersOf(context.db, ids, publicUrl)
    for (const supplierOrder of unreached)
      context.log.warn({ supplierOrder }, 'a supplier has no mail address: nobody was told of its paid order')
    const mails = letters.map(({ key, to, content }) => ({ key, to, ...layout(content) }))
    await postMails(context.db, { mails, now: context.now, enqueue: context.enqueue })
  }
  return job({
    name: 'checkout.mail_paid_order',
    input: PaidOrder,
    attempts: 10,
    batch: 20,
    run: (input, context) => write([input], context),
    runAll: write,
  })
}

const PaidOrder = z.object({ purchaseId: z.string() })
type PaidOrder = z.infer<typeof PaidOrder>

type AddressedLetter = { key: string; to: string; content: LetterContent }

/** The letters, and the ids of the supplier orders whose supplier has no address. */
type Letters = { letters: AddressedLetter[]; unreached: string[] }

async function lettersOf(db: Queryable, publicIds: readonly string[], publicUrl: string): Promise<Letters> {
  const paid = (await listPurchases(db, publicIds)).filter((purchase) => purchase.paidAt)
  if (paid.length === 0) return { letters: [], unreached: [] }
  const orders = await listSupplierOrders(
    db,
    paid.map((purchase) => purchase.id),
  )
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  )
  const addresses = await listSupplierMails(db, [...new Set(orders.map((order) => order.supplierId))])
  const linesOf = Map.groupBy(lines, (line) => line.supplierOrderId)
  const ordersOf = Map.groupBy(orders, (order) => order.purchaseId)
  const letters = paid.flatMap((purchase) => {
    const parts = (ordersOf.get(purchase.id) ?? []).map((order) => ({
      order,
      lines: linesOf.get(order.id) ?? [],
    }))
    return lettersOfOne({ purchase, parts }, addresses, publicUrl)
  })
  const unreached = orders.filter((order) => !addresses.has(order.supplierId)).map((order) => order.publicId)
  return { letters, unreached }
}

type Whole = {
  purchase: Purchase
  parts: readonly { order: SupplierOrder; lines: readonly SupplierOrderLine[] }[]
}

function lettersOfOne(
  { purchase, parts }: Whole,
  addresses: ReadonlyMap<number, string>,
  publicUrl: string,
): AddressedLetter[] {
  const toSuppliers = parts.flatMap(({ order, lines }) => {
    const to = addresses.get(order.supplierId)
    const content = newSupplierOrder(order, lines, purchase)
    return to ? [{ key: `supplier-order:${order.publicId}:new`, to, content }] : []
  })
  const toShopper = {
    key: `purchase:${purchase.publicId}:confirmed`,
    to: purchase.email,
    content: orderConfirmed(
      purchase,
      parts.flatMap(({ lines }) => lines),
      publicUrl,
    ),
  }
  return [toShopper, ...toSuppliers]
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
