import { type Database, inTransaction } from '#database/database.ts'
import { AppError, refused } from '#core/errors.ts'
import { HOUR, addMs, MINUTE } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { parseTrackingNumber } from '../parcels/tracking-numbers.ts'
import { saveLabelPurchase } from './charge-label.ts'
import { declareCustoms, describeCustoms } from './planning/declare-customs.ts'
import { findLabelDebtError } from './label-debt.ts'
import { buildLabelParcel } from './planning/label-parcel.ts'
import { closeUnusedLabel } from './refunds/label-refunds.ts'
import {
  failLabel,
  stopLabelRecheck,
  findLabel,
  saveShipmentRef,
  type Label,
  moveLabel,
} from './label-queries.ts'
import type { BoughtLabel, Carriers, OrderDeps, LabelParcel } from '../port.ts'
import { listLines, type SupplierOrder, type SupplierOrderLine } from '../views/purchase-queries.ts'
import { markReturnLabelReady } from './returns/return-label-queries.ts'
import { sendParcel } from '../parcels/send-parcel.ts'
import { listPossibleEvents } from '../lifecycle/states.ts'
import { findOrderContextById, type OrderContext } from '../views/timeline-queries.ts'
import { countUnits } from '../rules.ts'

/**
 * How long after a label was ordered a refusal may result from another attempt; each waits half a minute for its
 * answer.
 */
const REFUSAL_GRACE_MS = 5 * MINUTE

/** When a failed label is checked once more; all attempts have ended by then. */
const RECHECK_AFTER_MS = HOUR

/** The dependencies of finishing a label. */
export type FinishLabelContext = Readonly<{ carriers: Carriers; files: Files; deps: OrderDeps; now: Date }>

/**
 * Completes a label from any state: buys it, stores its file and adds its parcel. The label is refunded if the order no
 * longer accepts the parcel. Its cost is booked with it. Each step is recorded before the next one, which uses the
 * record, so that repeated and concurrent runs buy nothing twice.
 */
export async function finishLabel(db: Database, labelId: string, context: FinishLabelContext): Promise<void> {
  for (const step of [recheckFailedLabel, buyShipmentLabel, sendLabelledParcel, refundUnusedLabel]) {
    const label = await findLabel(db, labelId)
    if (label) await step(db, label, context)
  }
}

/** Checks whether a failed label was bought after all, by an attempt without a known result. */
async function recheckFailedLabel(
  db: Database,
  label: Label,
  { carriers, now }: FinishLabelContext,
): Promise<void> {
  if (label.state !== 'failed' || !label.nextCheckAt || !label.shipmentRef) return
  const bought = await carriers.boughtLabel(label.shipmentRef)
  if (bought) await saveLabelPurchase(db, { label, bought, fileKey: getLabelFileKey(label), now })
  else await stopLabelRecheck(db, { label })
}

async function buyShipmentLabel(
  db: Database,
  label: Label,
  { carriers, now }: FinishLabelContext,
): Promise<void> {
  if (label.state !== 'asked') return
  try {
    const ref =
      label.shipmentRef ??
      (await saveShipmentRef(db, {
        label,
        ref: await carriers.openShipment(await createLabelParcel(db, label, carriers)),
        now,
      }))
    const bought = await buyOrRecoverLabel(db, { label, ref, carriers })
    await saveLabelPurchase(db, { label, bought, fileKey: getLabelFileKey(label), now })
  } catch (error) {
    if (!isFinalError(error) && !isFinalRefusal(error, { label, now })) throw error
    const failure = error.message.slice(0, 500)
    await failLabel(db, { label, failure, lookAt: addMs(now, RECHECK_AFTER_MS), now })
  }
}

/** Buys a label, or returns the one that an interrupted attempt has bought, without paying again. */
async function buyOrRecoverLabel(
  db: Database,
  { label, ref, carriers }: Readonly<{ label: Label; ref: string; carriers: Carriers }>,
): Promise<BoughtLabel> {
  const blocker = await findPurchaseBlocker(db, label)
  if (!blocker) return carriers.buyLabel(ref, { service: label.service, atMost: getQuote(label) })
  const bought = await carriers.boughtLabel(ref)
  if (!bought) throw blocker
  return bought
}

function getLabelFileKey({ publicId }: Label): string {
  return `labels/${publicId}.pdf`
}

async function sendLabelledParcel(db: Database, label: Label, context: FinishLabelContext): Promise<void> {
  const { carrier, trackingNumber, shipmentRef, fileKey } = label
  if (label.caseId !== null) return finishReturnLabel(db, label, context)
  if (label.state !== 'bought' || !carrier || !trackingNumber || !shipmentRef || !fileKey) return
  const { deps, now } = context
  const { order } = await getOrderContext(db, label)
  const cause = { actor: 'supplier', ...(label.accountId ? { accountId: label.accountId } : {}) } as const
  const parcel = {
    // A carrier may use numbers that our rules do not know yet.
    carrier: parseTrackingNumber(carrier, trackingNumber) === undefined ? ('other' as const) : carrier,
    number: trackingNumber,
    units: label.units,
    idempotencyKey: label.publicId,
  }
  try {
    await saveLabelFile({ shipmentRef, fileKey }, context)
    await sendParcel(db, { id: order.publicId, scope: {}, cause, deps, now }, parcel)
    await moveLabel(db, { label, from: 'bought', to: 'used', failure: null, now })
  } catch (error) {
    if (!isFinalError(error)) throw error
    await moveLabel(db, { label, from: 'bought', to: 'unused', failure: error.message.slice(0, 500), now })
  }
}

/** Stores the file of a return label, which makes it ready, unless it is no longer needed. */
async function finishReturnLabel(db: Database, label: Label, context: FinishLabelContext): Promise<void> {
  const { shipmentRef, fileKey } = label
  if (label.state !== 'bought' || !shipmentRef || !fileKey) return
  const { deps, now } = context
  try {
    await saveLabelFile({ shipmentRef, fileKey }, context)
    await inTransaction(db, async (tx) => {
      if (await markReturnLabelReady(tx, { label, now }))
        await deps.enqueue(tx, {
          job: 'cases.mail_return',
          input: { caseKey: label.caseId, labelId: label.publicId },
        })
    })
  } catch (error) {
    if (!isFinalError(error)) throw error
    await moveLabel(db, { label, from: 'bought', to: 'unused', failure: error.message.slice(0, 500), now })
  }
}

async function saveLabelFile(
  { shipmentRef, fileKey }: Readonly<{ shipmentRef: string; fileKey: string }>,
  { carriers, files }: FinishLabelContext,
): Promise<void> {
  if (await files.has(fileKey)) return
  const bought = await carriers.boughtLabel(shipmentRef)
  if (!bought)
    throw refused('label_not_usable', 'The label can’t be used: the label provider doesn’t recognize it.')
  await files.put(fileKey, await carriers.fetchLabel(bought.fileUrl), 'application/pdf')
}

async function refundUnusedLabel(
  db: Database,
  label: Label,
  { carriers, deps, now }: FinishLabelContext,
): Promise<void> {
  if (label.state !== 'unused' || !label.shipmentRef) return
  const refund = await carriers.giveBackLabel(label.shipmentRef)
  await closeUnusedLabel(db, { label, refund }, { deps, now })
}

/** Returns whether a refusal that may result from another attempt has lasted long enough to be final. */
function isFinalRefusal(
  error: unknown,
  { label, now }: Readonly<{ label: Label; now: Date }>,
): error is AppError {
  const isRefusal = error instanceof AppError && error.code === 'label_not_sold'
  return isRefusal && label.createdAt <= addMs(now, -REFUSAL_GRACE_MS)
}

/** Returns whether an error is final, so that a retry cannot succeed. */
function isFinalError(error: unknown): error is AppError {
  return error instanceof AppError && error.kind !== 'unavailable'
}

async function getOrderContext(db: Database, label: Label): Promise<OrderContext> {
  const orderContext = await findOrderContextById(db, label.supplierOrderId)
  if (!orderContext) throw new Error('the order of a label is not there')
  return orderContext
}

/** Returns the error for a label that may no longer be bought: its order has ended, or its supplier owes too much. */
async function findPurchaseBlocker(db: Database, label: Label): Promise<AppError | undefined> {
  if (!(await isNeeded(db, label))) return orderEnded()
  return findLabelDebtError(db, label)
}

async function isNeeded(db: Database, label: Label): Promise<boolean> {
  if (label.caseId !== null) return label.droppedAt === null
  const { order } = await getOrderContext(db, label)
  return canSend(order, await listLines(db, [order.id]))
}

function canSend({ state }: Pick<SupplierOrder, 'state'>, lines: readonly SupplierOrderLine[]): boolean {
  return listPossibleEvents({ state, units: countUnits(lines) }, 'supplier').includes('pack')
}

function orderEnded() {
  return refused('order_state', 'The order had ended before the label was bought.')
}

/** Returns the price shown to the supplier; null if the label was requested without a rate. */
function getQuote({ quotedAmount, quotedCurrency }: Label) {
  return quotedAmount === null || quotedCurrency === null
    ? null
    : { amount: quotedAmount, currency: quotedCurrency }
}

/** Returns the parcel of a label. Throws `order_state` if its order has ended meanwhile, so that no label is bought. */
async function createLabelParcel(db: Database, label: Label, { hubCountry }: Carriers): Promise<LabelParcel> {
  const context = await getOrderContext(db, label)
  const { order, purchase } = context
  const lines = await listLines(db, [order.id])
  if (!(await isNeeded(db, label))) throw orderEnded()
  const { sender, units, recipient } = label
  const route = { from: sender?.country ?? hubCountry, to: purchase.country, currency: order.currency }
  // Labels requested before customs data were stored have none.
  const described =
    label.customs || recipient ? null : await describeCustoms(db, { ...route, lines, units, overrides: [] })
  const declared = label.customs ?? (described && declareCustoms(described))
  return buildLabelParcel({
    reference: label.publicId,
    context,
    lines,
    units,
    sender,
    recipient,
    measures: label,
    declared,
  })
}
