import type { Database, Queryable } from '#database/database.ts'
import { listSupplierNames } from '#features/catalogue/suppliers/service.ts'
import { createEmail, type OutboxEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import {
  markPageClosed,
  type PaymentProvider,
  claimSilentPayments,
} from '#features/money/payments/service.ts'
import { listLines, listPurchases, listSupplierOrders } from '#features/sales/orders/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { renderOrderConfirmationEmail } from './emails.ts'
import { applyPendingWebhookEvents } from './payment/apply-webhook.ts'
import { type IdlePage, listIdlePages } from './payment/page-queries.ts'
import { confirmPayment, type CheckoutDeps } from './payment/pay-order.ts'
import { z } from 'zod'

/** The number of pages closed at once, and the time limit of a run, in milliseconds. */
const CLOSE_CONCURRENCY = 10
const CLOSE_RUN_MS = 80_000

type ClosePagesContext = Readonly<{ providers: readonly PaymentProvider[]; now: Date; log: Log }>

/**
 * Closes the payment pages of paid or ended orders at their providers, because money paid on them would only be
 * refunded. The next run retries a page that cannot be closed now; one that is already over counts as closed.
 */
async function closePages(db: Database, { providers, now, log }: ClosePagesContext): Promise<void> {
  const names = providers.flatMap(({ name, close }) => (close ? [name] : []))
  const closeOne = async ({ id, provider: name, providerRef }: IdlePage) => {
    try {
      await providers.find((one) => one.name === name)?.close?.(providerRef)
      await markPageClosed(db, id, now)
    } catch (error) {
      log.warn({ err: error, provider: name }, 'could not close a payment page')
    }
  }
  const startedAt = performance.now()
  for (let lastId = 0; performance.now() - startedAt < CLOSE_RUN_MS;) {
    const idlePages = await listIdlePages(db, { providers: names, after: lastId, most: CLOSE_CONCURRENCY })
    await Promise.all(idlePages.map(closeOne))
    const last = idlePages.at(-1)
    if (!last) return
    lastId = last.id
  }
}

/**
 * Emails shoppers the confirmation of their paid orders. The email's key prevents duplicates. Suppliers get their email
 * when the order is handed over to them.
 */
export function sendOrderConfirmation(publicUrl: string): Job {
  const sendAll = async (inputs: readonly PaidOrder[], { db, now, enqueue }: JobContext) => {
    const ids = inputs.map(({ purchaseId }) => purchaseId)
    await sendEmails(db, { emails: await createConfirmationEmails(db, ids, publicUrl), now, enqueue })
  }
  return job({
    name: 'checkout.mail_paid_order',
    input: PaidOrder,
    attempts: 10,
    batch: 20,
    run: (input, context) => sendAll([input], context),
    runAll: sendAll,
  })
}

const PaidOrder = z.object({ purchaseId: z.string() })
type PaidOrder = z.infer<typeof PaidOrder>

async function createConfirmationEmails(
  db: Queryable,
  publicIds: readonly string[],
  publicUrl: string,
): Promise<OutboxEmail[]> {
  const paidPurchases = (await listPurchases(db, publicIds)).filter((purchase) => purchase.paidAt)
  if (paidPurchases.length === 0) return []
  const orders = await listSupplierOrders(
    db,
    paidPurchases.map((purchase) => purchase.id),
  )
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  )
  const names = await listSupplierNames(
    db,
    orders.map((order) => order.supplierId),
  )
  const linesByOrder = Map.groupBy(lines, (line) => line.supplierOrderId)
  const ordersByPurchase = Map.groupBy(orders, (order) => order.purchaseId)
  return paidPurchases.map((purchase) => {
    const supplierOrders = ordersByPurchase.get(purchase.id) ?? []
    const purchasedLines = supplierOrders.flatMap((order) => linesByOrder.get(order.id) ?? [])
    const shipments = supplierOrders.map((order) => ({ order, supplier: names.get(order.supplierId) ?? '' }))
    const content = renderOrderConfirmationEmail(purchase, { lines: purchasedLines, shipments }, publicUrl)
    return createEmail({ key: `purchase:${purchase.publicId}:confirmed`, to: purchase.email }, content)
  })
}

/** The time limit of a run, in milliseconds; payments due later are polled a minute later, and no run is cut off. */
const POLL_RUN_MS = 80_000

/**
 * Polls the providers for silent payments, so that a lost webhook event loses no order. It polls a few at once, until
 * none is due. Only polled payments are postponed to their next poll.
 */
export function pollPayments(checkoutDeps: CheckoutDeps): Job {
  return job({
    name: 'checkout.poll_payments',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const pollPayment = (transactionId: string) =>
        confirmPayment(db, { checkoutDeps, transactionId, now }).catch((error: unknown) => {
          log.warn({ err: error, transactionId }, 'could not query the payment provider')
        })
      const startedAt = performance.now()
      while (performance.now() - startedAt < POLL_RUN_MS) {
        const silentIds = await claimSilentPayments(db, now)
        if (silentIds.length === 0) return
        await Promise.all(silentIds.map(pollPayment))
      }
    },
  })
}

/** Applies deferred webhook events every minute. */
export function runPendingWebhookEvents(checkoutDeps: CheckoutDeps): Job {
  return job({
    name: 'checkout.take_in_waiting',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    run: (_input, { db, now, log }) => applyPendingWebhookEvents(db, { checkoutDeps, now, log }),
  })
}

/** Closes the payment pages of paid or ended orders every minute. */
export function closeIdlePages({ providers }: CheckoutDeps): Job {
  return job({
    name: 'checkout.close_pages',
    input: z.object({}),
    attempts: 2,
    every: '* * * * *',
    run: (_input, { db, now, log }) => closePages(db, { providers, now, log }),
  })
}
