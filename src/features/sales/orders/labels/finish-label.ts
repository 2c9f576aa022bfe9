import type { Database } from '#database/database.ts'
import { AppError, refused } from '#core/errors.ts'
import { HOUR, later, MINUTE } from '#core/time.ts'
import type { Files } from '#platform/files/files.ts'
import { readTracking } from '../parcels/carriers.ts'
import { keepBought } from './charge-label.ts'
import { declareCustoms } from './declare-customs.ts'
import { debtHindrance } from './label-debt.ts'
import { endUnused } from './label-refunds.ts'
import { giveUpLabel, settleLabel } from './label-lookup-queries.ts'
import { findLabel, keepShipmentRef, type Label, moveLabel } from './label-queries.ts'
import type { BoughtLabel, Carriers, DeclaredItem, DeclaredLine, OrderDesk, ParcelToLabel } from '../port.ts'
import { listLines, type SupplierOrder, type SupplierOrderLine } from '../queries.ts'
import { secondLineOf, streetOf } from '../parcels/recipient.ts'
import { sendParcel } from '../parcels/send-parcel.ts'
import { possibleEvents } from '../lifecycle/states.ts'
import { findWholeOrderByKey, type WholeOrder } from '../views/timeline-queries.ts'
import { unitsOf } from '../rules.ts'

/** For how long after a label was ordered a refusal may be about another attempt: each waits half a minute for its answer. */
const REFUSED_FOR = 5 * MINUTE

/** When a label that was given up is looked at once more: whatever was under way then has ended. */
const LOOK_AGAIN_AFTER = HOUR

/** What finishing a label needs. */
export type Finishing = Readonly<{ carriers: Carriers; files: Files; desk: OrderDesk; now: Date }>

/**
 * Brings a label to its end from wherever it stands: buys it, keeps its file, and adds the parcel that it is for; where the
 * order does not take the parcel any more, the label is given back. What it costs is booked with it. Each step is noted before
 * the next is made, and asked for by what was noted, so that doing it again, also at the same time, buys nothing twice.
 */
export async function finishLabel(db: Database, labelId: string, finishing: Finishing): Promise<void> {
  for (const step of [lookAgain, buyIt, useIt, giveItBack]) {
    const label = await findLabel(db, labelId)
    if (label) await step(db, label, finishing)
  }
}

/** Whether a label that was given up was bought after all, by an attempt that nobody heard of again. */
async function lookAgain(db: Database, label: Label, { carriers, now }: Finishing): Promise<void> {
  if (label.state !== 'failed' || !label.nextLookAt || !label.shipmentRef) return
  const bought = await carriers.boughtLabel(label.shipmentRef)
  if (bought) await keepBought(db, { label, bought, fileKey: fileKeyOf(label), now })
  else await settleLabel(db, { label })
}

async function buyIt(db: Database, label: Label, { carriers, now }: Finishing): Promise<void> {
  if (label.state !== 'asked') return
  try {
    const ref =
      label.shipmentRef ??
      (await keepShipmentRef(db, {
        label,
        ref: await carriers.openShipment(await parcelOf(db, label, carriers)),
        now,
      }))
    const bought = await boughtNow(db, { label, ref, carriers })
    await keepBought(db, { label, bought, fileKey: fileKeyOf(label), now })
  } catch (error) {
    if (!isAnswer(error) && !isRefusedStill(error, { label, now })) throw error
    const failure = error.message.slice(0, 500)
    await giveUpLabel(db, { label, failure, lookAt: later(now, LOOK_AGAIN_AFTER), now })
  }
}

/** Buys a label, or gives what an earlier attempt has bought before something came between: then nothing more is paid. */
async function boughtNow(
  db: Database,
  { label, ref, carriers }: Readonly<{ label: Label; ref: string; carriers: Carriers }>,
): Promise<BoughtLabel> {
  const hindrance = await hindranceOf(db, label)
  if (!hindrance) return carriers.buyLabel(ref, label.service)
  const bought = await carriers.boughtLabel(ref)
  if (!bought) throw hindrance
  return bought
}

function fileKeyOf({ publicId }: Label): string {
  return `labels/${publicId}.pdf`
}

async function useIt(db: Database, label: Label, finishing: Finishing): Promise<void> {
  const { carrier, trackingNumber, shipmentRef, fileKey } = label
  if (label.state !== 'bought' || !carrier || !trackingNumber || !shipmentRef || !fileKey) return
  const { desk, now } = finishing
  const { order } = await wholeOf(db, label)
  const cause = { actor: 'supplier', ...(label.personId ? { personId: label.personId } : {}) } as const
  const parcel = {
    // A carrier may number parcels as its rules here do not know yet.
    carrier: readTracking(carrier, trackingNumber) === undefined ? ('other' as const) : carrier,
    number: trackingNumber,
    units: label.units,
    idempotencyKey: label.publicId,
  }
  try {
    await keepFile({ shipmentRef, fileKey }, finishing)
    await sendParcel(db, { id: order.publicId, whose: {}, cause, desk, now }, parcel)
    await moveLabel(db, { label, from: 'bought', to: 'used', failure: null, now })
  } catch (error) {
    if (!isAnswer(error)) throw error
    await moveLabel(db, { label, from: 'bought', to: 'unused', failure: error.message.slice(0, 500), now })
  }
}

async function keepFile(
  { shipmentRef, fileKey }: Readonly<{ shipmentRef: string; fileKey: string }>,
  { carriers, files }: Finishing,
): Promise<void> {
  if (await files.has(fileKey)) return
  const bought = await carriers.boughtLabel(shipmentRef)
  if (!bought) throw refused('label_not_usable', 'The label cannot be used: its seller does not know it.')
  await files.put(fileKey, await carriers.fetchLabel(bought.fileUrl), 'application/pdf')
}

async function giveItBack(db: Database, label: Label, { carriers, desk, now }: Finishing): Promise<void> {
  if (label.state !== 'unused' || !label.shipmentRef) return
  const refund = await carriers.giveBackLabel(label.shipmentRef)
  await endUnused(db, { label, refund }, { desk, now })
}

/** Whether a refusal that may have been about another attempt is an answer by now, as it has gone on for long enough. */
function isRefusedStill(
  error: unknown,
  { label, now }: Readonly<{ label: Label; now: Date }>,
): error is AppError {
  const isRefusal = error instanceof AppError && error.code === 'label_not_sold'
  return isRefusal && label.createdAt <= later(now, -REFUSED_FOR)
}

/** Whether it is an answer that no further attempt changes. */
function isAnswer(error: unknown): error is AppError {
  return error instanceof AppError && error.kind !== 'unavailable'
}

async function wholeOf(db: Database, label: Label): Promise<WholeOrder> {
  const whole = await findWholeOrderByKey(db, label.supplierOrderId)
  if (!whole) throw new Error('the order of a label is not there')
  return whole
}

/** Why a label is not to be bought any more, as a refusal: its order has ended, or its supplier owes too much by now. */
async function hindranceOf(db: Database, label: Label): Promise<AppError | undefined> {
  const { order } = await wholeOf(db, label)
  if (!maySend(order, await listLines(db, [order.id]))) return orderEnded()
  return debtHindrance(db, label)
}

function maySend({ state }: Pick<SupplierOrder, 'state'>, lines: readonly SupplierOrderLine[]): boolean {
  return possibleEvents({ state, units: unitsOf(lines) }, 'supplier').includes('pack')
}

function orderEnded() {
  return refused('order_state', 'The order had ended before the label was bought.')
}

/** The parcel of a label. Throws `order_state` when its order has ended meanwhile: nothing is paid for it then. */
async function parcelOf(db: Database, label: Label, { hubCountry }: Carriers): Promise<ParcelToLabel> {
  const { order, purchase } = await wholeOf(db, label)
  const lines = await listLines(db, [order.id])
  if (!maySend(order, lines)) throw orderEnded()
  const { weightGrams, lengthMm, widthMm, heightMm, sender, units } = label
  const way = { from: sender?.country ?? hubCountry, to: purchase.country }
  // Labels that were asked for before customs were asked about have none.
  const declared = label.customs ?? (await declareCustoms(db, { ...way, lines, units, wishes: [] }))
  return {
    reference: label.publicId,
    from: sender,
    to: {
      name: `${purchase.firstName} ${purchase.lastName}`.trim(),
      street1: streetOf(purchase),
      street2: secondLineOf(purchase) || undefined,
      city: purchase.city || purchase.country,
      state: purchase.state || undefined,
      zip: purchase.postcode,
      country: purchase.country,
      phone: purchase.phone,
    },
    weightGrams,
    lengthMm,
    widthMm,
    heightMm,
    currency: order.currency,
    customs: declared && declared.flatMap((one) => itemOf(one, { lines, units })),
  }
}

/** What of a line is in the parcel, as customs are told of it. */
function itemOf(
  { lineId, originCountry, tariffNumber }: DeclaredLine,
  { lines, units }: Readonly<{ lines: readonly SupplierOrderLine[]; units: Label['units'] }>,
): DeclaredItem[] {
  const line = lines.find(({ id }) => id === lineId)
  const quantity = units.find((one) => one.lineId === lineId)?.quantity
  if (!line || !quantity) return []
  const { title, unitAmount: amount, productPublicId: productId, sku } = line
  return [{ title, quantity, amount, productId, sku, originCountry, tariffNumber }]
}
