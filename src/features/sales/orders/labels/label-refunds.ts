import { moneyText } from '#core/money.ts'
import { DAY, later } from '#core/time.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { type LetterContent, letterMail, postMails } from '#features/messaging/notifications/service.ts'
import type { Log } from '#platform/log.ts'
import { carrierTitle } from '../parcels/carriers.ts'
import type { Carriers, LabelRefund, OrderDesk } from '../port.ts'
import { findWholeOrderByKey } from '../views/timeline-queries.ts'
import { chargeAgain, takeChargeBack } from './charge-label.ts'
import type { Label } from './label-queries.ts'
import { listDueRefunds, noteLabelRefund, postponeRefundLook } from './label-refund-queries.ts'

/** How often it is asked how a refund stands, should no message of its carrier come. */
const LOOK_EVERY = DAY

/**
 * For how long after a label was ordered its money is asked for again, by the hour, where that is turned down: EasyPost says that
 * requests are refused by mistake which come shortly after a label was made (docs.easypost.com/docs/shipments/shipping-refund).
 */
const ASK_AGAIN_FOR = DAY

/** For how long it is asked by itself: EasyPost says a carrier takes 30 days at most. What is unsaid then is a person's. */
const LOOK_FOR = 60 * DAY

/** How many are asked about in one run. */
const BATCH = 50

/** What taking in news of refunds needs. */
type Taking = Readonly<{ desk: OrderDesk; now: Date }>

/** A label of which money was asked back, and how that stands. */
type Ending = Readonly<{ label: Label; refund: LabelRefund }>

/**
 * Ends a label that was not used, once. Where its money comes back, or was never taken, what its supplier bore of it is taken
 * back at once, for a carrier takes weeks; where its carrier keeps it, it stays the supplier's, who is written to. What is refused so soon that it is
 * asked for again is left as it is.
 */
export async function endUnused(db: Database, { label, refund }: Ending, taking: Taking): Promise<void> {
  const { now } = taking
  const isAskedAgain = refund === 'turned_down' && label.createdAt > later(now, -ASK_AGAIN_FOR)
  const to = isAskedAgain ? 'unused' : STATES[refund]
  const lookAt = refund === 'awaited' ? later(now, LOOK_EVERY) : null
  await inTransaction(db, async (tx) => {
    const noted = await noteLabelRefund(tx, { label, from: 'unused', to, lookAt, now })
    if (!noted || isAskedAgain) return
    if (to === 'lost') return tellSupplier(tx, { label, wasTaken: false }, taking)
    await takeChargeBack(tx, { label, now })
  })
}

const STATES = {
  awaited: 'given_back',
  refunded: 'refunded',
  turned_down: 'lost',
  not_billed: 'not_billed',
} as const

/** Asks how the refunds stand that are due to be asked about; gives how many have come to an end. */
export async function followLabelRefunds(
  db: Database,
  { carriers, log, ...taking }: Taking & Readonly<{ carriers: Carriers; log: Log }>,
): Promise<number> {
  const { now } = taking
  const due = await listDueRefunds(db, { now, limit: BATCH })
  let ended = 0
  // One after the other: who sells our labels is not to be rushed.
  for (const label of due) {
    try {
      const refund = await carriers.refundOf(label.shipmentRef ?? '')
      if (await takeRefund(db, { label, refund }, taking)) ended += 1
    } catch (error) {
      log.warn({ err: error, label: label.publicId }, 'a label’s refund could not be asked about')
      await postponeRefundLook(db, { label, now, since: later(now, -LOOK_FOR) })
    }
  }
  return ended
}

/**
 * Takes in how the refund of a label stands that was given back, once: where it is turned down, the label is its supplier's
 * again, who is told why. Gives whether that is its end.
 */
async function takeRefund(db: Database, { label, refund }: Ending, taking: Taking): Promise<boolean> {
  const { now } = taking
  return inTransaction(db, async (tx) => {
    const isOpen = refund === 'awaited'
    const isLookedFor = label.refundAskedAt !== null && label.refundAskedAt > later(now, -LOOK_FOR)
    const lookAt = isOpen && isLookedFor ? later(now, LOOK_EVERY) : null
    const noted = await noteLabelRefund(tx, { label, from: 'given_back', to: STATES[refund], lookAt, now })
    if (!noted || isOpen) return false
    if (STATES[refund] === 'lost') {
      await chargeAgain(tx, { label, now })
      await tellSupplier(tx, { label, wasTaken: true }, taking)
    }
    return true
  })
}

async function tellSupplier(
  tx: Transaction,
  { label, wasTaken }: Readonly<{ label: Label; wasTaken: boolean }>,
  { desk, now }: Taking,
): Promise<void> {
  // Some services cost nothing: there is nothing to tell then.
  if (!label.amount) return
  const whole = await findWholeOrderByKey(tx, label.supplierOrderId)
  const to = whole?.supplier.email
  if (!whole || !to) return
  const letter = labelKept({ label, orderNumber: whole.purchase.number, wasTaken })
  const mails = [letterMail({ key: `label-kept:${label.publicId}`, to }, letter)]
  await postMails(tx, { mails, now, enqueue: desk.enqueue })
}

/** What the letter is made of; `wasTaken`: the carrier had taken the request for the money first. */
type Kept = Readonly<{
  label: Pick<Label, 'carrier' | 'trackingNumber' | 'amount' | 'currency'>
  orderNumber: string
  wasTaken: boolean
}>

/** The letter to a supplier: a label was not used, and its carrier keeps the money. */
function labelKept({ label, orderNumber, wasTaken }: Kept): LetterContent {
  const carrier = carrierTitle(label.carrier ?? 'other')
  const cost = moneyText(label.amount ?? 0, label.currency ?? 'USD')
  const asked = wasTaken
    ? 'We asked for its money back. The carrier took the request at first, so the label was taken off what you owe; now it has turned the request down.'
    : 'We asked for its money back, and the carrier does not give it.'
  const borne = wasTaken ? 'counts as yours again' : 'stays yours'
  return {
    subject: `A label of order ${orderNumber} could not be given back`,
    preview: `${cost} for a label of ${carrier} ${borne}.`,
    heading: 'A label could not be given back.',
    paragraphs: [
      `For order ${orderNumber} a label of ${carrier} was bought and not used. ${asked}`,
      `So what it cost, ${cost}, ${borne}: it is taken off what you may be paid out, or off your next payout, whose statement names it.`,
      'Carriers refuse this when they have seen the parcel, or were asked too late. If you think they are wrong, please write to us.',
    ],
    tables: [
      {
        title: 'The label',
        rows: [{ left: carrier, note: label.trackingNumber ?? '', right: cost }],
      },
    ],
    closing: [],
  }
}
