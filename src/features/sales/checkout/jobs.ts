import type { Database, Queryable } from '#database/database.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import { letterMail, type OutgoingMail, postMails } from '#features/messaging/notifications/service.ts'
import { notePageClosed, type PaymentProvider, takeSilentPayments } from '#features/money/payments/service.ts'
import { listLines, listPurchases, listSupplierOrders } from '#features/sales/orders/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { orderConfirmed } from './emails.ts'
import { takeInWaiting } from './payment/apply-webhook.ts'
import { type IdlePage, listIdlePages } from './payment/page-queries.ts'
import { confirmPayment, type Till } from './payment/pay-order.ts'
import { z } from 'zod'

/** How many pages are closed at once, and how long one run goes on, in milliseconds. */
const AT_ONCE = 10
const CLOSING = 80_000

type Closing = Readonly<{ providers: readonly PaymentProvider[]; now: Date; log: Log }>

/**
 * Has providers end the pages of orders that are paid or have ended: money that came by one would only have to go back. One
 * that cannot be closed now is tried again by the next run; one that is over already is closed.
 */
async function closePages(db: Database, { providers, now, log }: Closing): Promise<void> {
  const names = providers.flatMap(({ name, close }) => (close ? [name] : []))
  const closeOne = async ({ id, provider: name, providerRef }: IdlePage) => {
    try {
      await providers.find((one) => one.name === name)?.close?.(providerRef)
      await notePageClosed(db, id, now)
    } catch (error) {
      log.warn({ err: error, provider: name }, 'a payment page could not be closed')
    }
  }
  const began = performance.now()
  for (let after = 0; performance.now() - began < CLOSING;) {
    const idle = await listIdlePages(db, { providers: names, after, most: AT_ONCE })
    await Promise.all(idle.map(closeOne))
    const last = idle.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Confirms paid orders to their shoppers. Each mail's key makes it one. The suppliers are written to once an order is theirs. */
export function mailPaidOrder(publicUrl: string): Job {
  const write = async (inputs: readonly PaidOrder[], { db, now, enqueue }: JobContext) => {
    const ids = inputs.map(({ purchaseId }) => purchaseId)
    await postMails(db, { mails: await confirmationsOf(db, ids, publicUrl), now, enqueue })
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

async function confirmationsOf(
  db: Queryable,
  publicIds: readonly string[],
  publicUrl: string,
): Promise<OutgoingMail[]> {
  const paid = (await listPurchases(db, publicIds)).filter((purchase) => purchase.paidAt)
  if (paid.length === 0) return []
  const orders = await listSupplierOrders(
    db,
    paid.map((purchase) => purchase.id),
  )
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  )
  const names = await listSupplierNames(
    db,
    orders.map((order) => order.supplierId),
  )
  const linesOf = Map.groupBy(lines, (line) => line.supplierOrderId)
  const ordersOf = Map.groupBy(orders, (order) => order.purchaseId)
  return paid.map((purchase) => {
    const parts = ordersOf.get(purchase.id) ?? []
    const bought = parts.flatMap((order) => linesOf.get(order.id) ?? [])
    const shipments = parts.map((order) => ({ order, supplier: names.get(order.supplierId) ?? '' }))
    const letter = orderConfirmed(purchase, { lines: bought, shipments }, publicUrl)
    return letterMail({ key: `purchase:${purchase.publicId}:confirmed`, to: purchase.email }, letter)
  })
}

/** How long one run asks, in milliseconds: what is due then is asked about a minute later, and no run is cut off. */
const POLLING = 80_000

/**
 * Asks the provider about payments it has been silent about, so that a lost notice loses no order: a few at once, until
 * none is due. Only those that are asked now are put off to their next turn.
 */
export function pollPayments(till: Till): Job {
  return job({
    name: 'checkout.poll_payments',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const ask = (transactionId: string) =>
        confirmPayment(db, { till, transactionId, now }).catch((error: unknown) => {
          log.warn({ err: error, transactionId }, 'the payment provider could not be asked')
        })
      const began = performance.now()
      while (performance.now() - began < POLLING) {
        const silent = await takeSilentPayments(db, now)
        if (silent.length === 0) return
        await Promise.all(silent.map(ask))
      }
    },
  })
}

/** Takes in, each minute, what was told of money before it came. */
export function takeInWaitingNotices(till: Till): Job {
  return job({
    name: 'checkout.take_in_waiting',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    run: (_input, { db, now, log }) => takeInWaiting(db, { till, now, log }),
  })
}

/** Ends, each minute, the payment pages of orders that are paid or have ended. */
export function closeIdlePages({ providers }: Till): Job {
  return job({
    name: 'checkout.close_pages',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    run: (_input, { db, now, log }) => closePages(db, { providers, now, log }),
  })
}
