import type { Database } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import {
  endWaiting,
  insertNotice,
  keepWaiting,
  listHeard,
  type NoticeContent,
  type Word,
} from '#features/money/payments/service.ts'
import type { Log } from '#platform/log.ts'
import {
  askRefundBy,
  takeDispute,
  type TakenDispute,
  type TakenRefund,
  takeRefund,
} from '#features/money/refunds/service.ts'
import type { Till } from './pay-order.ts'
import { settlePayment, type Settlement } from './settle-payment.ts'

/** What a notice was about, and how the payment stands after one about a payment. */
export type TakenNotice = Readonly<{
  about: NoticeContent['about']
  state: Settlement['state'] | undefined
  /** Whether it told of money that came. */
  isMoney: boolean
  /** What was done about a refund or a dispute that it told of. */
  refund?: TakenRefund
  dispute?: TakenDispute
}>

/**
 * Takes in a notice: checked, noted by the provider's event id, then settled. A notice that comes again is settled
 * again, which changes nothing, so that one noted by a process that died right after is not lost.
 */
export async function takeNotice(
  db: Database,
  { till, provider: name, body, header, now }: TakeNotice,
): Promise<TakenNotice> {
  const provider = till.providers.find((one) => one.name === name)
  if (!provider) throw notFound('provider_unknown', 'No such payment provider is set up.')
  const notice = await provider.readNotice(body, header, now)
  // On the disk before anything else: what settles may write nothing, and the provider never sends an acknowledged event again.
  const { eventId, kept = body } = notice
  await insertNotice(db, { provider: name, eventId, body: kept, receivedAt: now })
  const taken = await takeIn(db, { till, provider: name, content: notice, now })
  const word = wordOf(notice)
  if (word && isUnknown(taken)) await keepWaiting(db, { provider: name, eventId, word })
  return taken
}

/** What a notice says of money that went back; undefined for one about something else. */
function wordOf(content: NoticeContent): Word | undefined {
  if (content.about === 'refund') return { about: content.about, refund: content.refund }
  return content.about === 'dispute' ? { about: content.about, dispute: content.dispute } : undefined
}

function isUnknown({ refund, dispute }: TakenNotice): boolean {
  return refund === 'unknown' || dispute === 'unknown'
}

/** How many notices that waited are taken in by one run. */
const HEARD_BATCH = 100

/**
 * Takes in what was told of refunds and disputes before their money came, now that it has. It asks for the money, not the
 * money for it: of two that are taken in at the same moment neither sees the other. Harmless twice.
 */
export async function takeInWaiting(
  db: Database,
  { till, now, log }: Readonly<{ till: Till; now: Date; log: Log }>,
): Promise<void> {
  for (const { id, provider, word } of await listHeard(db, HEARD_BATCH)) {
    try {
      const taken = await takeIn(db, { till, provider, content: word, now })
      if (isUnknown(taken)) log.error({ provider, notice: id }, 'a notice is about money of another currency')
      await endWaiting(db, id)
    } catch (error) {
      // It waits for the next run; the others need not.
      log.error({ err: error, provider, notice: id }, 'a notice that waited could not be taken in')
    }
  }
}

type Taking = Readonly<{ till: Till; provider: string; content: NoticeContent; now: Date }>

async function takeIn(db: Database, { till, provider, content, now }: Taking): Promise<TakenNotice> {
  const { about } = content
  const desk = { enqueue: till.enqueue, refund: askRefundBy(till.enqueue) }
  const other = { about, state: undefined, isMoney: false }
  switch (content.about) {
    case 'payment': {
      const { payment: known } = content
      const { state } = await settlePayment(db, { provider, known, now, enqueue: till.enqueue })
      return { ...other, state, isMoney: known.state === 'paid' }
    }
    case 'refund':
      return { ...other, refund: await takeRefund(db, { provider, refund: content.refund, desk, now }) }
    case 'dispute':
      return { ...other, dispute: await takeDispute(db, { provider, dispute: content.dispute, desk, now }) }
    case 'nothing':
      return other
  }
}

type TakeNotice = {
  till: Till
  provider: string
  body: string
  header: (name: string) => string | undefined
  now: Date
}
