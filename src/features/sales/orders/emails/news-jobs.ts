import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import {
  type LetterContent,
  letterMail,
  type OutgoingMail,
  postMails,
} from '#features/messaging/notifications/service.ts'
import { job, type Job, type JobContext } from '#platform/jobs/job.ts'
import { readyToCollect, stillToCollect, wasCollected } from './collect-emails.ts'
import { decideAboutParcel, parcelInDoubt, seeToParcel } from './arrival-emails.ts'
import {
  answerDue,
  cancelAsked,
  goOn,
  type News,
  notCancelled,
  orderDelivered,
  parcelShipped,
  piecesCancelled,
  stopSending,
  supplierSilent,
} from './emails.ts'
import { newOrder } from './new-order-email.ts'
import { listParcels } from '../parcels/parcel-queries.ts'
import { listLines } from '../queries.ts'
import { findGivenBackBy, findWholeOrder } from '../views/timeline-queries.ts'

const OrderNews = z.object({
  supplierOrderId: z.string(),
  kind: z.enum([
    'submitted',
    'shipped',
    'delivered',
    'cancelled',
    'cancel_asked',
    'reminder',
    'kept',
    'never_left',
    'coming_back',
    'overdue',
    'ready',
    'uncollected',
  ]),
  version: z.number(),
  isSuppliers: z.boolean(),
  reason: z.string().nullable(),
  parcelId: z.string().nullable(),
  /** Whether the shopper has not caused it. */
  isShoppers: z.boolean().default(true),
  /** The units that are not sent by it; of what was ordered before this was told, all that ever were. */
  units: z.array(z.object({ lineId: z.number(), quantity: z.number() })).optional(),
})
type OrderNews = z.infer<typeof OrderNews>

/** Where letters lead, and where the operator reads. */
export type Desk = Readonly<{ publicUrl: string; supportEmail: string }>

/**
 * Writes to the shopper, and where it concerns them to the supplier and the operator, what has become of an order. Each mail's
 * key makes it one.
 */
export function mailNews(desk: Desk): Job {
  return job({
    name: 'orders.mail_news',
    input: OrderNews,
    attempts: 10,
    async run(input, { db, now, enqueue, log }) {
      const mails = await mailsOf(db, input, { ...desk, log })
      await postMails(db, { mails, now, enqueue })
    },
  })
}

async function mailsOf(
  db: Queryable,
  input: OrderNews,
  { publicUrl, supportEmail, log }: Desk & Readonly<{ log: JobContext['log'] }>,
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
  const withdrawn =
    input.units ?? lines.map((line) => ({ lineId: line.id, quantity: line.withdrawnQuantity }))
  const news = {
    whole,
    lines,
    parcel,
    givenBack: givenBack ?? 0,
    withdrawn: withdrawn.filter(({ quantity }) => quantity > 0),
    reason,
    publicUrl,
  }
  const { shopper, supplier, operator } = lettersOf(input, news)
  const { email } = whole.supplier
  if (supplier && !email)
    log.warn({ supplierOrderId, kind: input.kind }, 'a supplier has no mail address: nobody was written to')
  const key = `supplier-order:${supplierOrderId}:${input.kind}:${version}`
  return [
    ...mail(keyForShopper(input), whole.purchase.email, shopper),
    ...mail(`${key}:supplier`, email, supplier),
    ...mail(`${key}:operator`, supportEmail, operator),
  ]
}

/** Of what is the matter with a parcel its buyer is written once; who is to see to it, each time. */
function keyForShopper({ supplierOrderId, kind, version, parcelId }: OrderNews): string {
  const isDoubt = kind === 'never_left' || kind === 'coming_back' || kind === 'overdue'
  return `supplier-order:${supplierOrderId}:${kind}:${isDoubt ? parcelId : version}`
}

function mail(key: string, to: string | null, letter: LetterContent | undefined): OutgoingMail[] {
  return letter && to ? [letterMail({ key, to }, letter)] : []
}

type Letters = Readonly<{ shopper?: LetterContent; supplier?: LetterContent; operator?: LetterContent }>

function lettersOf({ kind, isSuppliers, isShoppers }: OrderNews, news: News): Letters {
  switch (kind) {
    case 'submitted':
      return { supplier: newOrder(news) }
    case 'shipped':
      return { shopper: parcelShipped(news) }
    case 'delivered':
      return {
        shopper: news.whole.purchase.shippingMethod === 'pickup' ? wasCollected(news) : orderDelivered(news),
      }
    case 'cancelled':
      return {
        shopper: piecesCancelled(news),
        ...(isSuppliers ? { supplier: stopSending(news) } : {}),
      }
    case 'cancel_asked':
      return { supplier: cancelAsked(news) }
    case 'reminder':
      return { supplier: answerDue(news), operator: supplierSilent(news) }
    case 'kept':
      return {
        ...(isShoppers ? { shopper: notCancelled(news) } : {}),
        ...(isSuppliers ? { supplier: goOn(news) } : {}),
      }
    case 'ready':
      return { shopper: readyToCollect(news) }
    case 'uncollected':
      return {
        shopper: stillToCollect(news),
        supplier: seeToParcel(news, kind),
        operator: decideAboutParcel(news, kind),
      }
    case 'never_left':
    case 'coming_back':
    case 'overdue':
      return {
        // Who has it, or has a case about it, need not be told that it is not there.
        ...(news.whole.order.state === 'shipped' ? { shopper: parcelInDoubt(news, kind) } : {}),
        supplier: seeToParcel(news, kind),
        operator: decideAboutParcel(news, kind),
      }
  }
}
