import { z } from 'zod'
import { letterMail, type OutgoingMail, postMails } from '#features/notifications/service.ts'
import type { Queryable } from '#database/database.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { expirePurchases } from './expire-purchases.ts'
import { fireTimers } from './fire-timers.ts'
import {
  answerDue,
  cancelAsked,
  type News,
  orderDelivered,
  parcelShipped,
  piecesCancelled,
  stopSending,
} from './letters.ts'
import { newOrder } from './new-order-letter.ts'
import { listParcels } from './parcel-queries.ts'
import type { OrderDesk } from './port.ts'
import { listLines } from './queries.ts'
import { findGivenBackBy, findWholeOrder } from './story-queries.ts'

/**
 * Releases what unpaid orders had reserved, every minute. The timer is the row's own `expires_at`, so a process that
 * was down loses nothing: it catches up.
 */
export const releaseReservations = job({
  name: 'orders.release_reservations',
  input: z.object({}),
  attempts: 3,
  every: '* * * * *',
  async run(_input, { db, now, log }) {
    const ended = await expirePurchases(db, now)
    if (ended > 0) log.info({ ended }, 'unpaid orders ended')
  },
})

/** Does what is due by the timers of supplier orders, every minute. */
export function runTimers(desk: OrderDesk): Job {
  return job({
    name: 'orders.run_timers',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const fired = await fireTimers(db, { desk, now, log })
      if (fired > 0) log.info({ fired }, 'timers of orders')
    },
  })
}

const OrderNews = z.object({
  supplierOrderId: z.string(),
  kind: z.enum(['submitted', 'shipped', 'delivered', 'cancelled', 'cancel_asked', 'reminder']),
  version: z.number(),
  isSuppliers: z.boolean(),
  reason: z.string().nullable(),
  parcelId: z.string().nullable(),
})
type OrderNews = z.infer<typeof OrderNews>

/** Writes to the shopper, and where it concerns him to the supplier, what has become of an order. Each mail's key makes it one. */
export function mailNews(publicUrl: string): Job {
  return job({
    name: 'orders.mail_news',
    input: OrderNews,
    attempts: 10,
    async run(input, { db, now, enqueue, log }) {
      const mails = await mailsOf(db, input, { publicUrl, log })
      await postMails(db, { mails, now, enqueue })
    },
  })
}

async function mailsOf(
  db: Queryable,
  input: OrderNews,
  { publicUrl, log }: Readonly<{ publicUrl: string; log: JobContext['log'] }>,
): Promise<OutgoingMail[]> {
  const { supplierOrderId, version, reason, parcelId } = input
  const whole = await findWholeOrder(db, supplierOrderId)
  if (!whole) return []
  const [lines, parcels, givenBack] = await Promise.all([
    listLines(db, [whole.order.id]),
    listParcels(db, [whole.order.id]),
    findGivenBackBy(db, `${supplierOrderId}:${version}`),
  ])
  const parcel = parcels.find(({ publicId }) => publicId === parcelId)
  const news = { whole, lines, parcel, givenBack: givenBack ?? 0, reason, publicUrl }
  const key = `supplier-order:${supplierOrderId}:${input.kind}:${version}`
  const toShopper = shopperLetter(input, news)
  const toSupplier = supplierLetter(input, news)
  const { email } = whole.supplier
  if (toSupplier && !email)
    log.warn({ supplierOrderId, kind: input.kind }, 'a supplier has no mail address: nobody was written to')
  return [
    ...(toShopper ? [letterMail({ key, to: whole.purchase.email }, toShopper)] : []),
    ...(toSupplier && email ? [letterMail({ key: `${key}:supplier`, to: email }, toSupplier)] : []),
  ]
}

function shopperLetter({ kind }: OrderNews, news: News) {
  if (kind === 'shipped') return parcelShipped(news)
  if (kind === 'delivered') return orderDelivered(news)
  return kind === 'cancelled' ? piecesCancelled(news) : undefined
}

function supplierLetter({ kind, isSuppliers }: OrderNews, news: News) {
  if (kind === 'submitted') return newOrder(news.whole, news.lines)
  if (kind === 'cancel_asked') return cancelAsked(news)
  if (kind === 'reminder') return answerDue(news)
  return kind === 'cancelled' && isSuppliers ? stopSending(news) : undefined
}
