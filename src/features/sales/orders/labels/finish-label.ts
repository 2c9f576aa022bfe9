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

/** For how long after a label was ordered a refusal may be about another attempt: each waits half a minute for its answer. */
const REFUSAL_GRACE_MS = 5 * MINUTE

/** When a label that was given up is looked at once more: whatever was under way then has ended. */
const RECHECK_AFTER_MS = HOUR

/** The dependencies of finishing a label. */
export type FinishLabelContext = Readonly<{ carriers: Carriers; files: Files; deps: OrderDeps; now: Date }>

/**
 * Completes a label from any state: buys it, stores its file and adds its parcel. The label is refunded when the order does not
 * take the parcel any more. What it costs is booked with it. Each step is recorded before the next is made, and requested by what
 * was recorded, so that doing it again, also at the same time, buys nothing twice.
 */
export async function finishLabel(db: Database, labelId: string, context: FinishLabelContext): Promise<void> {
  for (const step of [recheckFailedLabel, buyShipmentLabel, sendLabelledParcel, refundUnusedLabel]) {
    const label = await findLabel(db, labelId)
    if (label) await step(db, label, context)
  }
}

/** Rechecks whether a failed label was bought after all, by an attempt without a known result. */
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

/** Buys a label, or gives what an earlier attempt has bought before something came between: then nothing more is paid. */
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
    // A carrier may number parcels as its rules here do not know yet.
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

/** Stores the file of a return's label, which is ready then, unless it is no longer needed. */
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

/** Returns whether a refusal that may have been about another attempt is final by now, as it has lasted long enough. */
function isFinalRefusal(
  error: unknown,
  { label, now }: Readonly<{ label: Label; now: Date }>,
): error is AppError {
  const isRefusal = error instanceof AppError && error.code === 'label_not_sold'
  return isRefusal && label.createdAt <= addMs(now, -REFUSAL_GRACE_MS)
}

/** Returns whether it is an error that no further attempt changes. */
function isFinalError(error: unknown): error is AppError {
  return error instanceof AppError && error.kind !== 'unavailable'
}

async function getOrderContext(db: Database, label: Label): Promise<OrderContext> {
  const orderContext = await findOrderContextById(db, label.supplierOrderId)
  if (!orderContext) throw new Error('the order of a label is not there')
  return orderContext
}

/** Returns the error for a label that may not be bought any more: its order has ended, or its supplier owes too much by now. */
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

/** Returns the price that the supplier was shown; null where the label was requested without a rate. */
function getQuote({ quotedAmount, quotedCurrency }: Label) {
  return quotedAmount === null || quotedCurrency === null
    ? null
    : { amount: quotedAmount, currency: quotedCurrency }
}

/** Returns the parcel of a label. Throws `order_state` when its order has ended meanwhile: nothing is paid for it then. */
async function createLabelParcel(db: Database, label: Label, { hubCountry }: Carriers): Promise<LabelParcel> {
  const context = await getOrderContext(db, label)
  const { order, purchase } = context
  const lines = await listLines(db, [order.id])
  if (!(await isNeeded(db, label))) throw orderEnded()
  const { sender, units, recipient } = label
  const route = { from: sender?.country ?? hubCountry, to: purchase.country, currency: order.currency }
  // Labels that were requested before customs were asked about have none.
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
