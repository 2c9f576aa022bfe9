import { writeEmail } from '#core/emails/texts/email-texts.ts'
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

/** The interval of refund checks without a webhook event of the carrier. */
const CHECK_INTERVAL_MS = DAY

/**
 * How long after a label was ordered a refused refund is requested again, every hour. EasyPost says that requests
 * shortly after a label was made are refused by mistake (docs.easypost.com/docs/shipments/shipping-refund).
 */
const RETRY_WINDOW_MS = DAY

/**
 * How long refunds are checked automatically: EasyPost says a carrier takes 30 days at most. Operators handle those
 * left.
 */
const CHECK_WINDOW_MS = 60 * DAY

/** The most refunds checked in one run. */
const BATCH = 50

/** The dependencies of applying refunds' changes. */
type LabelRefundContext = Readonly<{ deps: OrderDeps; now: Date }>

/** A label with a requested refund, and the refund's state. */
type LabelRefundResult = Readonly<{ label: Label; refund: LabelRefund }>

/**
 * Closes a label that was not used, once. If its money comes back, or was never charged, its charge to the supplier is
 * reversed at once, because a carrier takes weeks. If its carrier keeps it, the supplier pays for it, and gets an
 * email. A refusal that is retried changes nothing yet.
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
    if (to === 'lost') return notifySupplier(tx, { label, wasAccepted: false }, context)
    await reverseLabelCharge(tx, { label, now })
  })
}

const STATE_BY_REFUND = {
  awaited: 'given_back',
  refunded: 'refunded',
  turned_down: 'lost',
  not_billed: 'not_billed',
} as const

/** Checks the refunds that are due; returns how many have ended. */
export async function checkLabelRefunds(
  db: Database,
  { carriers, log, ...taking }: LabelRefundContext & Readonly<{ carriers: Carriers; log: Log }>,
): Promise<number> {
  const { now } = taking
  const dueLabels = await listDueRefunds(db, { now, limit: BATCH })
  let closedCount = 0
  // Sequentially, to respect the limits of the seller of labels.
  for (const label of dueLabels) {
    try {
      const refund = await carriers.refundOf(label.shipmentRef ?? '')
      if (await applyLabelRefund(db, { label, refund }, taking)) closedCount += 1
    } catch (error) {
      log.warn({ err: error, label: label.publicId }, 'could not look up the refund of a label')
      await postponeRefundCheck(db, { label, now, since: addMs(now, -CHECK_WINDOW_MS) })
    }
  }
  return closedCount
}

/**
 * Applies the state of a label's refund, once. A refused label is charged to its supplier, who gets an email. Returns
 * whether that state is final.
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
      await notifySupplier(tx, { label, wasAccepted: true }, context)
    }
    return true
  })
}

async function notifySupplier(
  tx: Transaction,
  { label, wasAccepted }: Readonly<{ label: Label; wasAccepted: boolean }>,
  { deps, now }: LabelRefundContext,
): Promise<void> {
  // Some services are free: no email is needed then.
  if (!label.amount) return
  const orderContext = await findOrderContextById(tx, label.supplierOrderId)
  const to = orderContext?.supplier.email
  if (!orderContext || !to) return
  const content = renderLostLabelEmail({ label, orderNumber: orderContext.purchase.number, wasAccepted })
  const emails = [createEmail({ key: `label-kept:${label.publicId}`, to }, content)]
  await sendEmails(tx, { emails, now, enqueue: deps.enqueue })
}

/** The data of the email. `wasAccepted`: the carrier had accepted the refund request first. */
type LostLabelEmailData = Readonly<{
  label: Pick<Label, 'carrier' | 'trackingNumber' | 'amount' | 'currency'>
  orderNumber: string
  wasAccepted: boolean
}>

/** Returns the email to a supplier about an unused label whose money the carrier keeps. */
function renderLostLabelEmail({ label, orderNumber, wasAccepted }: LostLabelEmailData): EmailContent {
  const carrier = carrierTitle(label.carrier ?? 'other')
  const cost = formatMoney(label.amount ?? 0, label.currency ?? 'USD')
  const requestText = wasAccepted
    ? 'We requested a refund. The carrier accepted the request at first, so we credited the label; now it has declined it.'
    : 'We requested a refund, and the carrier declined it.'
  const liabilityText = wasAccepted ? 'is charged to you again' : 'stays charged to you'
  return {
    ...writeEmail('label_not_refunded', { order: orderNumber, carrier }, [
      requestText,
      `The cost of ${cost} ${liabilityText}: it is deducted from your balance or your next payout, and listed on the statement.`,
      'Carriers decline refunds for parcels they have scanned, or when the request comes too late. If you think this is wrong, contact us.',
    ]),
    preview: `${cost} for a label of ${carrier} ${liabilityText}.`,
    tables: [
      {
        title: 'The label',
        rows: [{ left: carrier, note: label.trackingNumber ?? '', right: cost }],
      },
    ],
    closing: [],
  }
}
