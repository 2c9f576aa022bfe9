import { formatMoney } from '#core/money.ts'
import { DAY, addMs } from '#core/time.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import { type EmailContent, createEmail, sendEmails } from '#features/messaging/notifications/service.ts'
import type { Log } from '#platform/log.ts'
import type { Carriers, LabelRefund, OrderDeps } from '../../port.ts'
import { findOrderContextById } from '../../views/timeline-queries.ts'
import { rechargeLabel, reverseLabelCharge } from '../charge-label.ts'
import type { Label } from '../label-queries.ts'
import { listDueRefunds, updateLabelRefund, postponeRefundCheck } from './label-refund-queries.ts'

/** How often it is asked how a refund stands, should no message of its carrier come. */
const CHECK_INTERVAL_MS = DAY

/**
 * For how long after a label was ordered its money is asked for again, by the hour, where that is turned down: EasyPost says that
 * requests are refused by mistake which come shortly after a label was made (docs.easypost.com/docs/shipments/shipping-refund).
 */
const RETRY_WINDOW_MS = DAY

/** For how long it is asked by itself: EasyPost says a carrier takes 30 days at most. What is unsaid then is a person's. */
const CHECK_WINDOW_MS = 60 * DAY

/** How many are asked about in one run. */
const BATCH = 50

/** What taking in news of refunds needs. */
type LabelRefundContext = Readonly<{ deps: OrderDeps; now: Date }>

/** A label of which money was asked back, and how that stands. */
type LabelRefundResult = Readonly<{ label: Label; refund: LabelRefund }>

/**
 * Ends a label that was not used, once. Where its money comes back, or was never taken, what its supplier bore of it is taken
 * back at once, for a carrier takes weeks; where its carrier keeps it, it stays the supplier's, who is written to. What is refused so soon that it is
 * asked for again is left as it is.
 */
export async function closeUnusedLabel(
  db: Database,
  { label, refund }: LabelRefundResult,
  context: LabelRefundContext,
): Promise<void> {
  const { now } = context
  const willRetry = refund === 'turned_down' && label.createdAt > addMs(now, -RETRY_WINDOW_MS)
  const to = willRetry ? 'unused' : STATE_BY_REFUND[refund]
  const checkAt = refund === 'awaited' ? addMs(now, CHECK_INTERVAL_MS) : null
  await inTransaction(db, async (tx) => {
    const isUpdated = await updateLabelRefund(tx, { label, from: 'unused', to, lookAt: checkAt, now })
    if (!isUpdated || willRetry) return
    if (to === 'lost') return notifySupplier(tx, { label, wasTaken: false }, context)
    await reverseLabelCharge(tx, { label, now })
  })
}

const STATE_BY_REFUND = {
  awaited: 'given_back',
  refunded: 'refunded',
  turned_down: 'lost',
  not_billed: 'not_billed',
} as const

/** Asks how the refunds stand that are due to be asked about; gives how many have come to an end. */
export async function checkLabelRefunds(
  db: Database,
  { carriers, log, ...taking }: LabelRefundContext & Readonly<{ carriers: Carriers; log: Log }>,
): Promise<number> {
  const { now } = taking
  const dueLabels = await listDueRefunds(db, { now, limit: BATCH })
  let closedCount = 0
  // One after the other: who sells our labels is not to be rushed.
  for (const label of dueLabels) {
    try {
      const refund = await carriers.refundOf(label.shipmentRef ?? '')
      if (await applyLabelRefund(db, { label, refund }, taking)) closedCount += 1
    } catch (error) {
      log.warn({ err: error, label: label.publicId }, 'a label’s refund could not be asked about')
      await postponeRefundCheck(db, { label, now, since: addMs(now, -CHECK_WINDOW_MS) })
    }
  }
  return closedCount
}

/**
 * Takes in how the refund of a label stands that was given back, once: where it is turned down, the label is its supplier's
 * again, who is told why. Gives whether that is its end.
 */
async function applyLabelRefund(
  db: Database,
  { label, refund }: LabelRefundResult,
  context: LabelRefundContext,
): Promise<boolean> {
  const { now } = context
  return inTransaction(db, async (tx) => {
    const isOpen = refund === 'awaited'
    const isWithinCheckWindow =
      label.refundRequestedAt !== null && label.refundRequestedAt > addMs(now, -CHECK_WINDOW_MS)
    const checkAt = isOpen && isWithinCheckWindow ? addMs(now, CHECK_INTERVAL_MS) : null
    const isUpdated = await updateLabelRefund(tx, {
      label,
      from: 'given_back',
      to: STATE_BY_REFUND[refund],
      lookAt: checkAt,
      now,
    })
    if (!isUpdated || isOpen) return false
    if (STATE_BY_REFUND[refund] === 'lost') {
      await rechargeLabel(tx, { label, now })
      await notifySupplier(tx, { label, wasTaken: true }, context)
    }
    return true
  })
}

async function notifySupplier(
  tx: Transaction,
  { label, wasTaken }: Readonly<{ label: Label; wasTaken: boolean }>,
  { deps, now }: LabelRefundContext,
): Promise<void> {
  // Some services cost nothing: there is nothing to tell then.
  if (!label.amount) return
  const orderContext = await findOrderContextById(tx, label.supplierOrderId)
  const to = orderContext?.supplier.email
  if (!orderContext || !to) return
  const content = renderLostLabelEmail({ label, orderNumber: orderContext.purchase.number, wasTaken })
  const emails = [createEmail({ key: `label-kept:${label.publicId}`, to }, content)]
  await sendEmails(tx, { mails: emails, now, enqueue: deps.enqueue })
}

/** What the letter is made of; `wasTaken`: the carrier had taken the request for the money first. */
type LostLabelEmailData = Readonly<{
  label: Pick<Label, 'carrier' | 'trackingNumber' | 'amount' | 'currency'>
  orderNumber: string
  wasTaken: boolean
}>

/** The letter to a supplier: a label was not used, and its carrier keeps the money. */
function renderLostLabelEmail({ label, orderNumber, wasTaken }: LostLabelEmailData): EmailContent {
  const carrier = carrierTitle(label.carrier ?? 'other')
  const cost = formatMoney(label.amount ?? 0, label.currency ?? 'USD')
  const requestText = wasTaken
    ? 'We requested a refund. The carrier accepted the request at first, so we credited the label; now it has declined it.'
    : 'We requested a refund, and the carrier declined it.'
  const liabilityText = wasTaken ? 'counts as yours again' : 'stays yours'
  return {
    subject: `A label of order ${orderNumber} couldn’t be refunded`,
    preview: `${cost} for a label of ${carrier} ${liabilityText}.`,
    heading: 'A label couldn’t be refunded.',
    paragraphs: [
      `A ${carrier} label for order ${orderNumber} was bought and not used. ${requestText}`,
      `So what it cost, ${cost}, ${liabilityText}: it is deducted from your balance or your next payout, and listed on the statement.`,
      'Carriers decline refunds for parcels they have scanned, or when asked too late. If you think this is wrong, contact us.',
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
